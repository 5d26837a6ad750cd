"""Distributions over the same axis: filled, hatched or in outline, so that they are told apart without colours."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from gui.language import number, tr
from gui.plots.axes import Axis, Scale, axis_around, number_text, with_unit
from gui.plots.frame import Frame, PlotTitles
from gui.plots.legend import LegendEntry, series_pen
from gui.plots.long_lines import draw_long_line
from gui.plots.read_off import ReadOff, Value
from gui.widgets.theme import colours


class HistogramStyle(Enum):
    FILLED = auto()
    HATCHED = auto()
    DASHED = auto()  # outlines: they can lie over the others
    DOTTED = auto()


@dataclass(frozen=True, slots=True)
class Distribution:
    """Counts in columns of one width, from 0 on."""

    name: str
    counts: Sequence[int]
    look: HistogramStyle
    width: float = 1.0

    @property
    def end(self) -> float:
        return len(self.counts) * self.width


class Histogram(ReadOff):
    """Plots each distribution in per cent of its own sum."""

    def __init__(
        self,
        title: str,
        x_label: str,
        y_label: str,
        unit: float = 1.0,
        continuous: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Heights are per cent for each `unit` of the x axis, so that columns of another width can be compared.
        A column holds what is where it begins; if `continuous`, all that lies within it."""
        super().__init__(PlotTitles(title, x_label, y_label), parent)
        self._unit, self._continuous = unit, continuous
        self.distributions: list[Distribution] = []
        self._heights: list[list[float]] = []
        self._edges: list[float] = []
        self._highest: float | None = None
        self._named = True
        self._changed()

    def set_distributions(self, distributions: Sequence[Distribution], named: bool | None = None) -> None:
        """`named`: they have a legend; if nothing is said, several have."""
        self.distributions = list(distributions)
        self._named = len(self.distributions) > 1 if named is None else named
        self._heights = [_heights(each, self._unit) for each in distributions]
        filled = zip(self.distributions, self._heights, strict=True)
        self._edges = sorted({at * each.width for each, hs in filled for at, h in enumerate(hs) if h > 0})
        self._changed()

    def highest(self) -> float:
        """The highest column, in per cent."""
        return max((height for heights in self._heights for height in heights), default=0.0)

    def set_highest(self, per_cent: float | None) -> None:
        """Let the axis reach up to here, so that two histograms can be compared."""
        self._highest = per_cent
        self.update()

    # -- reading off --------------------------------------------------------------------------------------------

    def _places(self) -> list[float]:
        """Where columns begin."""
        return self._edges

    def _shown_at(self, x: float) -> float:
        """In the middle of what these values hold for."""
        at = bisect_right(self._edges, x)
        narrowest = min(each.width for each in self.distributions)
        following = self._edges[at] if at < len(self._edges) else x + narrowest
        return x + min(following - x, narrowest) / 2

    def _values_at(self, x: float) -> list[Value]:
        values = []
        for each, heights in zip(self.distributions, self._heights, strict=True):
            column = int(x / each.width + 1e-9)
            if column < len(heights) and any(heights):
                values.append((each.name, with_unit(self._labels.y, number_text(heights[column]))))
        return values

    def _are_named(self) -> bool:
        return self._named

    def _before_first(self) -> int:
        return -1

    def _at_rest(self) -> str:
        within, digits = (0.5, 2) if self._continuous else (0.0, 1)
        means = ((each.name, _mean(each, within)) for each in self.distributions)
        return f"{self._labels.x}. " + ", ".join(
            tr("{name}: {mean} on average", name=name, mean=number(mean, f".{digits}f"))
            for name, mean in means
            if mean is not None
        )

    # -- painting -----------------------------------------------------------------------------------------------

    def _frame(self) -> Frame:
        whole = all(each.width == 1 for each in self.distributions)
        end = max((each.end for each in self.distributions), default=1.0)
        y_axis = axis_around([self.highest()], Scale(low=0.0, high=self._highest))
        y_axis = Axis(0.0, axis_around([0.0, y_axis.high]).high)
        legend = [self._entry(each) for each in self.distributions] if self._are_named() else []
        return Frame(
            QRectF(self.rect()),
            self.font(),
            self.palette(),
            self._labels,
            Axis(0, end, whole=whole),
            y_axis,
            legend,
        )

    def _entry(self, distribution: Distribution) -> LegendEntry:
        palette = self.palette()
        match distribution.look:
            case HistogramStyle.FILLED:
                accent = palette.color(QPalette.ColorRole.Accent)
                soft = QColor(accent)
                soft.setAlpha(120)
                return LegendEntry(distribution.name, QPen(accent, 1.4), QBrush(soft))
            case HistogramStyle.HATCHED:
                text = colours(palette).dim
                return LegendEntry(distribution.name, QPen(text, 1.2), QBrush(text, Qt.BrushStyle.BDiagPattern))
            case HistogramStyle.DASHED:
                return LegendEntry(distribution.name, series_pen(palette, 1))
            case HistogramStyle.DOTTED:
                return LegendEntry(distribution.name, series_pen(palette, 2))

    def _paint_values(self, painter: QPainter, frame: Frame) -> None:
        pairs = list(zip(self.distributions, self._heights, strict=True))
        areas = [pair for pair in pairs if pair[0].look in (HistogramStyle.FILLED, HistogramStyle.HATCHED)]
        for pair in areas[::-1] + [pair for pair in pairs if pair not in areas]:
            self._paint_steps(painter, frame, *pair)

    def _paint_steps(self, painter: QPainter, frame: Frame, each: Distribution, heights: list[float]) -> None:
        held = [at for at, height in enumerate(heights) if height > 0]
        if not held:
            return
        corners = [(held[0] * each.width, 0.0)]
        for at in range(held[0], held[-1] + 1):
            corners += [(end * each.width, heights[at]) for end in (at, at + 1)]
        outline = frame.points([*corners, ((held[-1] + 1) * each.width, 0.0)])
        entry = self._entry(each)
        if entry.brush is not None:
            painter.setBrush(entry.brush)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawPolygon(QPolygonF(outline))
        draw_long_line(painter, entry.pen, outline)


def _heights(distribution: Distribution, unit: float) -> list[float]:
    total = sum(map(float, distribution.counts))
    scale = 100 / total * unit / distribution.width if total else 0.0
    return [float(count) * scale for count in distribution.counts]


def _mean(distribution: Distribution, within: float) -> float | None:
    """`within`: where in its column a value lies, in widths of it."""
    total = sum(distribution.counts)
    if not total:
        return None
    return distribution.width * sum((at + within) * count for at, count in enumerate(distribution.counts)) / total
