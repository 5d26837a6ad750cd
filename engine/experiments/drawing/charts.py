"""Line charts, drawn with matplotlib's objects (never pyplot, whose state is global). Numbers in, a Figure out.

A chart is one or more panels with one legend beside them. Missing values (None) leave a gap.
"""

import io
import math
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullFormatter, NullLocator, ScalarFormatter

from engine.experiments.drawing.looks import Look, Theme, title
from engine.experiments.spread import Number

DPI = 144
PANEL = (4.3, 3.3)  # inches
WIDE_PANEL = 6.4  # where there is only one
NOTE_WIDTH = 58  # characters that fit under a panel
LEGEND = 1.9
SMALL, NORMAL = 8.5, 10.0
MARKED = 7  # markers on a long line
MOST_BEHIND = 0.25  # how far below the best a line may lie before it would squeeze the others
LOG_TICKS = ((0.8, (1, 1.5, 2, 3, 5, 7)), (2, (1, 2, 5)), (math.inf, (1,)))  # up to so many decades


@dataclass(frozen=True, slots=True)
class Line:
    """One method's values. `spread` is drawn as bars up and down."""

    name: str
    x: Sequence[float]
    y: Sequence[Number]
    spread: Sequence[Number] | None = None

    def values(self) -> list[float]:
        return [value for value in self.y if value is not None and math.isfinite(value)]


@dataclass(frozen=True, slots=True)
class Panel:
    """`focus` cuts the axis above lines whose best is more than `behind` below the best of all, and names these."""

    title: str
    x_label: str
    y_label: str
    lines: Sequence[Line]
    log_x: bool = False
    log_y: bool = False
    ticks: Sequence[float] = ()
    focus: bool = False
    behind: float = MOST_BEHIND
    limits: tuple[float, float] | None = field(default=None)


def line_chart(panels: Sequence[Panel], styles: Mapping[str, Look], theme: Theme) -> Figure:
    columns = min(2, len(panels))
    rows = math.ceil(len(panels) / columns)
    width = columns * PANEL[0] if columns > 1 else WIDE_PANEL
    figure = new_figure(width + LEGEND, rows * PANEL[1], theme)
    grid = figure.subplots(rows, columns, squeeze=False)
    for axes, panel in zip(grid.flat, panels, strict=False):
        _draw(axes, panel, styles, theme)
    for axes in list(grid.flat)[len(panels) :]:
        axes.set_axis_off()
    drawn = {line.name for panel in panels for line in panel.lines if line.values()}
    legend(figure, [name for name in styles if name in drawn], styles, theme)
    return figure


def new_figure(width: float, height: float, theme: Theme) -> Figure:
    figure = Figure(figsize=(width, height), dpi=DPI, layout="constrained", facecolor=theme.paper)
    FigureCanvasAgg(figure)
    return figure


def png(figure: Figure) -> bytes:
    """Laid out and drawn in one go: savefig draws everything twice where there is a layout."""
    file = io.BytesIO()
    FigureCanvasAgg(figure).print_png(file, metadata={"Software": None})  # type: ignore[no-untyped-call]
    return file.getvalue()


def lay_out_like(figure: Figure, drawn: Figure) -> None:
    """The same chart in other colours: everything stands where it stands in the one that is drawn, and so nothing
    need be measured again."""
    figure.set_layout_engine("none")
    for axes, model in zip(figure.axes, drawn.axes, strict=True):
        axes.set_position(model.get_position(original=True))


def prepare_axes(axes: Axes, theme: Theme, heading: str, x_label: str, y_label: str) -> None:
    """Frame, grid and words, in the theme's colours."""
    axes.set_facecolor(theme.paper)
    axes.grid(visible=True, color=theme.grid, linewidth=0.8)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(theme.faint)
    axes.tick_params(which="both", colors=theme.faint, labelsize=SMALL, length=3)
    axes.set_title(heading, fontsize=NORMAL, color=theme.ink, loc="left", fontweight="bold")
    axes.set_xlabel(x_label, fontsize=SMALL, color=theme.ink)
    axes.set_ylabel(y_label, fontsize=SMALL, color=theme.ink)


def _draw(axes: Axes, panel: Panel, styles: Mapping[str, Look], theme: Theme) -> None:
    prepare_axes(axes, theme, panel.title, panel.x_label, panel.y_label)
    if panel.log_x:
        axes.set_xscale("log")
    if panel.log_y:
        axes.set_yscale("log")
    below = far_below(panel.lines, panel.behind) if panel.focus else []
    shown = [line for line in panel.lines if line.values() and line.name not in {name for name, _ in below}]
    order = list(styles)
    for line in shown:
        _plot(axes, line, styles[line.name], order.index(line.name), theme)
    if panel.ticks:
        _fixed_ticks(axes, panel.ticks)
    if panel.limits is not None:
        axes.set_ylim(*panel.limits)
    if panel.log_y:
        _plain_log_ticks(axes)
    if below:
        axes.set_xlabel(f"{panel.x_label}\n{_those_below(below)}", fontsize=SMALL, color=theme.ink)
    if not shown:
        axes.text(0.5, 0.5, "nothing measured", transform=axes.transAxes, ha="center", color=theme.faint)


def _plot(axes: Axes, line: Line, look: Look, place: int, theme: Theme) -> None:
    colour = look.colour_in(theme)
    y = [math.nan if value is None else value for value in line.y]
    step = max(1, math.ceil(len(y) / MARKED))
    axes.plot(
        line.x,
        y,
        color=colour,
        linewidth=look.width,
        linestyle=look.dashes,
        zorder=look.layer,
        marker=look.marker,
        markersize=6.5 if look.own else 5,
        markeredgecolor=colour,
        markerfacecolor=theme.paper if look.hollow else colour,
        markevery=(place % step, step),  # at different places, so that markers lie less often on each other
    )
    if line.spread is not None and any(line.spread):
        bars = [value or 0.0 for value in line.spread]
        axes.errorbar(line.x, y, bars, fmt="none", ecolor=colour, elinewidth=0.9, capsize=2, zorder=2, alpha=0.8)


def _fixed_ticks(axes: Axes, ticks: Sequence[float]) -> None:
    axes.xaxis.set_major_locator(FixedLocator(list(ticks)))
    axes.xaxis.set_major_formatter(ScalarFormatter())
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())


def _plain_log_ticks(axes: Axes) -> None:
    """Numbers as one reads them, 0.5 and not 5 · 10⁻¹; the fewer, the more decades there are."""
    low, high = axes.get_ylim()
    subs = next(subs for decades, subs in LOG_TICKS if math.log10(high / low) <= decades)
    axes.yaxis.set_major_locator(LogLocator(subs=subs))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_locator(NullLocator())


def far_below(lines: Sequence[Line], behind: float = MOST_BEHIND) -> list[tuple[str, float]]:
    """Lines whose best is far below the best of all, with that best: the first is the highest."""
    tops = {line.name: max(line.values()) for line in lines if line.values()}
    best = max(tops.values(), default=0.0)
    below = [(name, top) for name, top in tops.items() if top < best - behind]
    return sorted(below, key=lambda pair: -pair[1])


def _those_below(below: Sequence[tuple[str, float]]) -> str:
    names = ", ".join(f"{title(name)} (at most {top:.2f})" for name, top in below)
    return "\n".join(textwrap.wrap(f"Below this range: {names}", NOTE_WIDTH))


def legend(
    figure: Figure, names: Sequence[str], styles: Mapping[str, Look], theme: Theme, *, lines: bool = True
) -> None:
    """Beside the panels; without `lines`, of markers alone."""
    handles = [_sample(name, styles[name], theme) for name in names]
    for handle in handles if not lines else ():
        handle.set_linestyle("none")
    if handles:
        length = 3.2 if lines else 1.5
        drawn = figure.legend(
            handles=handles, loc="outside right upper", frameon=False, fontsize=SMALL, handlelength=length
        )
        for text, name in zip(drawn.get_texts(), names, strict=True):
            text.set_color(theme.ink)
            text.set_fontweight("bold" if styles[name].own else "normal")


def _sample(name: str, look: Look, theme: Theme) -> Line2D:
    colour = look.colour_in(theme)
    return Line2D(
        [], [], color=colour, linewidth=look.width, linestyle=look.dashes, marker=look.marker, label=title(name),
        markersize=6.5 if look.own else 5, markeredgecolor=colour,
        markerfacecolor=theme.paper if look.hollow else colour,
    )  # fmt: skip
