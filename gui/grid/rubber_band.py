"""The rubber band: pulled up from between the tiles, it selects what it touches and scrolls at the view's edge.

Our own, because Qt's moves the current image along (so the view jumps by whole lines outside its edge) and does
not scroll at all while the mouse is in a gap between tiles.
"""

from __future__ import annotations

from PySide6.QtCore import QBasicTimer, QObject, QPoint, QRect, QTimerEvent
from PySide6.QtGui import QColor, QPainter, QPalette

from gui.grid.grid_selection import GridSelection
from gui.grid.view_place import RowRuns

TICK_MILLISECONDS = 16
EDGE = 20  # the scrolling zone inside the view
FASTEST = 90  # pixels a tick


class RubberBand(QObject):
    def __init__(self, view: GridSelection):
        super().__init__(view)
        self._view = view
        self._start: QPoint | None = None  # in content coordinates, as the content may scroll meanwhile
        self._end = QPoint()  # in viewport coordinates
        self._kept: RowRuns = []
        self._timer = QBasicTimer()

    def is_pulled(self) -> bool:
        return self._start is not None

    def begin(self, point: QPoint, kept: RowRuns) -> None:
        """`kept` stays selected whatever the band touches."""
        self._start = point + QPoint(0, self._view.verticalOffset())
        self._end = point
        self._kept = kept

    def pull_to(self, point: QPoint) -> None:
        self._end = point
        self._follow()
        if self._speed() and not self._timer.isActive():
            self._timer.start(TICK_MILLISECONDS, self)

    def let_go(self) -> None:
        self._timer.stop()
        self._start = None
        self._view.viewport().update()

    def rect(self) -> QRect:
        """On the viewport; empty when there is no band."""
        if self._start is None:
            return QRect()
        return QRect(self._start - QPoint(0, self._view.verticalOffset()), self._end).normalized()

    def paint(self, painter: QPainter, palette: QPalette) -> None:
        band = self.rect()
        if band.width() < 2 and band.height() < 2:
            return
        fill = QColor(palette.color(QPalette.ColorRole.Highlight))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(fill)
        fill.setAlphaF(0.16)
        painter.setBrush(fill)
        painter.drawRect(band.adjusted(0, 0, -1, -1))

    def timerEvent(self, event: QTimerEvent) -> None:
        bar, speed = self._view.verticalScrollBar(), self._speed()
        before = bar.value()
        bar.setValue(before + speed)
        if bar.value() == before:
            self._timer.stop()
        else:
            self._follow()

    def _follow(self) -> None:
        self._view.select_band(self.rect().translated(0, self._view.verticalOffset()), self._kept)
        self._view.viewport().update()

    def _speed(self) -> int:
        """Faster the further out the mouse is."""
        below = self._end.y() - (self._view.viewport().height() - EDGE)
        above = EDGE - self._end.y()
        if self._start is None or max(below, above) <= 0:
            return 0
        return min(FASTEST, 2 + below // 2) if below > 0 else -min(FASTEST, 2 + above // 2)
