"""Which pictures are shown as thumbnails: as many as there is room for, the same ones wherever one looks from."""

from __future__ import annotations

import math

import numpy as np

from engine.arrays import Mask, Numbers, Rows, Vectors

SMALLEST, LARGEST = 52, 150  # pixels
FROM_SPACING = 6.0  # pixels between neighbours, from where on there are thumbnails
SHARE = 2.2  # of the distance between neighbours: some lie closer, others farther
ROW = 1 << 31  # more cells than a row of the plane has
BESIDE = [across * ROW + down for across in (-1, 0, 1) for down in (-1, 0, 1)]  # to the cells around one
ROUNDS = 3
GAP = 0.9  # pictures are seldom square: they may come a little closer


def thumb_size(scale: float, spacing: float) -> tuple[int, float]:
    """How large thumbnails are, in pixels, and how far apart they must lie in the plane; 0 while there are none.
    Both change in steps as one zooms, so that few come and go."""
    if scale * spacing < FROM_SPACING:
        return 0, 0.0
    step = 2.0 ** (math.floor(2 * math.log2(scale)) / 2)
    size = int(min(max(SHARE * spacing * step, SMALLEST), LARGEST))
    return size, GAP * size / step


def apart(places_M2: Vectors, rank_M: Numbers, distance: float) -> Rows:
    """Of these places some no two of which are nearer than that, across and down; those of low rank come first."""
    free, chosen = np.arange(len(places_M2)), np.empty(0, np.int64)
    for _ in range(ROUNDS):
        if not len(free):
            break
        chosen = np.concatenate([chosen, free[_first_of_cells(places_M2[free], rank_M[free], distance)]])
        free = free[~_are_near(places_M2[free], places_M2[chosen], distance)]
    return chosen


def _first_of_cells(places_M2: Vectors, rank_M: Numbers, distance: float) -> Rows:
    """In each cell of the plane the first by rank, unless one of lower rank lies too near in a cell beside it."""
    key_M = _cells(places_M2, distance)
    order = np.lexsort((rank_M, key_M))
    first = np.concatenate([[True], key_M[order][1:] != key_M[order][:-1]])
    row_C, key_C = order[first], key_M[order][first]
    kept_C = np.ones(len(row_C), np.bool_)
    for beside in BESIDE:
        at_C, there_C = _found(key_C, key_C + beside)
        other_C = row_C[at_C]
        near_C = np.abs(places_M2[other_C] - places_M2[row_C]).max(axis=1) < distance
        kept_C &= ~(there_C & near_C & (rank_M[other_C] < rank_M[row_C]))
    chosen: Rows = row_C[kept_C]
    return chosen


def _are_near(places_M2: Vectors, chosen_C2: Vectors, distance: float) -> Mask:
    """Which places are nearer than that to a chosen one; of these no cell holds two."""
    key_C, key_M = _cells(chosen_C2, distance), _cells(places_M2, distance)
    order = np.argsort(key_C)
    near_M = np.zeros(len(places_M2), np.bool_)
    for beside in BESIDE:
        at_M, there_M = _found(key_C[order], key_M + beside)
        apart_M2 = np.abs(chosen_C2[order[at_M]] - places_M2)
        near_M |= there_M & (apart_M2.max(axis=1) < distance)
    return near_M


def _cells(places_M2: Vectors, distance: float) -> Numbers:
    cell_M2 = np.floor(places_M2 / distance).astype(np.int64)
    keys: Numbers = cell_M2[:, 0] * ROW + cell_M2[:, 1]
    return keys


def _found(key_C: Numbers, wanted: Numbers) -> tuple[Rows, Mask]:
    """Where these keys lie in keys that are in order, and which are there."""
    at = np.minimum(np.searchsorted(key_C, wanted), len(key_C) - 1)
    return at, key_C[at] == wanted
