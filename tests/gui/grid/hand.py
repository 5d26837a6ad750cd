"""A person's hand on a grid view."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from gui.grid.grid_view import GridView
from gui.grid.tile_delegate import TileDelegate

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


class Hand:
    """A person's hand on mouse, wheel and keyboard over a grid view."""

    def __init__(self, view: GridView, qtbot):
        self.view, self.qtbot = view, qtbot

    def point(self, row: int) -> QPoint:
        return self.view.visualRect(self.view.model().index(row, 0)).center()

    def button(self, row: int) -> QPoint:
        return TileDelegate.button_rect(self.view.visualRect(self.view.model().index(row, 0))).center()

    def click(self, row: int, modifiers=NONE, button=LEFT) -> None:
        self.qtbot.mouseClick(self.view.viewport(), button, modifiers, self.point(row))

    def key(self, key: Qt.Key, modifiers=NONE) -> None:
        self.qtbot.keyClick(self.view, key, modifiers)

    def move(self, point: QPoint, buttons=Qt.MouseButton.NoButton) -> None:
        at = QPointF(point)
        everywhere = QPointF(self.view.viewport().mapToGlobal(point))
        event = QMouseEvent(QEvent.Type.MouseMove, at, everywhere, Qt.MouseButton.NoButton, buttons, NONE)
        QApplication.sendEvent(self.view.viewport(), event)

    def drag(self, start: QPoint, end: QPoint) -> None:
        self.qtbot.mousePress(self.view.viewport(), LEFT, NONE, start)
        for share in (0.3, 0.6, 1.0):
            self.move(start + (end - start) * share, LEFT)

    def release(self, point: QPoint) -> None:
        self.qtbot.mouseRelease(self.view.viewport(), LEFT, NONE, point)

    def wheel(self, notches: int, modifiers=NONE) -> None:
        view = self.view.viewport()
        at = QPointF(view.rect().center())
        event = QWheelEvent(
            at, QPointF(view.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, event)
