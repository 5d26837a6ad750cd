"""Points for methods: one figure against another, with their spreads, and a line across to compare with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from engine.experiments.drawing.charts import LEGEND, PANEL, SMALL, legend, new_figure, prepare_axes
from engine.experiments.drawing.looks import Look, Theme
from engine.experiments.spread import Number


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    x: float
    y: float
    x_spread: Number = None
    y_spread: Number = None


@dataclass(frozen=True, slots=True)
class Scatter:
    """Points by method. `level` is drawn across, with its name."""

    title: str
    x_label: str
    y_label: str
    points: Mapping[str, ScatterPoint]
    level: tuple[str, float] | None = None


def scatter_chart(panels: Sequence[Scatter], styles: Mapping[str, Look], theme: Theme) -> Figure:
    figure = new_figure(PANEL[0] * len(panels) + 1.3 * LEGEND, 1.35 * PANEL[1], theme)
    grid = figure.subplots(1, len(panels), squeeze=False, sharex=True, sharey=True)
    for axes, panel in zip(grid.flat, panels, strict=True):
        _draw(axes, panel, styles, theme)
    drawn = {name for panel in panels for name in panel.points}
    legend(figure, [name for name in styles if name in drawn], styles, theme, lines=False)
    return figure


def _draw(axes: Axes, panel: Scatter, styles: Mapping[str, Look], theme: Theme) -> None:
    prepare_axes(axes, theme, panel.title, panel.x_label, panel.y_label)
    axes.tick_params(labelleft=True)
    if panel.level is not None:
        name, height = panel.level
        axes.axhline(height, color=theme.faint, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        axes.annotate(name, (0, height), (2, 2), xycoords=("axes fraction", "data"), textcoords="offset points",
                      color=theme.faint, fontsize=SMALL)  # fmt: skip
    for name, point in panel.points.items():
        look = styles[name]
        colour = look.colour_in(theme)
        axes.errorbar(
            point.x,
            point.y,
            xerr=point.x_spread,
            yerr=point.y_spread,
            ecolor=colour,
            elinewidth=0.8,
            marker=look.marker,
            markersize=8 if look.own else 6,
            markeredgecolor=colour,
            markerfacecolor=theme.paper if look.hollow else colour,
            linestyle="none",
            zorder=look.layer,
        )
