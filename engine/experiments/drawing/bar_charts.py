"""Bars for a handful of methods: a panel for each measure, on a scale of its own, with the numbers on the bars."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from engine.experiments.drawing.charts import SMALL, new_figure, prepare_axes
from engine.experiments.drawing.looks import Look, Theme, title


@dataclass(frozen=True, slots=True)
class Bars:
    """A measure of each method; None where it was not measured."""

    title: str
    digits: int
    values: Mapping[str, float | None]
    spreads: Mapping[str, float | None]


def bar_chart(panels: Sequence[Bars], styles: Mapping[str, Look], theme: Theme) -> Figure:
    methods = max(len(panel.values) for panel in panels)
    figure = new_figure(2.75 * len(panels), 0.42 * methods + 0.8, theme)
    grid = figure.subplots(1, len(panels), squeeze=False, sharey=True)
    for place, (axes, panel) in enumerate(zip(grid.flat, panels, strict=True)):
        _draw(axes, panel, styles, theme, place == 0)
    return figure


def _draw(axes: Axes, panel: Bars, styles: Mapping[str, Look], theme: Theme, leftmost: bool) -> None:
    prepare_axes(axes, theme, panel.title, "", "")
    axes.title.set_fontsize(SMALL + 0.5)
    axes.grid(visible=False, axis="y")
    names = list(panel.values)
    largest = max((value or 0) + (panel.spreads[name] or 0) for name, value in panel.values.items())
    axes.set_xlim(0, (largest or 1.0) * 1.32)  # room for the numbers
    for place, name in enumerate(names):
        value, spread = panel.values[name], panel.spreads[name]
        if value is None:
            axes.text(0, place, " not measured", va="center", color=theme.faint, fontsize=SMALL)
            continue
        axes.barh(place, value, height=0.62, color=styles[name].colour_in(theme), xerr=spread, ecolor=theme.faint)
        end = value + (spread or 0)
        axes.text(end, place, f" {value:.{panel.digits}f}", va="center", color=theme.ink, fontsize=SMALL)
    axes.set_yticks(range(len(names)), [title(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", labelleft=leftmost, length=0, labelcolor=theme.ink)
