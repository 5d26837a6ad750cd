"""Thousands of dots as a picture: each is stamped into it, all of them pixel by pixel.

A hundred thousand circles of a painter take a second, this a few milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Mask, Numbers, Vectors

Inks = NDArray[np.uint32]  # colours as pixels have them: 0xffrrggbb


@dataclass(frozen=True, slots=True, eq=False)
class DotPicture:
    """`pixels` are rows of `stride` pixels, of which the first `width` are seen."""

    pixels: Inks
    width: int
    height: int
    stride: int

    def rows(self) -> Inks:
        return self.pixels.reshape(self.height, self.stride)[:, : self.width]


@dataclass(frozen=True, slots=True)
class DotInks:
    """Of what is behind the dots, and around those that are selected."""

    ground: int
    halo: int


def raster(
    x_N: Vectors, y_N: Vectors, ink_N: Inks, selected_N: Mask, size: tuple[int, int], radius: int, inks: DotInks
) -> DotPicture:
    """Dots at these pixels of a picture of this width and height. What is selected has a halo, and lies above the
    rest."""
    width, height = size
    around = radius + (2 if radius > 1 else 1)  # the halo
    border = around  # of the picture, so that no dot reaches into the next row
    stride = width + 2 * border
    canvas = np.full((height + 2 * border) * stride, inks.ground, np.uint32)
    seen = np.flatnonzero((x_N >= 0) & (x_N < width) & (y_N >= 0) & (y_N < height))
    at = (y_N[seen].astype(np.int64) + border) * stride + (x_N[seen].astype(np.int64) + border)
    chosen = selected_N[seen]
    if any_chosen := bool(chosen.any()):
        _stamp(canvas, at[chosen], np.uint32(inks.halo), around, stride)
    _stamp(canvas, at, ink_N[seen], radius, stride)
    if any_chosen:
        _stamp(canvas, at[chosen], ink_N[seen[chosen]], radius, stride)
    start = border * stride + border
    return DotPicture(canvas[start : start + height * stride], width, height, stride)


def _stamp(canvas: Inks, at_M: Numbers, ink_M: Inks | np.uint32, radius: int, stride: int) -> None:
    """The rims first: where dots meet, each keeps its middle."""
    for across, down in disc(radius):
        canvas[at_M + (down * stride + across)] = ink_M


@cache
def disc(radius: int) -> tuple[tuple[int, int], ...]:
    """The pixels of a dot, from its rim to its middle."""
    steps = range(-radius, radius + 1)
    pixels = [(x, y) for x in steps for y in steps if x * x + y * y < max(1, radius * (radius + 1))]
    return tuple(sorted(pixels, key=lambda pixel: -(pixel[0] ** 2 + pixel[1] ** 2)))
