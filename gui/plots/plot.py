"""Curves over a common axis: named series, linear or logarithmic."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QPen
from PySide6.QtWidgets import QWidget

from gui.plots.axes import LINEAR, Scale, axis_around, number_text
from gui.plots.frame import Frame, PlotTitles
from gui.plots.legend import LegendEntry, series_pen
from gui.plots.long_lines import draw_long_line
from gui.plots.read_off import ReadOff, Value
from gui.widgets.theme import SMALL, colours, sized

Point = tuple[float, float]


class Plot(ReadOff):
    """Shows what `append` and `set_points` give it. Left and Right, or the mouse, read off single values."""

    def __init__(
        self,
        titles: PlotTitles,
        *,
        x: Scale = LINEAR,
        y: Scale = LINEAR,
        between: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """With `between`, a curve is also read off where only another one has a point."""
        super().__init__(titles, parent)
        self._x, self._y, self._between = x, y, between
        self._series: dict[str, list[Point]] = {}
        self._xs: list[float] = []  # of all series, in order
        self._marked: tuple[Point, str] | None = None
        self._line: tuple[float, str] | None = None
        self._changed()

    # -- what is shown ------------------------------------------------------------------------------------------

    def append(self, name: str, x: float, y: float | None) -> None:
        """A further point; one without a value, or that the axis cannot hold, is left out."""
        points = self._series.setdefault(name, [])
        if y is not None and self._holds(y):
            insort(points, (x, y), key=_x_of)
            if (at := bisect_left(self._xs, x)) == len(self._xs) or self._xs[at] != x:
                self._xs.insert(at, x)
        self._changed()

    def set_points(self, name: str, points: Iterable[Point]) -> None:
        """All points of a series; of several above each other the order stays."""
        self._series[name] = sorted(((x, y) for x, y in points if self._holds(y)), key=_x_of)
        self._xs = sorted({x for each in self._series.values() for x, _ in each})
        self._changed()

    def set_x_range(self, low: float, high: float) -> None:
        """The x axis reaches from here to there even where there are no points."""
        self._x = replace(self._x, low=low, high=high)
        self._repaint.soon()

    def set_mark(self, point: Point | None, text: str = "") -> None:
        """A ring around one point, with a few words."""
        self._marked = None if point is None else (point, text)
        self._repaint.soon()

    def set_line(self, x: float | None, text: str = "") -> None:
        """An upright line where something begins, with a few words."""
        self._line = None if x is None else (x, text)
        self._repaint.soon()

    def clear(self) -> None:
        """Forget the points; the names stay."""
        self._series = {name: [] for name in self._series}
        self._xs = []
        self._marked = self._line = None
        self._changed()

    def forget(self) -> None:
        """The names, too."""
        self._series = {}
        self.clear()

    def names(self) -> list[str]:
        return list(self._series)

    def points(self, name: str) -> list[Point]:
        return list(self._series.get(name, []))

    def _holds(self, y: float) -> bool:
        return math.isfinite(y) and (y > 0 or not self._y.log)

    # -- reading off --------------------------------------------------------------------------------------------

    def _places(self) -> list[float]:
        return self._xs

    def _values_at(self, x: float) -> list[Value]:
        found = ((name, self._value(points, x)) for name, points in self._series.items())
        return [(name, number_text(y)) for name, y in found if y is not None]

    def _are_named(self) -> bool:
        return len(self._series) > 1

    def _value(self, points: list[Point], x: float) -> float | None:
        at = bisect_left(points, x, key=_x_of)
        if at < len(points) and points[at][0] == x:
            return points[at][1]
        if not self._between or at in (0, len(points)):
            return None
        (x0, y0), (x1, y1) = points[at - 1 : at + 1]
        return y0 + (y1 - y0) * (x - x0) / (x1 - x0)

    def _at_rest(self) -> str:
        return self._spoken(self._xs[-1])

    # -- painting -----------------------------------------------------------------------------------------------

    def _frame(self) -> Frame:
        ys = [y for points in self._series.values() for _, y in points]
        x_axis = axis_around(self._xs, self._x)
        y_axis = axis_around(ys, self._y)
        palette = self.palette()
        legend = [LegendEntry(name, series_pen(palette, number)) for number, name in enumerate(self._series)]
        if len(legend) == 1:
            legend = []  # one curve alone needs none
        return Frame(QRectF(self.rect()), self.font(), palette, self._labels, x_axis, y_axis, legend)

    def _paint_values(self, painter: QPainter, frame: Frame) -> None:
        self._paint_line(painter, frame)
        for number, points in enumerate(self._series.values()):
            self._paint_curve(painter, frame, number, points)
        self._paint_mark(painter, frame)

    def _paint_curve(self, painter: QPainter, frame: Frame, number: int, points: list[Point]) -> None:
        pen = series_pen(self.palette(), number)
        every = max(1, int(len(points) / max(1.0, frame.area.width())))  # no more than the screen can show
        placed = frame.points(points[::every])
        if len(placed) > 1:
            draw_long_line(painter, pen, placed)
        if placed and len(placed) <= frame.area.width() / 12:  # dots as long as they do not touch
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(pen.color())
            for point in placed:
                painter.drawEllipse(point, 2.2, 2.2)

    def _paint_line(self, painter: QPainter, frame: Frame) -> None:
        if self._line is None:
            return
        x, text = self._line
        top = frame.point(x, frame.y.high)
        painter.setPen(QPen(colours(self.palette()).dim, 1, Qt.PenStyle.DashLine))
        painter.drawLine(top, frame.point(x, frame.y.low))
        painter.setFont(sized(self.font(), SMALL))
        metrics = QFontMetricsF(painter.font())
        width = metrics.horizontalAdvance(text) + 2
        left = top.x() + 4 if top.x() + 4 + width <= frame.area.right() else top.x() - 4 - width
        painter.drawText(QRectF(left, top.y() + 1, width, metrics.height()), Qt.AlignmentFlag.AlignLeft, text)

    def _paint_mark(self, painter: QPainter, frame: Frame) -> None:
        if self._marked is None:
            return
        (x, y), text = self._marked
        centre = frame.point(x, y)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.WindowText), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 5, 5)
        painter.setFont(sized(self.font(), SMALL))
        metrics = QFontMetricsF(painter.font())
        width = metrics.horizontalAdvance(text) + 4
        left = min(max(centre.x() - width / 2, frame.area.left() + 2), frame.area.right() - width)
        above = centre.y() - 7 - metrics.height() > frame.area.top()
        top = centre.y() - 7 - metrics.height() if above else centre.y() + 8
        painter.drawText(QRectF(left, top, width, metrics.height()), Qt.AlignmentFlag.AlignCenter, text)


def _x_of(point: Point) -> float:
    return point[0]
