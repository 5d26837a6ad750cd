"""Curves over a common axis, painted by hand: named series, linear or logarithmic, values under the mouse."""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import CORNER, SMALL, SPACE_S, colours, sized
from gui.training.axes import Frame, Labels, axis_around, number_text, series_pen

SAMPLE = 22  # width of a line's sample in the legend
Point = tuple[float, float]


class Plot(QWidget):
    """Shows what `append` and `set_points` give it. Left and Right, or the mouse, read off single values."""

    def __init__(
        self,
        title: str,
        x_label: str,
        y_label: str,
        *,
        log: bool = False,
        whole_x: bool = False,
        low: float | None = None,
        high: float | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`low` and `high` are part of the y axis whatever is shown."""
        super().__init__(parent)
        self._labels = Labels(title, x_label, y_label)
        self._log, self._whole_x = log, whole_x
        self._low, self._high = low, high
        self._series: dict[str, list[Point]] = {}
        self._xs: list[float] = []  # of all series, in order
        self._least_x: float | None = None
        self._most_x: float | None = None
        self._marked: tuple[Point, str] | None = None
        self._line: tuple[float, str] | None = None
        self._read_off: float | None = None  # the x whose values are shown
        self._empty_text = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._describe()

    # -- what is shown ------------------------------------------------------------------------------------------

    def append(self, name: str, x: float, y: float | None) -> None:
        """A further point; one without a value, or that the axis cannot hold, is left out."""
        points = self._series.setdefault(name, [])
        if y is not None and math.isfinite(y) and (y > 0 or not self._log):
            insort(points, (x, y))
            if (at := bisect_left(self._xs, x)) == len(self._xs) or self._xs[at] != x:
                self._xs.insert(at, x)
        self._describe()
        self.update()

    def set_points(self, name: str, points: Iterable[Point]) -> None:
        self._series[name] = []
        self._xs = sorted({x for others in self._series.values() for x, _ in others})
        for x, y in points:
            self.append(name, x, y)

    def set_x_range(self, low: float, high: float) -> None:
        """The x axis reaches from here to there even where there are no points."""
        self._least_x, self._most_x = low, high
        self.update()

    def set_mark(self, point: Point | None, text: str = "") -> None:
        """A ring around one point, with a few words."""
        self._marked = None if point is None else (point, text)
        self.update()

    def set_line(self, x: float | None, text: str = "") -> None:
        """An upright line where something begins, with a few words."""
        self._line = None if x is None else (x, text)
        self.update()

    def set_empty_text(self, text: str) -> None:
        """Why there is nothing to see, as long as there is nothing."""
        self._empty_text = text
        self._describe()
        self.update()

    def clear(self) -> None:
        """Forget the points; the names stay."""
        self._series = {name: [] for name in self._series}
        self._xs = []
        self._marked = self._line = self._read_off = None
        self._describe()
        self.update()

    def names(self) -> list[str]:
        return list(self._series)

    def points(self, name: str) -> list[Point]:
        return list(self._series.get(name, []))

    def readout(self) -> str:
        """What is read off now, for those who cannot see it."""
        return self.accessibleDescription()

    def sizeHint(self) -> QSize:
        return QSize(360, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 150)

    # -- reading off --------------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        frame = self._frame()
        if self._xs:
            self._read(min(self._xs, key=lambda x: abs(frame.point(x, frame.y.low).x() - event.position().x())))

    def leaveEvent(self, event: QEvent) -> None:
        self._read(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        xs = self._xs
        keys = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -len(xs), Qt.Key.Key_End: len(xs)}
        if event.key() not in keys or not xs:
            super().keyPressEvent(event)
            return
        at = xs.index(self._read_off) if self._read_off in xs else len(xs) - 1
        self._read(xs[max(0, min(len(xs) - 1, at + keys[Qt.Key(event.key())]))])

    def focusOutEvent(self, event: QEvent) -> None:
        self._read(None)
        self.update()

    def _read(self, x: float | None) -> None:
        if x != self._read_off:
            self._read_off = x
            self._describe()
            self.update()

    def _values_at(self, x: float) -> list[tuple[str, float]]:
        found = []
        for name, points in self._series.items():
            at = bisect_left(points, (x, -math.inf))
            if at < len(points) and points[at][0] == x:
                found.append((name, points[at][1]))
        return found

    def _describe(self) -> None:
        self.setAccessibleName(self._labels.title)
        if not self._xs:
            self.setAccessibleDescription(self._empty_text or "Nothing to see yet")
            return
        at = self._read_off if self._read_off is not None else self._xs[-1]
        values = ", ".join(f"{name} {number_text(y)}" for name, y in self._values_at(at))
        self.setAccessibleDescription(f"{self._labels.x} {number_text(at)}: {values}")

    # -- painting -----------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def _frame(self) -> Frame:
        ys = [y for points in self._series.values() for _, y in points]
        x_axis = axis_around(self._xs, whole=self._whole_x, low=self._least_x, high=self._most_x)
        y_axis = axis_around(ys, log=self._log, low=self._low, high=self._high)
        return Frame(QRectF(self.rect()), self.font(), self.palette(), self._labels, x_axis, y_axis)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = self._frame()
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), CORNER, CORNER)
        frame.paint(painter, ticks=bool(self._xs))
        if not self._xs:
            painter.setPen(colours(self.palette()).dim)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(frame.area.adjusted(12, 0, -12, 0), flags, self._empty_text)
        self._paint_line(painter, frame)
        for number, points in enumerate(self._series.values()):
            self._paint_curve(painter, frame, number, points)
        self._paint_mark(painter, frame)
        self._paint_legend(painter, frame)
        if self._read_off is not None:
            self._paint_readout(painter, frame, self._read_off)

    def _paint_curve(self, painter: QPainter, frame: Frame, number: int, points: list[Point]) -> None:
        pen = series_pen(self.palette(), number)
        every = max(1, int(len(points) / max(1.0, 2 * frame.area.width())))  # no more than the screen can show
        placed = [frame.point(x, y) for x, y in points[::every]]
        if len(placed) > 1:
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF(placed))
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

    def _paint_legend(self, painter: QPainter, frame: Frame) -> None:
        """In the title's line, from the right; one curve alone needs none."""
        if len(self._series) < 2:
            return
        painter.setFont(sized(self.font(), SMALL))
        metrics = QFontMetricsF(painter.font())
        right, middle = frame.area.right(), frame.title_middle
        for number, name in reversed(list(enumerate(self._series))):
            width = metrics.horizontalAdvance(name)
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawText(QPointF(right - width, middle + metrics.capHeight() / 2), name)
            left = right - width - SPACE_S - SAMPLE
            painter.setPen(series_pen(self.palette(), number))
            painter.drawLine(QPointF(left, middle), QPointF(left + SAMPLE, middle))
            right = left - 3 * SPACE_S

    def _paint_readout(self, painter: QPainter, frame: Frame, x: float) -> None:
        shades = colours(self.palette())
        at = frame.point(x, frame.y.low).x()
        painter.setPen(QPen(shades.dim, 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(at, frame.area.top()), QPointF(at, frame.area.bottom()))
        values = self._values_at(x)
        several = len(self._series) > 1
        lines = [f"{self._labels.x} {number_text(x)}"]
        lines += [f"{name}: {number_text(y)}" if several else number_text(y) for name, y in values]
        painter.setFont(sized(self.font(), SMALL))
        metrics = QFontMetricsF(painter.font())
        width = max(metrics.horizontalAdvance(line) for line in lines) + 12
        left = at + 8 if at + 8 + width < frame.area.right() else at - 8 - width
        box = QRectF(left, frame.area.top() + 2, width, metrics.height() * len(lines) + 6)
        painter.setPen(QPen(shades.line, 1))
        painter.setBrush(self.palette().color(QPalette.ColorRole.ToolTipBase))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(self.palette().color(QPalette.ColorRole.ToolTipText))
        painter.drawText(box.adjusted(6, 3, -6, -3), Qt.AlignmentFlag.AlignLeft, "\n".join(lines))
