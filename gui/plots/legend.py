"""What each curve and area of a plot is called, with a sample of its line or area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen

from gui.widgets.theme import SPACE_S

LINE, BOX = 22, 14  # widths of samples
GAP = 3 * SPACE_S  # between entries


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a curve or area is called: with a brush it is an area, else a line."""

    name: str
    pen: QPen
    brush: QBrush | None = None

    @property
    def sample(self) -> int:
        return LINE if self.brush is None else BOX


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


class Legend:
    """Stands beside the title where there is room, else in lines of its own below."""

    def __init__(self, entries: Sequence[LegendEntry], font: QFont, beside: float, below: float) -> None:
        """`beside` and `below` the title is so much room."""
        self._font, self._metrics = font, QFontMetricsF(font)
        whole = sum(self._width(entry, entry.name) for entry in entries) + GAP * max(0, len(entries) - 1)
        self._in_title = whole <= beside
        self._lines = (
            [[(entry, entry.name) for entry in entries]] if self._in_title else self._flowing(entries, below)
        )

    @property
    def height(self) -> float:
        """What it takes below the title."""
        return 0.0 if self._in_title else len(self._lines) * self._metrics.height()

    def paint(self, painter: QPainter, text: QColor, left: float, right: float, title_middle: float) -> None:
        """In the title's line up to `right`, or below it from `left` on."""
        painter.setFont(self._font)
        middle = title_middle
        for line in self._lines:
            if self._in_title:
                at = right - sum(self._width(*each) for each in line) - GAP * max(0, len(line) - 1)
            else:
                at = left
                middle += self._metrics.height()
            for entry, name in line:
                _paint_sample(painter, entry, at, middle)
                painter.setPen(text)
                painter.drawText(QPointF(at + entry.sample + SPACE_S, middle + self._metrics.capHeight() / 2), name)
                at += self._width(entry, name) + GAP

    def _width(self, entry: LegendEntry, name: str) -> float:
        return entry.sample + SPACE_S + self._metrics.horizontalAdvance(name)

    def _flowing(self, entries: Sequence[LegendEntry], room: float) -> list[list[tuple[LegendEntry, str]]]:
        lines: list[list[tuple[LegendEntry, str]]] = []
        left = 0.0
        for entry in entries:
            most = room - entry.sample - SPACE_S
            name = self._metrics.elidedText(entry.name, Qt.TextElideMode.ElideMiddle, most)
            width = self._width(entry, name)
            if not lines or width > left:
                lines.append([])
                left = room
            lines[-1].append((entry, name))
            left -= width + GAP
        return lines


def _paint_sample(painter: QPainter, entry: LegendEntry, left: float, middle: float) -> None:
    painter.setPen(entry.pen)
    if entry.brush is None:
        painter.drawLine(QPointF(left, middle), QPointF(left + LINE, middle))
    else:
        painter.setBrush(entry.brush)
        painter.drawRect(QRectF(left, middle - BOX / 2 + 2, BOX, BOX - 4))
