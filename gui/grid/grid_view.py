"""The picture grid as the user meets it: painting, keys, mouse, the "Find similar" button, dragging files out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from engine.sentences import said
from gui.grid.grid_selection import GridSelection
from gui.grid.grid_surface import USUAL
from gui.grid.group_header import paint_header
from gui.grid.image_model import ImageModel
from gui.grid.rubber_band import RubberBand
from gui.grid.tile_delegate import TileDelegate, TileState
from gui.language import tr
from gui.widgets.plain_text import tool_tip

SIZE_STEP = 16
WHEEL_NOTCH = 120
HEADER_TIP = said("Select these pictures; with Ctrl, beside what is selected")
_NAVIGATION = {
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
}
_REQUESTS = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Backspace}
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_ADDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
_LEFT = Qt.MouseButton.LeftButton


class GridView(GridSelection):
    """Shows an ImageModel; used for browsing and for hits alike.

    Signals, beside those of GridSelection and GridSurface:
        similar_requested(int): Enter, double click, or a click on the hovered tile's button.
        preview_requested(int): Space.
        context_menu_requested(QPoint, list[int]): global position and the selected images.
        back_requested(): Backspace.
    """

    similar_requested = Signal(object)
    preview_requested = Signal(object)
    context_menu_requested = Signal(QPoint, object)
    back_requested = Signal()

    def __init__(self, model: ImageModel, parent: QWidget | None = None):
        self._tiles = TileDelegate()
        self._mouse: QPoint | None = None
        self._hovered: int | None = None  # row
        self._hovered_group: int | None = None  # whose header the mouse is on
        self._over_button = False
        self._pressed_button: int | None = None  # image id
        self._pressed_header = False
        self._wheel = 0
        super().__init__(model, parent)
        self._band = RubberBand(self)
        self.setAccessibleName(tr("Pictures"))
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.viewport().setMouseTracking(True)

    # -- painting ---------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        view, geometry, images = self.viewport(), self._geometry, self._images
        self._tiles.prepare(self.palette(), self.font(), self._tile_size, view.devicePixelRatioF(), self.hasFocus())
        top = self.verticalOffset()
        dirty = event.region()
        painter = QPainter(view)
        bounds = dirty.boundingRect().translated(0, top)
        rows = geometry.rows_of_lines(geometry.lines_touching(bounds.top(), bounds.bottom()))
        selected, current = self._selected_among(rows), self.currentIndex().row()
        for row in rows:
            rect = geometry.rect(row).translated(0, -top)
            if dirty.intersects(rect):
                hovered = row == self._hovered
                over_button = hovered and self._over_button
                decided = images.decided(row)
                state = TileState(row in selected, row == current, hovered, over_button, decided)
                tile = images.tile(row)
                labels = images.labels_of(tile) if tile is not None else ()
                self._tiles.paint(painter, rect, tile, images.distance(row), state, labels, images.nearness(row))
        self._paint_headers(painter, dirty)
        self._band.paint(painter, self.palette())
        painter.end()

    def _paint_headers(self, painter: QPainter, dirty: QRegion) -> None:
        groups, grouped = self._images.groups(), self._grouped
        if groups is None or grouped is None:
            return
        for group in self._groups_on_screen():
            rect = self.header_rect(group)
            if dirty.intersects(rect):
                count, hovered = len(grouped.rows_of_group(group)), group == self._hovered_group
                paint_header(painter, rect, groups.titles[group], count, self.font(), self.palette(), hovered)

    def _selected_among(self, rows: range) -> set[int]:
        selected: set[int] = set()
        for first, last in self._runs:
            selected.update(range(max(first, rows.start), min(last + 1, rows.stop)))
        return selected

    # -- keys -------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that mean nothing here are left to the window, which gives labels by letters and digits."""
        key = Qt.Key(event.key())
        plain = event.modifiers() in _PLAIN
        current = self.current_id()
        if plain and key in _REQUESTS and event.isAutoRepeat():
            return  # a key held down asks once
        if plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current is not None:
            self.similar_requested.emit(current)
        elif plain and key == Qt.Key.Key_Space and current is not None:
            self.preview_requested.emit(current)
        elif plain and key == Qt.Key.Key_Backspace:
            self.back_requested.emit()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier and self._resized_by(key):
            pass
        elif key in _NAVIGATION or key == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _resized_by(self, key: Qt.Key) -> bool:
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.set_tile_size(self._tile_size + SIZE_STEP)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.set_tile_size(self._tile_size - SIZE_STEP)
        elif key == Qt.Key.Key_0:
            self.set_tile_size(USUAL)
        else:
            return False
        return True

    def keyboardSearch(self, search: str) -> None:
        """Nothing: Qt would ask every row for its name, one by one."""

    # -- mouse ------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        self._hover_at(point)
        if event.button() == _LEFT and self._over_button and self._hovered is not None:
            self._pressed_button = self._images.image_id(self._hovered)
            return
        if event.button() == _LEFT and self._hovered_group is not None:
            self._pressed_header = True
            self.select_group(self._hovered_group, bool(event.modifiers() & _ADDING))
            return
        if event.button() == _LEFT and self._hovered is None:
            if not event.modifiers() & _ADDING:
                self.clearSelection()
            self._band.begin(point, self._runs)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if self._band.is_pulled():
            self._hover_at(None)
            self._band.pull_to(point)
            return
        self._hover_at(point)
        if self._pressed_button is None and not self._pressed_header:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == _LEFT and self._pressed_header:
            self._pressed_header = False  # the press has selected
            return
        if event.button() == _LEFT and self._band.is_pulled():
            self._band.let_go()  # not to Qt, which would take it for a click beside the tiles
            return
        if event.button() != _LEFT or self._pressed_button is None:
            super().mouseReleaseEvent(event)
            return
        pressed, self._pressed_button = self._pressed_button, None
        self._hover_at(event.position().toPoint())
        if self._over_button and self._hovered is not None and self._images.image_id(self._hovered) == pressed:
            self.similar_requested.emit(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Not through Qt's `activated`, which some desktops send on a single click."""
        point = event.position().toPoint()
        self._hover_at(point)
        if event.button() == _LEFT and self._over_button:
            return  # the first click has asked already; this one may be over another image by now
        row = self._tile_at(point)
        if event.button() == _LEFT and row is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.similar_requested.emit(self._images.image_id(row))
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self._wheel += event.angleDelta().y()
        notches = int(self._wheel / WHEEL_NOTCH)  # touch pads send many small steps
        self._wheel -= notches * WHEEL_NOTCH
        self.set_tile_size(self._tile_size + notches * SIZE_STEP)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """About the selected images (the press has selected by now); between the tiles, about none."""
        position, ids = event.globalPos(), self.selected_ids()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.scrollTo(self.currentIndex())
            position = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())
        elif self._tile_at(event.pos()) is None:
            ids = []
        self.context_menu_requested.emit(position, ids)
        event.accept()

    # -- hovering ---------------------------------------------------------------------------------------------

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover_at(None)
        elif isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        return super().viewportEvent(event)

    def _contents_moved(self) -> None:
        super()._contents_moved()
        self._hover_at(self._mouse)

    def _hover_at(self, point: QPoint | None) -> None:
        """The tile under the mouse, also when it came there by scrolling."""
        self._mouse = point
        row, over = None, False
        if point is not None and (row := self._tile_at(point)) is not None:
            over = TileDelegate.button_rect(self._rect(row)).contains(point)
        self._hover_group(None if point is None else self._group_at(point))
        if (row, over) == (self._hovered, self._over_button):
            return
        for changed in (self._hovered, row):
            if changed is not None:
                self.viewport().update(self._rect(changed))
        self._hovered, self._over_button = row, over

    def _hover_group(self, group: int | None) -> None:
        if group != self._hovered_group:
            for changed in (self._hovered_group, group):
                if changed is not None and self._grouped is not None and changed < self._grouped.groups:
                    self.viewport().update(self.header_rect(changed))
            self._hovered_group = group

    def _rect(self, row: int) -> QRect:
        return self._geometry.rect(row).translated(0, -self.verticalOffset())

    def _show_tooltip(self, event: QHelpEvent) -> None:
        self._hover_at(event.pos())
        if self._hovered_group is not None:
            rect = self.header_rect(self._hovered_group)
            QToolTip.showText(event.globalPos(), tr(HEADER_TIP), self.viewport(), rect)
            return
        if self._hovered is None:
            QToolTip.hideText()
            return
        rect = self._rect(self._hovered)
        text = str(self._images.index(self._hovered).data())
        if self._over_button:
            rect, text = TileDelegate.button_rect(rect), tr("Find similar (Enter)")
        QToolTip.showText(event.globalPos(), tool_tip(text), self.viewport(), rect)

    # -- dragging out -----------------------------------------------------------------------------------------

    def startDrag(self, actions: Qt.DropAction) -> None:
        drag = self.make_drag()
        if drag is not None:
            drag.exec(Qt.DropAction.CopyAction)

    def make_drag(self) -> QDrag | None:
        """A drag of the selected images' files, with the current picture at the pointer."""
        ids = self.selected_ids()
        if not ids:
            return None
        drag = QDrag(self)
        drag.setMimeData(self._images.mime_data_of(ids))
        row = self.currentIndex().row()
        tile = self._images.tile(row) if row >= 0 else None
        if tile is not None and tile.pixmap is not None:
            drag.setPixmap(
                tile.pixmap.scaled(
                    96, 96, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
            )
        return drag
