"""What differs between two pictures, as a picture: what is the same is dim and grey, what differs glows.

One that was turned or mirrored is turned back first, or everything would differ.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from engine.arrays import Pixels

VISIBLE = 12  # of 255; an eye takes less for the same, and compressing again makes as much
FULL_GLOW = 64
_GLOW = np.array([255.0, 96.0, 0.0])
_DIM, _GROUND = 0.3, 24.0
_SMALL = 48  # pixels each way, in which the way that a picture lies is seen
_CLEARLY = 0.8  # the share of the difference that another way must not exceed


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    pixels: Pixels
    share: float  # of the pixels that differ visibly
    turned: bool  # one of them lies another way, and was turned for this


def difference(first: Pixels, second: Pixels) -> Difference:
    """Of the size of the smaller one, the other stretched to it; it lies as the first one."""
    lying, turned = _lying_as(first, second)
    smaller, larger = (first, lying) if _area(first) <= _area(second) else (lying, first)
    apart = np.abs(smaller.astype(np.int16) - _stretched(larger, smaller.shape[1], smaller.shape[0])).max(axis=2)
    glow = np.clip((apart - VISIBLE) / (FULL_GLOW - VISIBLE), 0.0, 1.0)[..., None]
    grey = smaller.mean(axis=2, keepdims=True) * _DIM + _GROUND
    shown = grey * (1 - glow) + _GLOW * glow
    return Difference(shown.astype(np.uint8), float((apart > VISIBLE).mean()), turned)


def _lying_as(first: Pixels, second: Pixels) -> tuple[Pixels, bool]:
    """The second as it fits the first best: as it is unless another way is clearly better."""
    wanted = _stretched(first, _SMALL, _SMALL).astype(np.int16)
    small = _stretched(second, _SMALL, _SMALL)
    apart = [float(np.abs(wanted - _turned(small, way)).mean()) for way in range(8)]
    best = int(np.argmin(apart))
    if apart[best] >= _CLEARLY * apart[0]:
        return second, False
    return np.ascontiguousarray(_turned(second, best)), True


def _turned(picture: Pixels, way: int) -> Pixels:
    """One of eight ways: turned by quarters, and mirrored from 4 on."""
    mirrored = picture[:, ::-1] if way >= 4 else picture
    return np.rot90(mirrored, way % 4)


def _stretched(picture: Pixels, width: int, height: int) -> Pixels:
    return np.asarray(Image.fromarray(picture).resize((width, height), Image.Resampling.BOX))


def _area(picture: Pixels) -> int:
    return int(picture.shape[0] * picture.shape[1])
