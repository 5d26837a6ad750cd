"""The map as the viewer goes through it: first the current picture, then what lies farther and farther from it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from engine.arrays import Ids, Rows
from gui.map.map_view import MapView


class PlaneWalk:
    def __init__(self, view: MapView, first: int) -> None:
        """From this image on, which is on the map."""
        self._view = view
        apart_N2 = view.places_N2 - view.places_N2[view.row_of(first)]
        order = np.argsort((apart_N2**2).sum(axis=1), kind="stable")
        self._ids, self._on_map = view.image_ids[order], view.image_ids

    def images(self) -> PlaneWalk:
        return self

    def ids(self) -> Ids:
        if self._on_map is not self._view.image_ids:  # pictures came or went; what came is not gone through
            self._on_map = self._view.image_ids
            self._ids = self._ids[np.isin(self._ids, self._on_map)]
        return self._ids

    def row_of(self, image_id: int) -> int | None:
        found = np.flatnonzero(self.ids() == image_id)
        return int(found[0]) if len(found) else None

    def rows_of(self, ids: Sequence[int] | Ids) -> Rows:
        wanted, there = np.asarray(ids, np.int64), self.ids()
        if not len(there):
            return np.full(len(wanted), -1, np.int64)
        order = np.argsort(there)
        at = np.searchsorted(there, wanted, sorter=order).clip(max=len(there) - 1)
        rows: Rows = np.where(there[order[at]] == wanted, order[at], -1)
        return rows

    @property
    def only_current(self) -> bool:
        return self._view.only_current

    @only_current.setter
    def only_current(self, only: bool) -> None:
        self._view.only_current = only
        self._view.selection_changed.emit()

    def current_id(self) -> int | None:
        return self._view.current_id()

    def selected_ids(self) -> list[int]:
        return self._view.selected_ids()

    def show_image(self, image_id: int, keep_selection: bool = False) -> bool:
        return self._view.show_image(image_id, keep_selection)

    def window(self) -> QWidget:
        return self._view.window()

    def setFocus(self) -> None:
        self._view.setFocus()
