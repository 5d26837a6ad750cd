"""The map as a person meets it: a lasso selects, a click asks for what is alike, wheel and keys zoom and move."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.arrays import Ids, Mask, Rows, Vectors
from gui.language import tr, tr_n
from gui.map.colouring import Colouring
from gui.map.lasso import within
from gui.map.map_legend import legend_words
from gui.map.map_surface import MapSurface
from gui.map.map_thumbs import MakeLoader
from gui.widgets.pinching import Pinching

REACH = 10.0  # pixels around the mouse
CORNERS_APART = 4  # pixels of a line drawn by hand
STEP = 60.0  # pixels that an arrow key moves it
ZOOM = 1.25
NOTCH = 120
NEAR_ALONG = 0.5  # how much farther one may lie to the side, when going from picture to picture

_DIRECTIONS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_ADDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
_CONTROL = Qt.KeyboardModifier.ControlModifier
_MOVING = (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton)


class MapView(MapSurface):
    """Signals:
    selection_changed(): what is selected, or the current picture.
    alike_requested(int): lines are to lead to what is most like this image.
    similar_requested(int): Enter or a double click.
    viewer_requested(int): Space.
    context_menu_requested(QPoint): at this global position.
    left(): Escape or Backspace.
    """

    selection_changed = Signal()
    alike_requested = Signal(object)
    similar_requested = Signal(object)
    viewer_requested = Signal(object)
    context_menu_requested = Signal(QPoint)
    left = Signal()

    _pinching: Pinching | None = None  # until it is made

    def __init__(self, make_loader: MakeLoader, parent: QWidget | None = None) -> None:
        super().__init__(make_loader, parent)
        self._pinching = Pinching(self, self._zoom)
        self._pressed: QPointF | None = None
        self._moved_from: QPointF | None = None
        self._has_moved = False
        self.only_current = False  # actions are about the current image, whatever is selected: a viewer shows it
        self.setAccessibleName(tr("Map of pictures"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # -- what is selected ---------------------------------------------------------------------------------------

    def selected_ids(self) -> list[int]:
        chosen: list[int] = self.image_ids[self.selected_N].tolist()
        return chosen

    def current_id(self) -> int | None:
        return None if self.current is None else int(self.image_ids[self.current])

    def chosen_ids(self) -> list[int]:
        """The images that an action is about."""
        current = self.current_id()
        return [current] if self.only_current and current is not None else self.selected_ids()

    def show_image(self, image_id: int, keep_selection: bool = False) -> bool:
        """Make this image the current one, and the only one selected, in sight; False if it is not on the map."""
        if (row := self.row_of(image_id)) is None:
            return False
        self.frame.go_to(self.places_N2[row])
        chosen_N = self.selected_N if keep_selection else np.arange(len(self.image_ids)) == row
        self._turn_to(row, chosen_N)
        return True

    def show_places(self, image_ids: Ids, places_N2: Vectors, spacing: float) -> None:
        before = self.selected_ids(), self.current_id()
        super().show_places(image_ids, places_N2, spacing)
        self._describe()
        if before != (self.selected_ids(), self.current_id()):
            self.selection_changed.emit()

    def show_colouring(self, colouring: Colouring) -> None:
        super().show_colouring(colouring)
        self._describe()

    def show_alike(self, image_id: int, image_ids: Ids) -> None:
        """Lines lead from the current picture, if it is this one, to these."""
        if self.current_id() == image_id:
            self.alike = np.flatnonzero(np.isin(self.image_ids, image_ids))
            self.update()

    def select_rows(self, rows: Rows, add: bool = False) -> None:
        """The first of them is the current one, unless that is among them already."""
        chosen_N = self.selected_N.copy() if add else np.zeros(len(self.image_ids), np.bool_)
        chosen_N[rows] = True
        current = self.current
        if current is None or not chosen_N[current]:
            current = int(rows[0]) if len(rows) else None
        self._select(chosen_N, current)

    def select_all(self) -> None:
        self.select_rows(np.arange(len(self.image_ids)))

    def _select(self, chosen_N: Mask, current: int | None) -> None:
        self.selected_N = chosen_N
        if current != self.current:
            self.alike = np.empty(0, np.int64)
        self.current = current
        self.update()
        self._describe()
        self.selection_changed.emit()

    def _pick(self, row: int, toggle: bool) -> None:
        chosen_N = self.selected_N.copy() if toggle else np.zeros(len(self.image_ids), np.bool_)
        chosen_N[row] = not (toggle and chosen_N[row])
        self._turn_to(row, chosen_N)

    def _turn_to(self, row: int, chosen_N: Mask) -> None:
        self._select(chosen_N, row)
        self.alike_requested.emit(int(self.image_ids[row]))

    def _describe(self) -> None:
        """For who cannot see it."""
        count, chosen = len(self.image_ids), int(self.selected_N.sum())
        legend = legend_words(self.colouring.kinds)
        words = tr_n(
            "{n:,} pictures, {chosen:,} selected. {legend}",
            "{n:,} picture, {chosen:,} selected. {legend}",
            count,
            chosen=chosen,
            legend=legend,
        )
        self.setAccessibleDescription(words)

    # -- mouse --------------------------------------------------------------------------------------------------

    def row_at(self, point: QPointF) -> int | None:
        """The picture there: a thumbnail, or the nearest dot."""
        if not len(self.image_ids):
            return None
        at = np.array([point.x(), point.y()], np.float32)
        rows, size = self.thumb_rows()
        if len(rows):
            apart_M2 = np.abs(self.frame.to_view(self.places_N2[rows]) - at)
            under = rows[(apart_M2 <= size / 2).all(axis=1)]
            if len(under):
                return int(under[0])
        apart_N2 = self.frame.to_view(self.places_N2) - at
        squares_N = (apart_N2**2).sum(axis=1)
        nearest = int(squares_N.argmin())
        return nearest if squares_N[nearest] <= REACH**2 else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self.lasso = event.position(), []
        elif event.button() in _MOVING:
            self._moved_from, self._has_moved = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._moved_from is not None:
            by = at - self._moved_from
            if self._has_moved or by.manhattanLength() >= QApplication.startDragDistance():
                self._has_moved, self._moved_from = True, at
                self.frame.pan(by.x(), by.y())
                self.update()
        elif self._pressed is not None:
            far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
            if far and not self.lasso:
                self.lasso = [self._pressed]
            # Corners that are hardly apart would only take time
            if self.lasso and (at - self.lasso[-1]).manhattanLength() >= CORNERS_APART:
                self.lasso.append(at)
                self.update()
        else:
            self._hover(self.row_at(at))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() in _MOVING:
            self._moved_from = None
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        drawn, self.lasso, self._pressed = self.lasso, [], None
        adding = bool(event.modifiers() & _ADDING)
        if drawn:
            self.select_within(np.array([[point.x(), point.y()] for point in drawn], np.float32), adding)
        elif (row := self.row_at(event.position())) is not None:
            self._pick(row, adding)
        elif not adding:
            self.select_rows(np.empty(0, np.int64))

    def select_within(self, corners_C2: Vectors, add: bool = False) -> None:
        """What a closed line goes around, drawn in pixels of the view."""
        self.select_rows(np.flatnonzero(within(corners_C2, self.frame.to_view(self.places_N2))), add)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and (row := self.row_at(event.position())) is not None:
            self._pressed = None
            self.similar_requested.emit(int(self.image_ids[row]))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            if self._has_moved:  # the map was moved by that button
                self._has_moved = False
                return
            row = self.row_at(QPointF(event.pos()))
            if row is not None and not self.selected_N[row]:
                self._pick(row, toggle=False)
        if self.selected_N.any():
            self.context_menu_requested.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, row: int | None) -> None:
        if row != self.hovered:
            self.hovered = row
            self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._zoom(ZOOM ** (event.angleDelta().y() / NOTCH), event.position())
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Two fingers zoom, too."""
        return (self._pinching is not None and self._pinching.takes(event)) or super().event(event)

    def _zoom(self, factor: float, at: QPointF | None = None) -> None:
        self.frame.zoom(factor, *((at.x(), at.y()) if at is not None else ()))
        self.hovered = None
        self.update()

    def _place_of_current(self) -> QPointF | None:
        """Keys zoom around the current picture, if it is in sight."""
        if self.current is None:
            return None
        x, y = self.frame.to_view(self.places_N2[self.current][None])[0].tolist()
        return QPointF(x, y) if self.rect().contains(int(x), int(y)) else None

    # -- keys ---------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that mean nothing here are left to the window, which gives labels by letters and digits."""
        key = Qt.Key(event.key())
        if key in _DIRECTIONS:
            self._on_arrow(_DIRECTIONS[key], bool(event.modifiers() & _CONTROL))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._zoom(ZOOM, self._place_of_current())
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self._zoom(1 / ZOOM, self._place_of_current())
        elif key == Qt.Key.Key_0:
            self.frame.fit()
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.similar_requested.emit(self.current_id())
        elif key == Qt.Key.Key_Space and self.current is not None:
            self.viewer_requested.emit(self.current_id())
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Backspace):
            self._on_escape()
        else:
            event.ignore()

    def _on_escape(self) -> None:
        """A line that is being drawn is given up; else the map is left."""
        if self.lasso:
            self.lasso, self._pressed = [], None
            self.update()
        else:
            self.left.emit()

    def _on_arrow(self, direction: tuple[int, int], steps: bool) -> None:
        if steps:
            self.step(direction)
        else:
            self.frame.pan(-STEP * direction[0], -STEP * direction[1])
            self.update()

    def step(self, direction: tuple[int, int]) -> None:
        """To the nearest picture that way; the first time to the one that is nearest to the middle."""
        if not len(self.image_ids):
            return
        if self.current is None:
            row = int(((self.places_N2 - self.frame.centre) ** 2).sum(axis=1).argmin())
        else:
            apart_N2 = self.places_N2 - self.places_N2[self.current]
            along_N = apart_N2 @ np.array(direction, np.float32)
            aside_N = np.abs(apart_N2 @ np.array([-direction[1], direction[0]], np.float32))
            ahead = np.flatnonzero((along_N > 0) & (aside_N <= along_N))
            if not len(ahead):
                return
            row = int(ahead[(along_N[ahead] + aside_N[ahead] / NEAR_ALONG).argmin()])
        self.frame.go_to(self.places_N2[row])
        self._pick(row, toggle=False)
