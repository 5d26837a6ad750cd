"""Which part of the plane is seen: zoom and pan as plain geometry, without a widget."""

from __future__ import annotations

import numpy as np

from engine.arrays import Rows, Vectors

MARGIN = 0.06  # of the view, around a map that is fitted
LARGEST = 150.0  # pixels between neighbours
SMALLEST = 0.5  # of what fits


class MapFrame:
    """`scale` is pixels per unit of the plane, `centre` what lies in the middle of the view."""

    def __init__(self) -> None:
        self.scale = 1.0
        self.centre: Vectors = np.zeros(2, np.float32)
        self.width, self.height = 1.0, 1.0
        self.fitted = True
        self._low: Vectors = np.zeros(2, np.float32)
        self._high: Vectors = np.zeros(2, np.float32)
        self._spacing = 1.0

    def show(self, places_N2: Vectors, spacing: float) -> None:
        """Another map; one that was fitted is fitted again."""
        if len(places_N2):
            self._low, self._high = places_N2.min(axis=0), places_N2.max(axis=0)
        self._spacing = spacing
        if self.fitted:
            self.fit()

    def resize(self, width: float, height: float) -> None:
        self.width, self.height = max(1.0, width), max(1.0, height)
        if self.fitted:
            self.fit()

    def fit(self) -> None:
        self.fitted = True
        self.scale = self._fitting()
        self.centre = (self._low + self._high) / np.float32(2)

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """So that what lies at this point (else in the middle) stays there."""
        x, y = self.width / 2 if x is None else x, self.height / 2 if y is None else y
        fixed = self.to_plane(x, y)
        fitting = self._fitting()
        largest = max(LARGEST / self._spacing, fitting)
        self.scale = min(max(self.scale * factor, SMALLEST * fitting), largest)
        self.fitted = False
        self.centre = fixed - (_point(x, y) - self._middle()) / np.float32(self.scale)

    def pan(self, x: float, y: float) -> None:
        """Move what is seen by so many pixels; the map cannot be lost."""
        self.fitted = False
        moved = self.centre - _point(x, y) / np.float32(self.scale)
        self.centre = np.clip(moved, self._low, self._high)

    def go_to(self, place_2: Vectors) -> None:
        """As little as it takes to see this place."""
        x, y = self.to_view(place_2[None])[0]
        border = 40
        across = min(0.0, self.width - border - x) + max(0.0, border - x)
        down = min(0.0, self.height - border - y) + max(0.0, border - y)
        if across or down:
            self.pan(across, down)

    def to_view(self, places_N2: Vectors) -> Vectors:
        return np.stack([self.across(places_N2[:, 0]), self.down(places_N2[:, 1])], axis=1)

    def across(self, x_N: Vectors) -> Vectors:
        """From the plane to pixels: columns of their own are several times as quick as pairs."""
        pixels: Vectors = x_N * np.float32(self.scale) + np.float32(self.width / 2 - self.centre[0] * self.scale)
        return pixels

    def down(self, y_N: Vectors) -> Vectors:
        pixels: Vectors = y_N * np.float32(self.scale) + np.float32(self.height / 2 - self.centre[1] * self.scale)
        return pixels

    def to_plane(self, x: float, y: float) -> Vectors:
        place_2: Vectors = self.centre + (_point(x, y) - self._middle()) / np.float32(self.scale)
        return place_2

    def seen_rows(self, x_N: Vectors, y_N: Vectors, margin: float) -> Rows:
        """What is on screen, and so many pixels around it."""
        left, top = self.to_plane(-margin, -margin)
        right, bottom = self.to_plane(self.width + margin, self.height + margin)
        return np.flatnonzero((x_N >= left) & (x_N <= right) & (y_N >= top) & (y_N <= bottom))

    def _middle(self) -> Vectors:
        return _point(self.width / 2, self.height / 2)

    def _fitting(self) -> float:
        extent = np.maximum(self._high - self._low, 1e-6)
        room = np.array([self.width, self.height]) * (1 - 2 * MARGIN)
        return float(min((room / extent).min(), LARGEST / self._spacing))


def _point(x: float, y: float) -> Vectors:
    return np.array([x, y], np.float32)


def spacing_of(places_N2: Vectors, asked: int = 200) -> float:
    """How far from a picture its nearest neighbour usually lies."""
    if len(places_N2) < 2:
        return 1.0
    nearest = []
    for row in range(0, len(places_N2), max(1, len(places_N2) // asked)):
        squares_N = ((places_N2 - places_N2[row]) ** 2).sum(axis=1)
        squares_N[row] = np.inf
        nearest.append(float(squares_N.min()))
    return max(1e-3, float(np.sqrt(np.median(nearest))))
