"""Thousands of dots as a picture of one byte a pixel: each dot is one pixel, then all grow at once.

A hundred thousand circles of a painter take a second, this a few milliseconds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Mask, Vectors

NOTHING, HALO = 0, 255  # no dot; around what is selected

ColourNumbers = NDArray[np.uint8]


def raster(
    view_N2: Vectors, colour_N: ColourNumbers, selected_N: Mask, width: int, height: int, radius: int
) -> ColourNumbers:
    """`colour_N` says which colour each dot has, 1 to 254; rows are padded to four bytes."""
    padded = -(-width // 4) * 4
    x_N, y_N = view_N2[:, 0].astype(np.int32), view_N2[:, 1].astype(np.int32)
    inside = np.flatnonzero((view_N2[:, 0] >= 0) & (x_N < width) & (view_N2[:, 1] >= 0) & (y_N < height))
    at, picture = y_N[inside] * padded + x_N[inside], np.zeros(height * padded, np.uint8)
    picture[at] = colour_N[inside]
    chosen = selected_N[inside]
    dots = grown(picture.reshape(height, padded), radius)
    if not chosen.any():
        return dots
    around = np.zeros(height * padded, np.uint8)
    around[at[chosen]] = HALO
    halo = grown(around.reshape(height, padded), radius + 2)
    np.copyto(halo, dots, where=dots != NOTHING)
    # What is selected lies above the others
    above = np.zeros(height * padded, np.uint8)
    above[at[chosen]] = colour_N[inside][chosen]
    top = grown(above.reshape(height, padded), radius)
    np.copyto(halo, top, where=top != NOTHING)
    return halo


def grown(picture: ColourNumbers, by: int) -> ColourNumbers:
    """Each pixel becomes a small eight-cornered dot; where two meet, each keeps its middle."""
    for step in range(by):
        larger = picture.copy()
        np.maximum(larger[1:], picture[:-1], out=larger[1:])
        np.maximum(larger[:-1], picture[1:], out=larger[:-1])
        across = larger.copy() if step % 2 else picture
        np.maximum(larger[:, 1:], across[:, :-1], out=larger[:, 1:])
        np.maximum(larger[:, :-1], across[:, 1:], out=larger[:, :-1])
        np.copyto(larger, picture, where=picture != NOTHING)
        picture = larger
    return picture
