"""Whether the colours of two pictures contradict each other, as those of one shirt in red and in green do. To
codes, looks and grey pixels they are the same picture; to a person neither is a copy of the other.

Colours agree if the hues do, wherever they lie: so they do after cutting, bordering and turning. They also agree
if, place by place, they differ from the tint of the light in the same way: so they do under another white balance.
What is grey or toned like an old print contradicts nothing.

The bounds were chosen on 35 edits of 240 photos (clothes, and COCO's scenes). Of 5,040 by
`tests/benchmarks/copy_edits.py` one is refused, a half that was cut away; of 3,360 that were toned, tinted, made
more or less colourful, some of the strongest tints (red by 1.25 and more). Of clothes whose main hue was turned by
90 degrees or more, three of four are refused; the others have more colour around them than of their own.
"""

import io
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from PIL import Image

from engine.arrays import Vectors
from engine.copies.from_thumbnails import FromThumbnails
from engine.copies.turns import turned_pixels
from engine.library import Library

SIDE = 32  # pixels each way
NEUTRAL = 128  # of the two channels of colour
COLOURFUL = 6.0  # levels from neutral, root mean square: what has less is grey
FAINT = 3.0  # levels that do not count as a hue: compressing makes as much
AGREE = 0.6  # cosine of hues, or of what differs from the tint
HUES, BROAD = 24, 30.0  # how many are told apart; degrees in which neighbours count
ONE_HUE = 0.98  # length of the sum of all colours, as a share of the sum of their lengths
BROWNS, PALE = (125.0, 175.0), 40.0  # degrees between blue and red, and levels, of a toned print


@dataclass(frozen=True, slots=True, eq=False)
class SeenColours:
    """Which colours a picture has, and where; only of one that is neither grey nor toned."""

    hues_H: Vectors  # how much there is of each
    beyond_tint_2SS: Vectors  # without what all places have in common, as they are light


class PictureColours:
    """The colours of thumbnails."""

    def __init__(self, library: Library, threads: Executor) -> None:
        self._colours = FromThumbnails(library, threads, colours_of)

    def read(self, image_ids: Iterable[int]) -> None:
        self._colours.read(image_ids)

    def disagree(self, first: int, second: int, turn: int) -> bool:
        """Of the second, turned, with the first. What cannot be seen does not."""
        return disagree(self._colours.get(first), self._colours.get(second), turn)


def disagree(a: SeenColours | None, b: SeenColours | None, turn: int) -> bool:
    if a is None or b is None or _cosine(a.hues_H, b.hues_H) >= AGREE:
        return False
    turned_2SS = np.stack([turned_pixels(plane_SS, turn) for plane_SS in b.beyond_tint_2SS])
    return _cosine(a.beyond_tint_2SS, turned_2SS) < AGREE


def colours_of(jpeg: bytes) -> SeenColours | None:
    """None if it has none that tell something, or is damaged."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as opened:
            opened.draft("YCbCr", (SIDE, SIDE))
            small = opened.convert("YCbCr").resize((SIDE, SIDE), Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError):
        return None
    pixels_3SS: Vectors = np.stack([np.asarray(band, np.float32) for band in small.split()])
    light_SS, colour_2SS = pixels_3SS[0], pixels_3SS[1:] - NEUTRAL
    amount_SS = np.hypot(*colour_2SS)
    if np.sqrt(np.square(amount_SS).mean()) < COLOURFUL or _is_toned(colour_2SS, amount_SS):
        return None
    return SeenColours(_hues(colour_2SS, amount_SS), _beyond_tint(light_SS, colour_2SS))


def _is_toned(colour_2SS: Vectors, amount_SS: Vectors) -> bool:
    """All of one pale brown, as a sepia print; also what has no other colour of its own."""
    blue, red = colour_2SS.sum(axis=(1, 2)).tolist()
    is_one_hue = np.hypot(blue, red) > ONE_HUE * amount_SS.sum()
    is_brown = BROWNS[0] < np.degrees(np.arctan2(red, blue)) < BROWNS[1]
    return bool(is_one_hue and is_brown and np.quantile(amount_SS, 0.95) < PALE)


def _hues(colour_2SS: Vectors, amount_SS: Vectors) -> Vectors:
    blue_SS, red_SS = colour_2SS
    at_P = np.floor(np.arctan2(red_SS, blue_SS).ravel() * (HUES / (2 * np.pi))).astype(np.int64) % HUES
    amount_H = np.bincount(at_P, np.maximum(amount_SS - FAINT, 0).ravel(), HUES)
    return (_NEIGHBOURS_HH @ amount_H).astype(np.float32)


def _near_hues() -> Vectors:
    """How much each hue counts as each other one."""
    apart_HH = np.abs(np.subtract.outer(np.arange(HUES), np.arange(HUES)))
    degrees_HH = np.minimum(apart_HH, HUES - apart_HH) * (360 / HUES)
    near_HH: Vectors = np.exp(-np.square(degrees_HH / BROAD) / 2).astype(np.float32)
    return near_HH


_NEIGHBOURS_HH = _near_hues()


def _beyond_tint(light_SS: Vectors, colour_2SS: Vectors) -> Vectors:
    """A tint of the light changes each colour by as much as the place is light."""
    tint_2 = np.tensordot(colour_2SS, light_SS, 2) / max(float(np.square(light_SS).sum()), 1.0)
    beyond_2SS: Vectors = colour_2SS - tint_2[:, None, None] * light_SS
    return beyond_2SS


def _cosine(a: Vectors, b: Vectors) -> float:
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(np.vdot(a, b)) / lengths if lengths else 0.0
