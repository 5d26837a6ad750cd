"""What lies within a line drawn by hand."""

from __future__ import annotations

import numpy as np

from engine.arrays import Mask, Vectors


def within(corners_C2: Vectors, points_N2: Vectors) -> Mask:
    """Which points the closed line goes around: those from which a ray to the right meets it an odd number of
    times."""
    inside_N = np.zeros(len(points_N2), np.bool_)
    if len(corners_C2) < 3 or not len(points_N2):
        return inside_N
    low, high = corners_C2.min(axis=0), corners_C2.max(axis=0)
    near = np.flatnonzero(((points_N2 >= low) & (points_N2 <= high)).all(axis=1))
    x_M, y_M = points_N2[near].T
    odd_M = np.zeros(len(near), np.bool_)
    for (x0, y0), (x1, y1) in zip(corners_C2, np.roll(corners_C2, -1, axis=0), strict=True):
        if y0 != y1:
            crosses_M = (y_M >= min(y0, y1)) & (y_M < max(y0, y1))
            odd_M ^= crosses_M & (x_M < x0 + (y_M - y0) * ((x1 - x0) / (y1 - y0)))
    inside_N[near] = odd_M
    return inside_N
