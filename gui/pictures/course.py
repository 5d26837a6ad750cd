"""Which pictures the viewer goes through: all that the grid or a page shows, or those that were selected in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from engine.arrays import Ids, Rows
from gui.viewer.panes import MOST

BESIDE = 2  # pictures side by side where none are selected


class Ordered(Protocol):
    """Images one after the other."""

    def ids(self) -> Ids:
        """Another array as soon as they are others."""

    def row_of(self, image_id: int) -> int | None: ...

    def rows_of(self, ids: Sequence[int] | Ids) -> Rows:
        """-1 for those that are not there."""


class Course:
    def __init__(self, images: Ordered, selected: list[int]) -> None:
        """Several that are selected are gone through, one alone is where it begins."""
        self._images = images
        self._selected = np.array(selected if len(selected) > 1 else [], np.int64)
        self._there, self._among = self._selected, None if self._is_all else images.ids()

    @property
    def _is_all(self) -> bool:
        return not len(self._selected)

    def is_of_selection(self, image_id: int) -> bool:
        return not self._is_all and bool((self._selected == image_id).any())

    def leave_selection(self) -> None:
        """A person went elsewhere."""
        self._selected = np.empty(0, np.int64)

    def ids(self) -> Ids:
        """In that order; those that have gone from it meanwhile are left out."""
        now = self._images.ids()
        if self._is_all:
            return now
        if now is not self._among:
            rows = self._images.rows_of(self._selected)
            self._there, self._among = self._selected[rows >= 0][np.argsort(rows[rows >= 0])], now
        return self._there

    def place_of(self, image_id: int) -> int | None:
        if self._is_all:
            return self._images.row_of(image_id)
        found = np.flatnonzero(self.ids() == image_id)
        return int(found[0]) if len(found) else None

    def at(self, place: int) -> int | None:
        ids = self.ids()
        return int(ids[place]) if 0 <= place < len(ids) else None

    def beside(self, place: int, first: int) -> range:
        """The places that are shown side by side with this one, `first` being where they began before: they move no
        further than they must."""
        count = len(self.ids())
        width = min(BESIDE if self._is_all else MOST, count)
        first = min(max(first, place - width + 1), place, count - width)
        return range(max(0, first), max(0, first) + width)
