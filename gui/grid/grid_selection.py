"""The part of the grid view that keeps selection, current image and place by image id while the list changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QRect,
    Signal,
)
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QAbstractItemView, QWidget

from engine.arrays import Ids
from gui.grid.geometry import GridGeometry
from gui.grid.grid_surface import GridSurface
from gui.grid.image_model import ImageModel
from gui.grid.view_place import RowRuns, ViewPlace, ids_in, merged, runs_of
from gui.widgets.model_index import ModelIndex

Select = QItemSelectionModel.SelectionFlag

MAX_UPDATED_TILES = 16  # a change of selection that touches more tiles on screen repaints all of them


class GridSelection(GridSurface):
    """Selects rows as few ranges, never one by one, and tells it by image ids.

    Signals (image ids travel as Python ints, since a C int would cut them at 32 bits):
        current_changed(int | None), selection_changed(list[int]): also after the list of images was replaced.
    """

    current_changed = Signal(object)
    selection_changed = Signal(object)

    def __init__(self, model: ImageModel, parent: QWidget | None = None):
        self._runs: RowRuns = []  # selected rows
        self._told = ViewPlace()  # what others know of current image and selection
        self._kept = ViewPlace()  # over a reset
        self._restoring = False
        self.only_current = False  # actions are about the current image, whatever is selected: a viewer shows it
        super().__init__(model, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        model.modelAboutToBeReset.connect(self._on_about_to_reset)
        model.modelReset.connect(self._on_reset)

    # -- current image, selection, place ----------------------------------------------------------------------

    def images(self) -> ImageModel:
        """What is shown; `model()` by its own type."""
        return self._images

    def current_id(self) -> int | None:
        row = self.currentIndex().row()
        return self._images.image_id(row) if 0 <= row < self._images.rowCount() else None

    def selected_ids(self) -> list[int]:
        """In row order."""
        ids: list[int] = self._selected().tolist()
        return ids

    def chosen_ids(self) -> list[int]:
        """The images that an action is about: the selected ones, or the current one if none is."""
        current = self.current_id()
        alone = [] if current is None else [current]
        return alone if self.only_current else self.selected_ids() or alone

    def step(self, by: int) -> None:
        """Go to the image so many places on, if there is one; from none, a step leads to the first."""
        row = self.currentIndex().row() + by
        if 0 <= row < self._images.rowCount():
            self.show_image(self._images.image_id(row))

    def show_image(self, image_id: int, keep_selection: bool = False) -> bool:
        """Make this image the current and only selected one and scroll to it; False if it is not in the list."""
        row = self._images.row_of(image_id)
        if row is None:
            return False
        if keep_selection:
            self.selectionModel().setCurrentIndex(self._images.index(row), Select.NoUpdate)
        else:
            self.setCurrentIndex(self._images.index(row))
        self.scrollTo(self.currentIndex())
        return True

    def first_selected_row(self) -> int | None:
        return self._runs[0][0] if self._runs else None

    def show_row(self, row: int) -> None:
        """The image there, or the last one if there are fewer."""
        if self._images.rowCount():
            self.show_image(self._images.image_id(min(row, self._images.rowCount() - 1)))

    def place(self) -> ViewPlace:
        """Where the view stands, to be given to `restore` later, perhaps on another list."""
        anchor = self._anchor or self._anchor_here()
        return ViewPlace(replace(anchor) if anchor else None, self.current_id(), self._selected(), self._runs)

    def restore(self, place: ViewPlace) -> None:
        """Go back to a place, as far as its images are in the list."""
        self._restoring = True  # others hear of it when all is in place
        try:
            self._select_runs(self._runs_of(place))
            row = self._images.row_of(place.current) if place.current is not None else None
            index = QModelIndex() if row is None else self._images.index(row)
            self.selectionModel().setCurrentIndex(index, Select.NoUpdate)
            self._anchor = replace(place.anchor) if place.anchor else None
            self.updateGeometries()
            self.viewport().update()
        finally:
            self._restoring = False
        self._tell_current()
        self._tell_selection()

    def _selected(self) -> Ids:
        return ids_in(self._runs, self._images.ids())

    def _runs_of(self, place: ViewPlace) -> RowRuns:
        """Mostly images were added at the end only; looking up a million one by one would take half a second."""
        if np.array_equal(ids_in(place.runs, self._images.ids()), place.selected):
            return place.runs
        return runs_of(self._images.rows_of(place.selected))

    def _tell_current(self) -> None:
        current = self.current_id()
        if not self._restoring and current != self._told.current:
            self._told.current = current
            self.current_changed.emit(current)

    def _tell_selection(self) -> None:
        if self._restoring:
            return
        selected = self._selected()
        if not np.array_equal(selected, self._told.selected):
            self._told.selected = selected
            self.selection_changed.emit(selected.tolist())

    # -- a replaced list --------------------------------------------------------------------------------------

    def _on_about_to_reset(self) -> None:
        self._kept = self.place()

    def _on_reset(self) -> None:
        self._runs = []
        self._geometry, self._grouped = GridGeometry(), None  # nothing scrolls by the old list's measures meanwhile
        self.restore(self._kept if self._images.keeps_place else ViewPlace())

    # -- selection --------------------------------------------------------------------------------------------

    def setSelection(self, rect: QRect, command: Select) -> None:
        """Qt calls this for clicks and keys: all rows from one end to the other, with Shift perhaps far apart."""
        ends = rect.topLeft(), rect.bottomRight()
        rows = [row for point in ends if (row := self._row_at(point)) is not None]
        self._select_runs([(min(rows), max(rows))] if rows else [], command)

    def select_band(self, band: QRect, kept: RowRuns) -> None:
        """Select the tiles that the band touches, in content coordinates, beside those kept."""
        runs = merged(kept + self._geometry.runs_in(band))
        if runs != self._runs:
            self._select_runs(runs)

    def select_group(self, group: int, add: bool = False) -> None:
        """Select all images of a group, alone or beside what is selected; its first one is the current one."""
        if self._grouped is None or not 0 <= group < self._grouped.groups:
            return
        rows = self._grouped.rows_of_group(group)
        self.selectionModel().setCurrentIndex(self._images.index(rows.start), Select.NoUpdate)
        self._select_runs(merged([*(self._runs if add else ()), (rows.start, rows.stop - 1)]))

    def select_current_group(self) -> None:
        row = self.currentIndex().row()
        if self._grouped is not None and 0 <= row < self._grouped.count:
            self.select_group(self._grouped.group_of(row))

    def selectAll(self) -> None:
        if self._geometry.count:
            self._select_runs([(0, self._geometry.count - 1)])

    def _select_runs(self, runs: Iterable[tuple[int, int]], command: Select = Select.ClearAndSelect) -> None:
        selection = QItemSelection()
        for first, last in runs:
            selection.append(QItemSelectionRange(self._images.index(first), self._images.index(last)))
        self.selectionModel().select(selection, command)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        QAbstractItemView.selectionChanged(self, selected, deselected)  # QListView's visits every selected row
        self._runs = merged(_runs_in(self.selectionModel().selection()))
        self._tell_selection()

    def currentChanged(self, current: ModelIndex, previous: ModelIndex) -> None:
        super().currentChanged(current, previous)
        self._tell_current()

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        """What to repaint, on screen only: Qt asks this for a selection of any size."""
        seen = self._rows_on_screen()
        rows: list[int] = []
        for first, last in _runs_in(selection):
            rows.extend(range(max(seen.start, first), min(seen.stop, last + 1)))
            if len(rows) > MAX_UPDATED_TILES:
                return QRegion(self.viewport().rect())
        region = QRegion()
        for row in rows:
            region += self.visualRect(self._images.index(row))
        return region


def _runs_in(selection: QItemSelection) -> RowRuns:
    ranges = (selection.at(i) for i in range(selection.size()))
    return [(r.top(), r.bottom()) for r in ranges]
