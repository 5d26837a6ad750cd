"""What stands around what is plotted: the title, the legend, both axes with their ticks and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen

from gui.plots.axes import Axis
from gui.plots.legend import GAP, Legend, LegendEntry
from gui.widgets.theme import SMALL, colours, mixed, sized

MARGIN = 6


@dataclass(frozen=True, slots=True)
class PlotTitles:
    title: str
    x: str
    y: str


class Frame:
    """Paints title, legend and axes around `area`, in which the caller paints the values."""

    def __init__(
        self,
        rect: QRectF,
        font: QFont,
        palette: QPalette,
        labels: PlotTitles,
        x: Axis,
        y: Axis,
        legend: Sequence[LegendEntry] = (),
    ) -> None:
        self.x, self.y = x, y
        self._labels, self._palette = labels, palette
        self._title, self._small = sized(font, 1.0, bold=True), sized(font, SMALL)
        small, title = QFontMetricsF(self._small), QFontMetricsF(self._title)
        self._line = small.height()
        self._rect = rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        edge = small.horizontalAdvance("00")  # half of the last tick's number
        room = self._rect.width() - edge
        self._legend = Legend(legend, self._small, room - title.horizontalAdvance(labels.title) - 2 * GAP, room)
        top = title.height() + self._legend.height + self._line * 0.5
        bottom = 2.3 * self._line
        self._y_ticks = y.ticks(max(2, int((rect.height() - top - bottom) / (2.2 * self._line))))
        widest = max((small.horizontalAdvance(y.text(tick)) for tick in self._y_ticks), default=0.0)
        left = self._line * 1.25 + widest + 6
        self.area = self._rect.adjusted(left, top, -edge, -bottom)
        widest = small.horizontalAdvance(x.text(x.high)) + 14
        self._x_ticks = x.ticks(max(2, min(8, int(self.area.width() / max(1.0, widest)))))

    def point(self, x: float, y: float) -> QPointF:
        return self.points([(x, y)])[0]

    def points(self, values: Sequence[tuple[float, float]]) -> list[QPointF]:
        x_N, y_N = np.array(values, np.float64).reshape(-1, 2).T
        across_N = self.area.left() + self.x.places(x_N) * self.area.width()
        down_N = self.area.bottom() - self.y.places(y_N) * self.area.height()
        return [QPointF(*place) for place in zip(across_N.tolist(), down_N.tolist(), strict=True)]

    def paint(self, painter: QPainter, ticks: bool = True) -> None:
        text, shades = self._palette.color(QPalette.ColorRole.WindowText), colours(self._palette)
        painter.setPen(text)
        painter.setFont(self._title)
        metrics = QFontMetricsF(self._title)
        title = metrics.elidedText(self._labels.title, Qt.TextElideMode.ElideRight, self._rect.width())
        painter.drawText(self._rect, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, title)
        middle = self._rect.top() + metrics.height() / 2
        self._legend.paint(painter, text, self._rect.left(), self.area.right(), middle)
        painter.setFont(self._small)
        if ticks:
            self._paint_ticks(
                painter, shades.dim, mixed(shades.line, self._palette.color(QPalette.ColorRole.Base), 0.3)
            )
        painter.setPen(QPen(shades.dim, 1))
        painter.drawLine(self.area.bottomLeft(), self.area.bottomRight())
        self._paint_names(painter)

    def _paint_names(self, painter: QPainter) -> None:
        below = QRectF(self.area.left(), self._rect.bottom() - self._line, self.area.width(), self._line)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self._labels.x)
        painter.save()
        painter.translate(self._rect.left() + self._line / 2, self.area.center().y())
        painter.rotate(-90)
        height = self.area.height() + 2 * self._line
        beside = QRectF(-height / 2, -self._line / 2, height, self._line)
        painter.drawText(beside, Qt.AlignmentFlag.AlignCenter, self._labels.y)
        painter.restore()

    def _paint_ticks(self, painter: QPainter, dim: QColor, line: QColor) -> None:
        for tick in self._y_ticks:
            y = self.point(self.x.low, tick).y()
            painter.setPen(QPen(line, 1))
            painter.drawLine(QPointF(self.area.left(), y), QPointF(self.area.right(), y))
            box = QRectF(
                self._rect.left(), y - self._line / 2, self.area.left() - self._rect.left() - 5, self._line
            )
            painter.setPen(dim)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.y.text(tick))
        for tick in self._x_ticks:
            x = self.point(tick, self.y.low).x()
            painter.setPen(QPen(dim, 1))
            painter.drawLine(QPointF(x, self.area.bottom()), QPointF(x, self.area.bottom() + 3))
            box = QRectF(x - 40, self.area.bottom() + 3, 80, self._line)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.x.text(tick))
