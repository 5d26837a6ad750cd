"""What all plots share: where a value lies, which ticks an axis has, how numbers are written, the pens."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen

from gui.theme import SMALL, colours, mixed, sized

MOST_DECADES = 6  # with a tick each
MARGIN = 6
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`; on a logarithmic one both are powers of ten."""

    low: float
    high: float
    log: bool = False
    whole: bool = False  # only whole numbers have a meaning

    def place(self, value: float) -> float:
        """Where the value lies: 0 at the low end, 1 at the high one."""
        if self.log:
            return math.log10(value / self.low) / math.log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self, most: int) -> list[float]:
        if self.log:
            return self._decades(max(2, most))
        step = _round_step((self.high - self.low) / max(1, most))
        step = max(1.0, step) if self.whole else step
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def text(self, tick: float) -> str:
        if self.log:
            return "10" + str(round(math.log10(tick))).translate(_SUPERSCRIPTS)
        return number_text(tick)

    def _decades(self, most: int) -> list[float]:
        first, last = round(math.log10(self.low)), round(math.log10(self.high))
        step = max(1, math.ceil((last - first) / min(most, MOST_DECADES)))
        return [10.0**exponent for exponent in range(first, last + 1, step)]


def axis_around(
    values: Iterable[float],
    *,
    log: bool = False,
    whole: bool = False,
    low: float | None = None,
    high: float | None = None,
) -> Axis:
    """An axis that holds all values, and `low` and `high` where they are given."""
    held = [value for value in values if math.isfinite(value) and (value > 0 or not log)]
    held += [end for end in (low, high) if end is not None]
    if log:
        first = math.floor(math.log10(min(held, default=1.0)) + 1e-9)
        last = math.ceil(math.log10(max(held, default=1.0)) - 1e-9)
        return Axis(10.0**first, 10.0 ** max(last, first + 1), log=True)
    least, most = min(held, default=0.0), max(held, default=1.0)
    if most <= least:
        most = least + (1.0 if whole or least == 0 else abs(least) / 2)
    if whole:
        return Axis(least, most, whole=True)
    step = _round_step((most - least) / 4)
    return Axis(
        math.floor(least / step + 1e-9) * step if low is None else low,
        math.ceil(most / step - 1e-9) * step if high is None else max(high, most),
    )


def number_text(value: float) -> str:
    """Short, as a person would write it."""
    if value and not 1e-3 <= abs(value) < 1e5:
        return f"{value:.1e}".replace(".0e", "e").replace("e-0", "e-").replace("e+0", "e")
    return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def _round_step(rough: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is not below."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))


def series_pen(palette: QPalette, number: int, width: float = 1.8) -> QPen:
    """The pen of the n-th curve: told apart by its dashes as well as by its colour."""
    roles = (QPalette.ColorRole.Accent, QPalette.ColorRole.WindowText, QPalette.ColorRole.LinkVisited)
    dashes: tuple[list[float], ...] = ([], [5, 3], [1, 2.5])
    pen = QPen(palette.color(roles[number % len(roles)]), width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dash := dashes[number % len(dashes)]:
        pen.setDashPattern(dash)
    return pen


@dataclass(frozen=True, slots=True)
class Labels:
    title: str
    x: str
    y: str


class Frame:
    """Paints title, axes, ticks and their names around `area`, in which the caller paints the values."""

    def __init__(self, rect: QRectF, font: QFont, palette: QPalette, labels: Labels, x: Axis, y: Axis) -> None:
        self.x, self.y = x, y
        self._labels = labels
        self._palette = palette
        self._title, self._small = sized(font, 1.0, bold=True), sized(font, SMALL)
        small = QFontMetricsF(self._small)
        self._line = small.height()
        self._rect = rect.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        top = QFontMetricsF(self._title).height() + self._line * 0.5
        bottom = 2.3 * self._line
        self._y_ticks = y.ticks(max(2, int((rect.height() - top - bottom) / (2.2 * self._line))))
        widest = max((small.horizontalAdvance(y.text(tick)) for tick in self._y_ticks), default=0.0)
        left = self._line * 1.25 + widest + 6
        self.area = self._rect.adjusted(left, top, -small.horizontalAdvance("00"), -bottom)
        widest = small.horizontalAdvance(x.text(x.high)) + 14
        self._x_ticks = x.ticks(max(2, min(8, int(self.area.width() / max(1.0, widest)))))

    @property
    def title_middle(self) -> float:
        """Half-way down the title's line, where a legend stands."""
        return self._rect.top() + QFontMetricsF(self._title).height() / 2

    def point(self, x: float, y: float) -> QPointF:
        return QPointF(
            self.area.left() + self.x.place(x) * self.area.width(),
            self.area.bottom() - self.y.place(y) * self.area.height(),
        )

    def paint(self, painter: QPainter, ticks: bool = True) -> None:
        text, shades = self._palette.color(QPalette.ColorRole.WindowText), colours(self._palette)
        painter.setPen(text)
        painter.setFont(self._title)
        painter.drawText(self._rect, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, self._labels.title)
        painter.setFont(self._small)
        if ticks:
            self._paint_ticks(
                painter, shades.dim, mixed(shades.line, self._palette.color(QPalette.ColorRole.Base), 0.3)
            )
        painter.setPen(QPen(shades.dim, 1))
        painter.drawLine(self.area.bottomLeft(), self.area.bottomRight())
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
