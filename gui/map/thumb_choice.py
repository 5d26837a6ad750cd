"""Which pictures are shown as thumbnails: as many as there is room for, the same ones wherever one looks from."""

from __future__ import annotations

import math

import numpy as np

from engine.arrays import Mask, Numbers, Rows, Vectors
from gui.map.map_frame import MapFrame

SMALLEST, LARGEST = 60, 150  # pixels
FROM_SPACING = 7.0  # pixels between neighbours, from where on there are thumbnails
SHARE = 2.2  # of the distance between neighbours: some lie closer, others farther
ROUNDS = 3
AHEAD = 0.2  # of the view, around it
GAP = 0.9  # pictures are seldom square: they may come a little closer


def thumb_size(scale: float, spacing: float) -> tuple[int, float]:
    """How large thumbnails are, in pixels, and how far apart they must lie in the plane; 0 while there are none.
    Both change in steps as one zooms, so that few come and go."""
    if scale * spacing < FROM_SPACING:
        return 0, 0.0
    step = 2.0 ** (math.floor(2 * math.log2(scale)) / 2)
    size = int(min(max(SHARE * spacing * step, SMALLEST), LARGEST))
    return size, GAP * size / step


class ThumbChoice:
    """Keeps what was chosen for what is seen and around it, so that moving the map seldom chooses anew."""

    def __init__(self) -> None:
        self._rows: Rows = np.empty(0, np.int64)
        self._distance = 0.0
        self._left, self._top, self._right, self._bottom = 0.0, 0.0, 0.0, 0.0

    def rows(self, frame: MapFrame, places_N2: Vectors, rank_N: Numbers, size: int, distance: float) -> Rows:
        left, top = frame.to_plane(0, 0).tolist()
        right, bottom = frame.to_plane(frame.width, frame.height).tolist()
        inside = self._left <= left and self._top <= top and right <= self._right and bottom <= self._bottom
        if not inside or distance != self._distance:
            # What lies farther out decides, too, what is shown at the border
            margin = AHEAD * max(frame.width, frame.height)
            near = frame.seen_rows(places_N2[:, 0], places_N2[:, 1], margin + 4 * size)
            self._rows, self._distance = near[apart(places_N2[near], rank_N[near], distance)], distance
            self._left, self._top = frame.to_plane(-margin, -margin).tolist()
            self._right, self._bottom = frame.to_plane(frame.width + margin, frame.height + margin).tolist()
        return self._rows


def apart(places_M2: Vectors, rank_M: Numbers, distance: float) -> Rows:
    """Of these places some no two of which are nearer than that, across and down; those of low rank come first.

    The plane is divided into cells. In each the first by rank is chosen, unless one of lower rank lies too near in
    a cell beside it; then the same among those that lie near to none of the chosen.
    """
    if not len(places_M2):
        return np.empty(0, np.int64)
    cell_M2 = np.floor(places_M2 / distance).astype(np.int64)
    cell_M2 -= cell_M2.min(axis=0) - 1  # with an empty row and column around all
    down = int(cell_M2[:, 1].max()) + 2
    cell_M = cell_M2[:, 0] * down + cell_M2[:, 1]
    beside = [column * down + row for column in (-1, 0, 1) for row in (-1, 0, 1)]
    x_M, y_M = np.ascontiguousarray(places_M2.T)
    cells = int(cell_M.max()) + down + 2
    free, chosen_of = np.argsort(-rank_M, kind="stable"), np.full(cells, -1, np.int64)
    for _ in range(ROUNDS):
        first_of = np.full(cells, -1, np.int64)
        first_of[cell_M[free]] = free  # of several the last one stays, whose rank is the lowest
        first = first_of[first_of >= 0]
        kept = np.ones(len(first), np.bool_)
        for step in beside:
            other = first_of[cell_M[first] + step]
            near = _are_near(x_M, y_M, first, other, distance)
            kept &= ~(near & (rank_M[other] < rank_M[first]))
        chosen_of[cell_M[first[kept]]] = first[kept]
        covered = np.zeros(len(free), np.bool_)
        for step in beside:
            covered |= _are_near(x_M, y_M, free, chosen_of[cell_M[free] + step], distance)
        free = free[~covered]
    return chosen_of[chosen_of >= 0]


def _are_near(x_M: Vectors, y_M: Vectors, rows: Rows, others: Rows, distance: float) -> Mask:
    """Pair by pair; -1 stands for nobody."""
    near: Mask = (np.abs(x_M[rows] - x_M[others]) < distance) & (np.abs(y_M[rows] - y_M[others]) < distance)
    return near & (others >= 0)
