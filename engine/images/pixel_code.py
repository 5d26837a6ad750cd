"""A short code of what a picture looks like, by its pixels alone: two that are the same but for size, compression,
colours or a little blur have nearly the same code. And how sharp a picture is.

The code is the signs of the lowest 16 x 16 frequencies (a cosine transform) of the picture as a small grey square.
A sign is symmetric, which the usual comparison with a median is not: mirroring a picture changes the sign of every
second frequency, and turning it over its diagonal swaps rows and columns. So the code of each of the eight ways in
which a picture can lie follows from one of them, bit by bit (`engine.copies.turns`).
"""

from functools import cache

import numpy as np
from PIL import Image

from engine.arrays import Codes, Vectors

SIDE = 32  # of the square, in pixels
FREQUENCIES = 16  # a side
CODE_BYTES = FREQUENCIES * FREQUENCIES // 8
FLAT = 0.5  # grey levels: what differs less from its mean says nothing
LOOKED_AT = 256  # pixels of the longer side, for the sharpness: a thumbnail has more
SHARPEST = 1 << 20  # no picture of 8 bits reaches that
NOTHING = bytes(CODE_BYTES)  # the code of a picture in which nothing is to be seen


def pixel_code(grey: Image.Image) -> bytes:
    """256 bits, row after row from the lowest frequency on, the first bit of a byte being the highest."""
    square = grey.resize((SIDE, SIDE), Image.Resampling.BOX)
    return code_of_square(np.asarray(square, np.float32)).tobytes()


def code_of_square(grey_SS: Vectors) -> Codes:
    if grey_SS.std() < FLAT:
        return np.frombuffer(NOTHING, np.uint8)
    cosines_FS = _cosines()
    signs_FF = cosines_FS @ (grey_SS - grey_SS.mean()) @ cosines_FS.T > 0
    signs_FF[0, 0] = False  # the mean
    return np.packbits(signs_FF)


def sharpness(grey: Image.Image) -> float:
    """The variance of what differs from the mean of the four neighbours, at one size for all pictures."""
    scale = LOOKED_AT / max(grey.size)
    size = max(3, round(grey.width * scale)), max(3, round(grey.height * scale))
    grey_HW = np.asarray(grey.resize(size, Image.Resampling.BILINEAR), np.float32)
    differs_HW = 4 * grey_HW[1:-1, 1:-1]
    for around_HW in (grey_HW[:-2, 1:-1], grey_HW[2:, 1:-1], grey_HW[1:-1, :-2], grey_HW[1:-1, 2:]):
        differs_HW -= around_HW
    return max(0.0, float(np.vdot(differs_HW, differs_HW) / differs_HW.size - differs_HW.mean() ** 2))


@cache
def _cosines() -> Vectors:
    """Row f is the f-th frequency at the middle of each pixel."""
    middles_S = (np.arange(SIDE) + 0.5) * np.pi / SIDE
    return np.cos(np.arange(FREQUENCIES)[:, None] * middles_S).astype(np.float32)
