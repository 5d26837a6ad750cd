"""What differs between two pictures, as a picture: what is the same is dim and grey, what differs glows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]  # rows, columns, RGB

VISIBLE = 12  # of 255; an eye takes less for the same, and compressing again makes as much
FULL_GLOW = 64
_GLOW = np.array([255.0, 96.0, 0.0])
_DIM, _GROUND = 0.3, 24.0


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    pixels: Pixels
    share: float  # of the pixels that differ visibly


def difference(first: Pixels, second: Pixels) -> Difference:
    """Of the size of the smaller one, the other stretched to it."""
    smaller, larger = sorted((first, second), key=lambda each: each.shape[0] * each.shape[1])
    height, width = smaller.shape[:2]
    stretched = np.asarray(Image.fromarray(larger).resize((width, height), Image.Resampling.BOX))
    apart = np.abs(smaller.astype(np.int16) - stretched).max(axis=2)
    glow = np.clip((apart - VISIBLE) / (FULL_GLOW - VISIBLE), 0.0, 1.0)[..., None]
    grey = smaller.mean(axis=2, keepdims=True) * _DIM + _GROUND
    shown = grey * (1 - glow) + _GLOW * glow
    return Difference(shown.astype(np.uint8), float((apart > VISIBLE).mean()))
