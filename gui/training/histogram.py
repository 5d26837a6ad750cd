"""Two distributions over the same axis: one filled, one hatched, so that they are told apart without colours."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import SMALL, SPACE_S, colours, sized
from gui.training.axes import Axis, Frame, Labels, axis_around

SAMPLE = 14  # side of a sample in the legend


class Histogram(QWidget):
    """Counts at 0, 1, 2 and so on, each distribution in per cent of its own sum."""

    def __init__(
        self, title: str, x_label: str, y_label: str, names: tuple[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._labels = Labels(title, x_label, y_label)
        self._names = names
        self._shares: tuple[list[float], list[float]] = ([], [])
        self._highest: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._describe()

    def set_title(self, title: str) -> None:
        self._labels = Labels(title, self._labels.x, self._labels.y)
        self._describe()
        self.update()

    def set_counts(self, first: Sequence[int], second: Sequence[int]) -> None:
        self._shares = (_shares(first), _shares(second))
        self._describe()
        self.update()

    def highest(self) -> float:
        """The highest column, in per cent."""
        return max((share for shares in self._shares for share in shares), default=0.0)

    def set_highest(self, per_cent: float | None) -> None:
        """Let the axis reach up to here, so that two histograms can be compared."""
        self._highest = per_cent
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, 210)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 150)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def _describe(self) -> None:
        self.setAccessibleName(self._labels.title)
        means = [sum(at * share for at, share in enumerate(shares)) / 100 for shares in self._shares]
        texts = [
            f"{name}: {mean:.1f} on average"
            for name, mean, s in zip(self._names, means, self._shares, strict=True)
            if s
        ]
        self.setAccessibleDescription(f"{self._labels.x}. " + ", ".join(texts) if texts else "Nothing to see yet")

    # -- painting -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        columns = max(1, *map(len, self._shares))
        y_axis = axis_around([self.highest()], low=0.0, high=self._highest)
        y_axis = Axis(0.0, axis_around([0.0, y_axis.high]).high)
        frame = Frame(
            QRectF(self.rect()), self.font(), self.palette(), self._labels, Axis(0, columns, whole=True), y_axis
        )
        frame.paint(painter, ticks=self.highest() > 0)
        for number in (1, 0):
            self._paint_steps(painter, frame, number)
        self._paint_legend(painter, frame)

    def _brush(self, number: int) -> tuple[QBrush, QPen]:
        if number == 0:
            accent = self.palette().color(QPalette.ColorRole.Accent)
            soft = QColor(accent)
            soft.setAlpha(120)
            return QBrush(soft), QPen(accent, 1.4)
        text = colours(self.palette()).dim
        return QBrush(text, Qt.BrushStyle.BDiagPattern), QPen(text, 1.2)

    def _paint_steps(self, painter: QPainter, frame: Frame, number: int) -> None:
        shares = self._shares[number]
        if not any(shares):
            return
        held = [at for at, share in enumerate(shares) if share > 0]
        outline = [frame.point(held[0], 0)]
        for at in range(held[0], held[-1] + 1):
            outline += [frame.point(at, shares[at]), frame.point(at + 1, shares[at])]
        outline.append(frame.point(held[-1] + 1, 0))
        brush, pen = self._brush(number)
        painter.setBrush(brush)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF(outline))
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(outline))

    def _paint_legend(self, painter: QPainter, frame: Frame) -> None:
        """In the title's line, from the right."""
        painter.setFont(sized(self.font(), SMALL))
        metrics = QFontMetricsF(painter.font())
        right, middle = frame.area.right(), frame.title_middle
        for number, name in reversed(list(enumerate(self._names))):
            width = metrics.horizontalAdvance(name)
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            painter.drawText(QPointF(right - width, middle + metrics.capHeight() / 2), name)
            left = right - width - SPACE_S - SAMPLE
            brush, pen = self._brush(number)
            painter.setPen(pen)
            painter.setBrush(brush)
            painter.drawRect(QRectF(left, middle - SAMPLE / 2 + 1, SAMPLE, SAMPLE - 2))
            right = left - 3 * SPACE_S


def _shares(counts: Sequence[int]) -> list[float]:
    total = sum(map(float, counts))
    return [100 * float(count) / total if total else 0.0 for count in counts]
