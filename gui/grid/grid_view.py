"""The picture grid as a view: geometry by arithmetic, so a million images scroll and resize like ten.

How a tile looks is TileDelegate's matter, what it holds ImageModel's. This file knows keys, mouse and scrolling.
"""

from __future__ import annotations

import html
from collections.abc import Iterable

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
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDrag,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from gui.grid.geometry import LINE_GAP, GridGeometry
from gui.grid.image_model import ImageModel
from gui.grid.tile import PictureShape
from gui.grid.tile_delegate import TileDelegate, TileState
from gui.grid.view_place import Anchor, ViewPlace, merged, runs_of

Index = QModelIndex | QPersistentModelIndex
Hint = QAbstractItemView.ScrollHint
Cursor = QAbstractItemView.CursorAction
Select = QItemSelectionModel.SelectionFlag

SMALLEST, USUAL, LARGEST = 96, 160, 320
SIZE_STEP = 16
WHEEL_NOTCH = 120
_NAVIGATION = {
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down,
    Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
}  # fmt: skip


class GridView(QAbstractItemView):
    """Shows an ImageModel.

    Signals (image ids travel as Python ints, since a C int would cut them at 32 bits):
        similar_requested(int): Enter, double click or the button on the hovered tile.
        preview_requested(int): Space.
        current_changed(int | None), selection_changed(list[int]): also after the list of images was replaced.
        context_menu_requested(QPoint, list[int]): global position and the selected images.
        back_requested(): Backspace.
        tile_size_changed(int): by wheel, keys or set_tile_size.
    """

    similar_requested = Signal(object)
    preview_requested = Signal(object)
    current_changed = Signal(object)
    selection_changed = Signal(object)
    context_menu_requested = Signal(QPoint, object)
    back_requested = Signal()
    tile_size_changed = Signal(int)

    def __init__(self, model: ImageModel, parent: QWidget | None = None):
        super().__init__(parent)
        self._images = model
        self._tiles = TileDelegate()
        self._tile_size = USUAL
        self._geometry = GridGeometry()
        self._anchor: Anchor | None = None
        self._laying_out = False
        self._downwards = True
        self._runs: list[tuple[int, int]] = []  # selected rows
        self._place = ViewPlace()  # what was last told to others, and what is kept over a reset
        self._mouse: QPoint | None = None
        self._hovered: int | None = None
        self._pressed_button: int | None = None  # image id
        self._band_start: QPoint | None = None  # in content coordinates
        self._band = QRect()
        self._wheel = 0
        self._set_up()
        self.setModel(model)

    def _set_up(self) -> None:
        self.setAccessibleName("Images")
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.viewport().setMouseTracking(True)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:
            model.modelAboutToBeReset.connect(self._on_about_to_reset)
            model.modelReset.connect(self._on_reset)
        self.updateGeometries()

    # -- what others ask --------------------------------------------------------------------------------------

    def current_id(self) -> int | None:
        row = self.currentIndex().row()
        return self._images.image_id(row) if 0 <= row < self._geometry.count else None

    def selected_ids(self) -> list[int]:
        """In row order."""
        return self._selected_array().tolist()

    def tile_size(self) -> int:
        return self._tile_size

    def set_tile_size(self, size: int) -> None:
        """The edge of a picture in logical pixels. The current image stays in view, else the one at the top."""
        size = max(SMALLEST, min(LARGEST, size))
        if size == self._tile_size:
            return
        current = self.visualRect(self.currentIndex())
        held = current.isValid() and current.intersects(self.viewport().rect())
        self._tile_size = size
        self.updateGeometries()
        if held:
            rect = self._geometry.rect(self.currentIndex().row())
            self.verticalScrollBar().setValue(rect.center().y() - current.center().y())
            self.scrollTo(self.currentIndex())
        self.viewport().update()
        self.tile_size_changed.emit(size)

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
        return ViewPlace(self._anchor, self.current_id(), self._selected_array())

    def restore(self, place: ViewPlace) -> None:
        """Go back to a place, as far as its images are in the list."""
        self._select_runs(runs_of(self._images.rows_of(place.selected)) if len(place.selected) else [])
        row = self._images.row_of(place.current) if place.current is not None else None
        index = self._images.index(row) if row is not None else QModelIndex()
        self.selectionModel().setCurrentIndex(index, Select.NoUpdate)
        self._anchor = place.anchor
        self.updateGeometries()
        self._tell_changes()

    # -- geometry ---------------------------------------------------------------------------------------------

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
        super().updateGeometries()
        self._hover_at(self._mouse)
        self._ask_for_tiles()

    def _anchored_value(self) -> int:
        """The scroll position that has the anchor image on the top line again."""
        anchor = self._anchor
        if anchor is None:
            return 0
        row: int | None = anchor.row
        if anchor.row >= self._geometry.count or self._images.image_id(anchor.row) != anchor.image_id:
            row = self._images.row_of(anchor.image_id)
        if row is None:
            return self.verticalScrollBar().value()
        anchor.row = row
        geometry = self._geometry
        return round((row // geometry.columns + anchor.hidden) * geometry.pitch)

    def _remember_anchor(self) -> None:
        """Kept until the user scrolls, so that a window made narrow and wide again shows what it did before."""
        geometry, value = self._geometry, self.verticalScrollBar().value()
        row = value // geometry.pitch * geometry.columns
        if row < geometry.count:
            hidden = value % geometry.pitch / geometry.pitch
            self._anchor = Anchor(self._images.image_id(row), row, hidden)

    def _visible_rows(self) -> range:
        top = self.verticalOffset()
        lines = self._geometry.lines_touching(top, top + self.viewport().height() - 1)
        return self._geometry.rows_of_lines(lines)

    def _ask_for_tiles(self) -> None:
        """What is on screen first, then a page in the direction of travel, then half a page behind."""
        if not self.isVisible():
            return
        geometry, top, height = self._geometry, self.verticalOffset(), self.viewport().height()
        visible = self._visible_rows()
        below = geometry.rows_of_lines(geometry.lines_touching(top + height, top + 2 * height))
        above = geometry.rows_of_lines(geometry.lines_touching(top - height, top))
        below = range(max(below.start, visible.stop), max(below.stop, visible.stop))
        above = range(min(above.start, visible.start), visible.start)[::-1]
        around = (below, above[: len(above) // 2]) if self._downwards else (above, below[: len(below) // 2])
        self._images.want(visible, around)

    def visualRect(self, index: Index) -> QRect:
        if not 0 <= index.row() < self._geometry.count:
            return QRect()
        return self._geometry.rect(index.row()).translated(0, -self.verticalOffset())

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = self._geometry.row_at(point.x(), point.y() + self.verticalOffset())
        return QModelIndex() if row is None else self._images.index(row)

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:
        return False

    def scrollTo(self, index: Index, hint: Hint = Hint.EnsureVisible) -> None:
        if not 0 <= index.row() < self._geometry.count:
            return
        rect = self._geometry.rect(index.row()).adjusted(0, -LINE_GAP, 0, LINE_GAP)
        top, bottom = rect.top(), rect.bottom() + 1 - self.viewport().height()
        value = self.verticalOffset()
        if hint == Hint.PositionAtTop or (hint == Hint.EnsureVisible and (value > top or bottom > top)):
            value = top
        elif hint == Hint.PositionAtCenter:
            value = (top + bottom) // 2
        elif hint == Hint.PositionAtBottom or value < bottom:
            value = bottom
        self.verticalScrollBar().setValue(value)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().scroll(0, dy)
        if self._laying_out:
            return  # updateGeometries asks when all is in place
        self._downwards = dy < 0
        self._remember_anchor()
        self._hover_at(self._mouse)
        self._ask_for_tiles()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)  # calls updateGeometries
        self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometries()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange, QEvent.Type.DevicePixelRatioChange):
            self.updateGeometries()
            self.viewport().update()

    # -- a changed list ---------------------------------------------------------------------------------------

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        super().rowsInserted(parent, start, end)
        self.updateGeometries()
        self.viewport().update()

    def _on_about_to_reset(self) -> None:
        self._place = self.place()

    def _on_reset(self) -> None:
        kept, self._runs = self._place, []
        self._geometry = GridGeometry()
        self._anchor = None
        self.restore(kept if self._images.keeps_place else ViewPlace())
        self.viewport().update()

    # -- selection --------------------------------------------------------------------------------------------

    def setSelection(self, rect: QRect, command: Select) -> None:
        """A rubber band takes the tiles it touches; a click or key with Shift takes all rows from one end to the other."""
        content = rect.translated(0, self.verticalOffset())
        if self.state() == QAbstractItemView.State.DragSelectingState:
            runs = self._geometry.runs_in(content.normalized())
        else:
            ends = (content.topLeft(), content.bottomRight())
            rows = [row for p in ends if (row := self._geometry.row_at(p.x(), p.y())) is not None]
            runs = [(min(rows), max(rows))] if rows else []
        self._select_runs(runs, command)

    def _select_runs(self, runs: Iterable[tuple[int, int]], command: Select = Select.ClearAndSelect) -> None:
        selection = QItemSelection()
        for first, last in runs:
            selection.append(QItemSelectionRange(self._images.index(first), self._images.index(last)))
        self.selectionModel().select(selection, command)

    def selectAll(self) -> None:
        if self._geometry.count:
            self._select_runs([(0, self._geometry.count - 1)])

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        ranges = self.selectionModel().selection()
        self._runs = merged([(r.top(), r.bottom()) for r in ranges])
        self._tell_selection()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.update(previous)
        self._tell_current()

    def _selected_array(self) -> np.ndarray:
        ids = self._images.ids()
        return np.concatenate([np.empty(0, np.int64), *(ids[first : last + 1] for first, last in self._runs)])

    def _tell_changes(self) -> None:
        self._tell_current()
        self._tell_selection()

    def _tell_current(self) -> None:
        if (current := self.current_id()) != self._place.current:
            self._place.current = current
            self.current_changed.emit(current)

    def _tell_selection(self) -> None:
        selected = self._selected_array()
        if not np.array_equal(selected, self._place.selected):
            self._place.selected = selected
            self.selection_changed.emit(selected.tolist())
