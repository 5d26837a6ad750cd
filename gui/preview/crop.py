"""Drawing the part of a picture to search for, with the mouse or the keyboard.

`CropOverlay` lies over a picture's view while a part is being chosen. All rectangles are in original pixels.
"""

from enum import Flag
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.sentences import said
from gui.language import tr
from gui.preview.badge import badge_rect, paint_badge
from gui.preview.viewport import Viewport
from gui.widgets.icons import icon
from gui.widgets.theme import SPACE_M, SPACE_S

SMALLEST = 8  # pixels; less shows nothing to be similar to
GRIP = 9.0  # how near the pointer must be to an edge or corner to take it
HANDLE = 7.0
HINT = said("Drag over the part to search for")
_SHADE = QColor(0, 0, 0, 130)  # over the rest of the picture, whatever the theme
_ARROWS = {
    Qt.Key.Key_Left: QPoint(-1, 0),
    Qt.Key.Key_Right: QPoint(1, 0),
    Qt.Key.Key_Up: QPoint(0, -1),
    Qt.Key.Key_Down: QPoint(0, 1),
}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Edge(Flag):
    NONE = 0
    LEFT = 1
    TOP = 2
    RIGHT = 4
    BOTTOM = 8


_CURSORS = {
    Edge.LEFT: Qt.CursorShape.SizeHorCursor,
    Edge.RIGHT: Qt.CursorShape.SizeHorCursor,
    Edge.TOP: Qt.CursorShape.SizeVerCursor,
    Edge.BOTTOM: Qt.CursorShape.SizeVerCursor,
    Edge.LEFT | Edge.TOP: Qt.CursorShape.SizeFDiagCursor,
    Edge.RIGHT | Edge.BOTTOM: Qt.CursorShape.SizeFDiagCursor,
    Edge.RIGHT | Edge.TOP: Qt.CursorShape.SizeBDiagCursor,
    Edge.LEFT | Edge.BOTTOM: Qt.CursorShape.SizeBDiagCursor,
}


def centred_half(full: QSize) -> QRect:
    width, height = max(1, full.width() // 2), max(1, full.height() // 2)
    return QRect((full.width() - width) // 2, (full.height() - height) // 2, width, height)


def moved(rect: QRect, by: QPoint, full: QSize) -> QRect:
    x = min(max(rect.x() + by.x(), 0), full.width() - rect.width())
    y = min(max(rect.y() + by.y(), 0), full.height() - rect.height())
    return QRect(x, y, rect.width(), rect.height())


def resized(rect: QRect, edges: Edge, to: QPoint, full: QSize) -> QRect:
    """`rect` with the given edges brought to the point `to`, inside the picture and not too small."""
    left, right = _pulled(
        (rect.x(), rect.x() + rect.width()), to.x(), full.width(), Edge.LEFT in edges, Edge.RIGHT in edges
    )
    top, bottom = _pulled(
        (rect.y(), rect.y() + rect.height()), to.y(), full.height(), Edge.TOP in edges, Edge.BOTTOM in edges
    )
    return QRect(left, top, right - left, bottom - top)


def spanned(start: QPointF, end: QPointF, full: QSize) -> QRect:
    """The rectangle between two points, inside the picture; empty when they are too near each other."""
    left, right = sorted((start.x(), end.x()))
    top, bottom = sorted((start.y(), end.y()))
    corner = QPoint(max(0, round(left)), max(0, round(top)))
    width = min(full.width(), round(right)) - corner.x()
    height = min(full.height(), round(bottom)) - corner.y()
    if width < min(SMALLEST, full.width()) or height < min(SMALLEST, full.height()):
        return QRect()
    return QRect(corner, QSize(width, height))


def _pulled(side: tuple[int, int], to: int, length: int, low: bool, high: bool) -> tuple[int, int]:
    start, end = side
    smallest = min(SMALLEST, length)
    if low:
        start = min(max(to, 0), max(0, end - smallest))
    if high:
        end = max(min(to, length), min(length, start + smallest))
    return start, end


class CropOverlay(QWidget):
    """Signals: `chosen(QRect)` with the part in original pixels, `cancelled()`."""

    chosen = Signal(QRect)
    cancelled = Signal()

    def __init__(self, viewport: Viewport, parent: QWidget) -> None:
        super().__init__(parent)
        self._viewport = viewport
        self._part = QRect()
        self._drag_start: QPointF | None = None  # in original pixels
        self._dragged_edges = Edge.NONE
        self._dragged_part = QRect()  # as it was when the drag began; empty while a new one is drawn
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Part of the picture to search for"))
        self.setAccessibleDescription(
            tr(
                "Arrows move the part, Shift and arrows resize it, Ctrl makes the steps small, "
                "Enter searches, Escape cancels"
            )
        )
        self._find = QPushButton(icon("search"), tr("Find similar to this part"), self)
        self._cancel = QToolButton(self)
        self._lay_out()
        self.hide()

    def part(self) -> QRect:
        return QRect(self._part)

    def start(self, part: QRect) -> None:
        """Begin with `part`, or with an empty rectangle to let the person draw."""
        self._drag_start = None
        self._set_part(part)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.show()
        self.raise_()
        self.setFocus()

    def _lay_out(self) -> None:
        self._find.setAutoDefault(False)
        self._find.clicked.connect(self._on_find_clicked)
        self._cancel.setIcon(icon("close"))
        self._cancel.setToolTip(tr("Cancel (Escape)"))
        self._cancel.setAccessibleName(tr("Cancel choosing a part"))
        self._cancel.clicked.connect(self.cancelled)
        for button in (self._find, self._cancel):
            button.setCursor(Qt.CursorShape.ArrowCursor)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addStretch()
        row.addWidget(self._find)
        row.addWidget(self._cancel)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_M)
        column.addStretch()
        column.addLayout(row)

    def _set_part(self, part: QRect) -> None:
        self._part = QRect(part)
        self._find.setEnabled(not part.isEmpty())
        self.update()

    def _on_find_clicked(self) -> None:
        if not self._part.isEmpty():
            self.chosen.emit(QRect(self._part))

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        at = event.position()
        self._dragged_edges = self._edges_at(at)
        inside = self._on_screen().contains(at)
        self._dragged_part = QRect(self._part) if self._dragged_edges or inside else QRect()
        self._drag_start = self._viewport.to_original(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._drag_start is None:
            self._show_cursor(at)
            return
        full = self._viewport.full
        here = self._viewport.to_original(at)
        if self._dragged_part.isEmpty():
            self._set_part(spanned(self._drag_start, here, full))
        elif self._dragged_edges:
            self._set_part(resized(self._dragged_part, self._dragged_edges, here.toPoint(), full))
        else:
            self._set_part(moved(self._dragged_part, (here - self._drag_start).toPoint(), full))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag_start = None
        self._show_cursor(event.position())

    def _show_cursor(self, at: QPointF) -> None:
        inside = self._on_screen().contains(at)
        elsewhere = Qt.CursorShape.SizeAllCursor if inside else Qt.CursorShape.CrossCursor
        self.setCursor(_CURSORS.get(self._edges_at(at), elsewhere))

    def _edges_at(self, at: QPointF) -> Edge:
        part = self._on_screen()
        if part.isEmpty() or not part.adjusted(-GRIP, -GRIP, GRIP, GRIP).contains(at):
            return Edge.NONE
        # Inside a small part the middle must stay free for moving it.
        grip_x, grip_y = min(GRIP, part.width() / 4), min(GRIP, part.height() / 4)
        edges = Edge.NONE
        if at.x() <= part.left() + grip_x:
            edges |= Edge.LEFT
        elif at.x() >= part.right() - grip_x:
            edges |= Edge.RIGHT
        if at.y() <= part.top() + grip_y:
            edges |= Edge.TOP
        elif at.y() >= part.bottom() - grip_y:
            edges |= Edge.BOTTOM
        return edges

    # The keyboard

    def event(self, event: QEvent) -> bool:
        # The window's own shortcuts (Escape clears the query) must not take these keys away.
        if event.type() == QEvent.Type.ShortcutOverride:
            key = cast(QKeyEvent, event).key()
            if key == Qt.Key.Key_Escape or key in _ENTER or key in _ARROWS:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape or (key in _ENTER and self._cancel.hasFocus()):
            self.cancelled.emit()
        elif key not in _ARROWS and key not in _ENTER:
            super().keyPressEvent(event)
        elif self._part.isEmpty():
            self._set_part(centred_half(self._viewport.full))
        elif key in _ENTER:
            self._on_find_clicked()
        else:
            self._step(_ARROWS[key], event.modifiers())

    def _step(self, direction: QPoint, modifiers: Qt.KeyboardModifier) -> None:
        full = self._viewport.full
        shorter = min(full.width(), full.height())
        by = direction * (1 if modifiers & Qt.KeyboardModifier.ControlModifier else max(1, shorter // 50))
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            corner = QPoint(self._part.x() + self._part.width(), self._part.y() + self._part.height())
            self._set_part(resized(self._part, Edge.RIGHT | Edge.BOTTOM, corner + by, full))
        else:
            self._set_part(moved(self._part, by, full))

    # The picture of it

    def _on_screen(self) -> QRectF:
        corner = self._viewport.to_view(QPointF(self._part.topLeft()))
        scale = self._viewport.scale
        return QRectF(corner.x(), corner.y(), self._part.width() * scale, self._part.height() * scale)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        part = self._on_screen()
        painter.save()
        painter.setClipRect(self._viewport.rect())
        if self._part.isEmpty():
            painter.fillRect(self.rect(), _SHADE)
        else:
            for area in _around(part, QRectF(self.rect())):
                painter.fillRect(area, _SHADE)
        painter.restore()
        if self._part.isEmpty():
            paint_badge(painter, self.palette(), tr(HINT), QPointF(self.width() / 2, self.height() / 2))
            return
        self._paint_frame(painter, part)
        text = f"{self._part.width()} × {self._part.height()}"
        box = badge_rect(painter, text)
        half = box.width() / 2
        x = min(max(part.center().x(), half), self.width() - half)
        y = max(part.top() - box.height() / 2 - SPACE_S, box.height() / 2 + SPACE_S)
        paint_badge(painter, self.palette(), text, QPointF(x, y))

    def _paint_frame(self, painter: QPainter, part: QRectF) -> None:
        # White on black shows on every picture.
        painter.setPen(QPen(QColor(0, 0, 0, 160), 3))
        painter.drawRect(part)
        painter.setPen(QPen(QColor(255, 255, 255), 1))
        painter.drawRect(part)
        painter.setPen(QPen(QColor(0, 0, 0, 160), 1))
        accent = self.palette().color(QPalette.ColorRole.Accent)
        painter.setBrush(accent if self.hasFocus() else QColor(255, 255, 255))
        for x in (part.left(), part.center().x(), part.right()):
            for y in (part.top(), part.center().y(), part.bottom()):
                if QPointF(x, y) != part.center():
                    painter.drawRect(QRectF(x - HANDLE / 2, y - HANDLE / 2, HANDLE, HANDLE))


def _around(hole: QRectF, whole: QRectF) -> list[QRectF]:
    """Four rectangles that cover `whole` except `hole`."""
    hole = hole.intersected(whole)
    return [
        QRectF(whole.left(), whole.top(), whole.width(), hole.top() - whole.top()),
        QRectF(whole.left(), hole.bottom(), whole.width(), whole.bottom() - hole.bottom()),
        QRectF(whole.left(), hole.top(), hole.left() - whole.left(), hole.height()),
        QRectF(hole.right(), hole.top(), whole.right() - hole.right(), hole.height()),
    ]
