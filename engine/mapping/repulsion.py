"""All push each other away. Summed over all pairs that would take a time that grows with the square of their
number; here each is spread over nine points of a grid, the grid is convolved with the forces, and they are read off
at the same points.

The forces vary over a distance of about 1, the grid's points are half of that apart: finer ones gave no better map.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Rows, Vectors

Waves = NDArray[np.complex64]

SPACING = 0.5
ROUNDED_TO = 16  # points in a row: the kernels are made anew only when the map has grown by that many
BORDER = 2
MOST_POINTS = 1024


class Repulsion:
    """Keeps the transformed kernels from one step to the next."""

    def __init__(self, spacing: float = SPACING) -> None:
        self._spacing = spacing
        self._points = 0  # in a row of the grid; it is twice as wide, or its ends would push each other
        self._kernels: list[Waves] = []
        self._own_99 = np.ones((9, 9), np.float32)

    def of(self, x_N: Vectors, y_N: Vectors) -> tuple[Vectors, Vectors, float]:
        """For each i the sum over j of w_ij² (y_i - y_j), across and down; and Z, the sum of all w_ij, i ≠ j."""
        places_9N, shares_9N, side = self._spread(x_N, y_N)
        grid = np.bincount(places_9N.ravel(), shares_9N.ravel(), minlength=side * side)
        waves = np.fft.rfft2(grid.astype(np.float32).reshape(side, side))
        potential_N, across_N, down_N = (
            np.einsum("pn,pn->n", shares_9N, np.fft.irfft2(waves * kernel, s=(side, side)).ravel()[places_9N])
            for kernel in self._kernels
        )
        own_N = np.einsum("pn,pn->n", shares_9N, self._own_99 @ shares_9N)
        return across_N, down_N, float((potential_N - own_N).sum(dtype=np.float64))

    def _spread(self, x_N: Vectors, y_N: Vectors) -> tuple[Rows, Vectors, int]:
        """The nine grid points around each, and the share that each of them gets."""
        left, top = float(x_N.min()), float(y_N.min())
        extent = max(float(x_N.max()) - left, float(y_N.max()) - top)
        while extent / self._spacing > MOST_POINTS:  # some fly off: coarser, or a step would take gigabytes
            self._spacing *= 2
        points = int(np.ceil(extent / self._spacing)) + 2 * BORDER
        points = -(-points // ROUNDED_TO) * ROUNDED_TO
        if points != self._points:
            self._points, self._kernels = points, _kernels(points, self._spacing)
            self._own_99 = _own(self._kernels[0], 2 * points)
        side = 2 * points
        column_N, across_3N = _shares((x_N - left) / self._spacing + BORDER / 2)
        row_N, down_3N = _shares((y_N - top) / self._spacing + BORDER / 2)
        steps = np.arange(-1, 2)
        places_33N = (column_N + steps[:, None])[:, None] * side + (row_N + steps[:, None])[None]
        shares_33N = across_3N[:, None] * down_3N[None]
        return places_33N.reshape(9, -1), shares_33N.reshape(9, -1), side


def _shares(at_N: Vectors) -> tuple[Rows, Vectors]:
    """The nearest grid point, and what it and its two neighbours get: a quadratic spline, smooth all along."""
    nearest_N = np.rint(at_N).astype(np.int64)
    off_N = (at_N - nearest_N).astype(np.float32)
    return nearest_N, np.stack([0.5 * (0.5 - off_N) ** 2, 0.75 - off_N**2, 0.5 * (0.5 + off_N) ** 2])


def _kernels(points: int, spacing: float) -> list[Waves]:
    """w and the two parts of w² (y_i - y_j), transformed, for a grid whose second half is empty. What spreading and
    reading off blur is sharpened here, or those that lie close would push each other too little."""
    side = 2 * points
    offset = (np.arange(side) + points) % side - points
    across, down = (offset * spacing)[:, None], (offset * spacing)[None]
    w = 1 / (1 + across**2 + down**2)
    blur = np.sinc(np.fft.fftfreq(side))[:, None] ** 6 * np.sinc(np.fft.rfftfreq(side)) ** 6
    waves = (np.fft.rfft2(kernel) / blur for kernel in (w, across * w * w, down * w * w))
    return [each.astype(np.complex64) for each in waves]


def _own(kernel: Waves, side: int) -> Vectors:
    """What the nine points around something give each other of its own, in place of w_ii = 1."""
    w = np.fft.irfft2(kernel, s=(side, side))
    step = np.arange(9) // 3, np.arange(9) % 3
    own_99: Vectors = w[step[0][:, None] - step[0], step[1][:, None] - step[1]].astype(np.float32)
    return own_99
