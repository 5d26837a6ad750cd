"""The part of the grid view that knows where things are: layout, scrolling, the cursor's way, selection, place.

Geometry is arithmetic, so a million images scroll and resize like ten. What keys, mouse and paint do is GridView's.

It is a QListView for screen readers alone, to which Qt shows as a list only what is a QListView by class. Of that
class nothing that lays out items must ever run (140 ms for each resize of 100,000 images), so those methods go to
QAbstractItemView directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QRegion, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from gui.grid.geometry import LINE_GAP, GridGeometry
from gui.grid.image_model import Ids, ImageModel
from gui.grid.tile import PictureShape
from gui.grid.tile_delegate import TileDelegate
from gui.grid.view_place import Anchor, Runs, ViewPlace, ids_in, merged, runs_of

Index = QModelIndex | QPersistentModelIndex
Hint = QAbstractItemView.ScrollHint
Cursor = QAbstractItemView.CursorAction
Select = QItemSelectionModel.SelectionFlag

SMALLEST, USUAL, LARGEST = 96, 160, 320
MAX_UPDATED_TILES = 16  # a change of selection that touches more tiles on screen repaints all of them


class GridSurface(QListView):
    """Lays out an ImageModel, scrolls it and keeps its selection.

    Signals (image ids travel as Python ints, since a C int would cut them at 32 bits):
        current_changed(int | None), selection_changed(list[int]): also after the list of images was replaced.
        tile_size_changed(int): the edge of a picture in logical pixels.
    """

    current_changed = Signal(object)
    selection_changed = Signal(object)
    tile_size_changed = Signal(int)

    def __init__(self, model: ImageModel, parent: QWidget | None = None):
        super().__init__(parent)
        self._images = model
        self._tile_size = USUAL
        self._geometry = GridGeometry()
        self._anchor: Anchor | None = None
        self._downwards = True
        self._laying_out = False
        self._restoring = False
        self._runs: Runs = []  # selected rows
        self._told = ViewPlace()  # what others know of current image and selection
        self._kept = ViewPlace()  # over a reset
        self._set_up()
        self.setModel(model)

    def _set_up(self) -> None:
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            model.modelAboutToBeReset.connect(self._on_about_to_reset)
            model.modelReset.connect(self._on_reset)
        self.updateGeometries()

    # -- current image, selection, place ----------------------------------------------------------------------

    def current_id(self) -> int | None:
        row = self.currentIndex().row()
        return self._images.image_id(row) if 0 <= row < self._images.rowCount() else None

    def selected_ids(self) -> list[int]:
        """In row order."""
        ids: list[int] = self._selected().tolist()
        return ids

    def show_image(self, image_id: int) -> bool:
        """Make this image the current and only selected one and scroll to it; False if it is not in the list."""
        row = self._images.row_of(image_id)
        if row is None:
            return False
        self.setCurrentIndex(self._images.index(row))
        self.scrollTo(self.currentIndex())
        return True

    def place(self) -> ViewPlace:
        """Where the view stands, to be given to `restore` later, perhaps on another list."""
        anchor = self._anchor or self._anchor_here()
        return ViewPlace(replace(anchor) if anchor else None, self.current_id(), self._selected(), self._runs)

    def restore(self, place: ViewPlace) -> None:
        """Go back to a place, as far as its images are in the list."""
        self._restoring = True
        self._select_runs(self._runs_of(place))
        row = self._images.row_of(place.current) if place.current is not None else None
        index = QModelIndex() if row is None else self._images.index(row)
        self.selectionModel().setCurrentIndex(index, Select.NoUpdate)
        self._anchor = replace(place.anchor) if place.anchor else None
        self.updateGeometries()
        self.viewport().update()
        self._restoring = False
        self._tell_current()
        self._tell_selection()

    def _selected(self) -> Ids:
        return ids_in(self._runs, self._images.ids())

    def _runs_of(self, place: ViewPlace) -> Runs:
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

    # -- a changed list ---------------------------------------------------------------------------------------

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        QAbstractItemView.rowsInserted(self, parent, start, end)
        self.updateGeometries()
        self.viewport().update()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        QAbstractItemView.dataChanged(self, first, last, roles)

    def _on_about_to_reset(self) -> None:
        self._kept = self.place()

    def _on_reset(self) -> None:
        self._runs = []
        self._geometry = GridGeometry()  # nothing must scroll by the old list's measures meanwhile
        self.restore(self._kept if self._images.keeps_place else ViewPlace())

    # -- layout -----------------------------------------------------------------------------------------------

    def tile_size(self) -> int:
        return self._tile_size

    def set_tile_size(self, size: int) -> None:
        """The edge of a picture in logical pixels. The current image stays in view, else the one at the top."""
        size = max(SMALLEST, min(LARGEST, size))
        if size == self._tile_size:
            return
        current = self.visualRect(self.currentIndex())
        held = current.intersects(self.viewport().rect())
        self._tile_size = size
        self.updateGeometries()
        if held:
            centre = self._geometry.rect(self.currentIndex().row()).center()
            self.verticalScrollBar().setValue(centre.y() - current.center().y())
            self.scrollTo(self.currentIndex())
        self.viewport().update()
        self.tile_size_changed.emit(size)

    def updateGeometries(self) -> None:
        tile = TileDelegate.tile_size(self._tile_size, self.font())
        view = self.viewport()
        self._geometry = GridGeometry(self._images.rowCount(), view.width(), tile.width(), tile.height())
        ratio = view.devicePixelRatioF()
        self._images.set_shape(PictureShape(round(self._tile_size * ratio), ratio))
        bar = self.verticalScrollBar()
        self._laying_out = True
        bar.setSingleStep(max(16, self._geometry.pitch // 4))
        bar.setPageStep(max(1, view.height()))
        bar.setRange(0, max(0, self._geometry.content_height - view.height()))
        bar.setValue(self._anchored_value())
        self._laying_out = False
        QAbstractItemView.updateGeometries(self)
        self._contents_moved()

    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)  # calls updateGeometries

    def _anchor_here(self) -> Anchor | None:
        geometry = self._geometry
        line, hidden = divmod(self.verticalOffset(), geometry.pitch)
        row = line * geometry.columns
        if row >= geometry.count:
            return None
        return Anchor(self._images.image_id(row), row, hidden / geometry.pitch)

    def _anchored_value(self) -> int:
        """The scroll position that has the anchor image on the top line again."""
        anchor, images = self._anchor, self._images
        if anchor is None:
            return 0
        if anchor.row >= images.rowCount() or images.image_id(anchor.row) != anchor.image_id:
            row = images.row_of(anchor.image_id)
            if row is None:
                return self.verticalOffset()
            anchor.row = row
        return round((anchor.row // self._geometry.columns + anchor.hidden) * self._geometry.pitch)

    def _contents_moved(self) -> None:
        """What is on screen may have changed: ask for it, a page in the direction of travel, half a page behind."""
        if not self.isVisible():
            return
        geometry, top, height = self._geometry, self.verticalOffset(), self.viewport().height()
        seen = geometry.lines_touching(top, top + height - 1)
        page = len(seen)
        below = geometry.rows_of_lines(range(seen.stop, seen.stop + (page if self._downwards else page // 2)))
        above = geometry.rows_of_lines(
            range(max(0, seen.start - (page // 2 if self._downwards else page)), seen.start)
        )
        around = (below, above[::-1]) if self._downwards else (above[::-1], below)
        self._images.want(geometry.rows_of_lines(seen), around)

    def resizeEvent(self, event: QResizeEvent) -> None:
        QAbstractItemView.resizeEvent(self, event)  # calls updateGeometries
        self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometries()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometries()
            self.viewport().update()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.updateGeometries()
        return done

    # -- scrolling --------------------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().scroll(0, dy)
        if self._laying_out:
            return  # updateGeometries ends with _contents_moved
        self._downwards = dy < 0
        # Kept until the next scroll, so that a window made narrow and wide again shows what it did before.
        self._anchor = self._anchor_here()
        self._contents_moved()

    def scrollTo(self, index: Index, hint: Hint = Hint.EnsureVisible) -> None:
        if not 0 <= index.row() < self._geometry.count:
            return
        rect = self._geometry.rect(index.row()).adjusted(0, -LINE_GAP, 0, LINE_GAP)
        top, bottom = rect.top(), rect.bottom() + 1 - self.viewport().height()
        value = self.verticalOffset()
        if hint == Hint.PositionAtCenter:
            value = (top + bottom) // 2
        elif hint == Hint.PositionAtBottom:
            value = bottom
        elif hint == Hint.PositionAtTop or value > top or bottom > top:
            value = top
        elif value < bottom:
            value = bottom
        self.verticalScrollBar().setValue(value)

    def visualRect(self, index: Index) -> QRect:
        if not 0 <= index.row() < self._geometry.count:
            return QRect()
        return self._geometry.rect(index.row()).translated(0, -self.verticalOffset())

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = self._row_at(point)
        return QModelIndex() if row is None else self._images.index(row)

    def _row_at(self, point: QPoint) -> int | None:
        return self._geometry.row_at(point.x(), point.y() + self.verticalOffset())

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:
        return False

    def moveCursor(self, action: Cursor, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        geometry = self._geometry
        if not geometry.count:
            return QModelIndex()
        row = self.currentIndex().row()
        if row < 0:
            return self._images.index(min(geometry.count - 1, self._rows_on_screen().start))
        page = max(1, self.viewport().height() // geometry.pitch)
        lines = {Cursor.MoveUp: -1, Cursor.MoveDown: 1, Cursor.MovePageUp: -page, Cursor.MovePageDown: page}
        steps = {Cursor.MoveLeft: -1, Cursor.MovePrevious: -1, Cursor.MoveRight: 1, Cursor.MoveNext: 1}
        ends = {Cursor.MoveHome: 0, Cursor.MoveEnd: geometry.count - 1}
        if action in lines:
            target = self._lines_away(row, lines[action])
        else:
            target = ends.get(action, row + steps.get(action, 0))
        return self._images.index(max(0, min(geometry.count - 1, target)))

    def _lines_away(self, row: int, lines: int) -> int:
        """The same column some lines further; on the last line the last image if that column is empty there."""
        geometry = self._geometry
        line, column = divmod(row, geometry.columns)
        line = max(0, min(geometry.lines - 1, line + lines))
        return min(geometry.count - 1, line * geometry.columns + column)

    def _rows_on_screen(self) -> range:
        top = self.verticalOffset()
        return self._geometry.rows_of_lines(self._geometry.lines_touching(top, top + self.viewport().height() - 1))

    # -- selection --------------------------------------------------------------------------------------------

    def setSelection(self, rect: QRect, command: Select) -> None:
        """A rubber band takes the tiles it touches; with Shift, click and keys take all rows between the ends."""
        content = rect.translated(0, self.verticalOffset())
        if self.state() == QAbstractItemView.State.DragSelectingState:
            runs = self._geometry.runs_in(content.normalized())
        else:
            ends = content.topLeft(), content.bottomRight()
            rows = [row for p in ends if (row := self._geometry.row_at(p.x(), p.y())) is not None]
            runs = [(min(rows), max(rows))] if rows else []
        self._select_runs(runs, command)

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

    def currentChanged(self, current: Index, previous: Index) -> None:
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


def _runs_in(selection: QItemSelection) -> list[tuple[int, int]]:
    ranges = (selection.at(i) for i in range(selection.size()))
    return [(r.top(), r.bottom()) for r in ranges]
