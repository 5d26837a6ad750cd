"""Small multiples of distance histograms: pairs that share a label against pairs that do not, for each method."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from engine.experiments.drawing.charts import SMALL, new_figure, prepare_axes
from engine.experiments.drawing.looks import Theme, title

COLUMNS = 4
CELL = (2.75, 2.2)  # inches
NEAR, FAR = "share a label (intra)", "share none (inter)"


@dataclass(frozen=True, slots=True)
class DistanceShares:
    """Shares of pairs at distance 0..bits; each of the two sums to 1."""

    name: str
    intra: Sequence[float]
    inter: Sequence[float]

    @property
    def means(self) -> tuple[float, float]:
        return _mean(self.intra), _mean(self.inter)

    @property
    def separability(self) -> float:
        intra, inter = self.means
        return inter - intra


def _mean(shares: Sequence[float]) -> float:
    return sum(distance * share for distance, share in enumerate(shares))


def distance_chart(methods: Sequence[DistanceShares], theme: Theme) -> Figure:
    columns = min(COLUMNS, len(methods))
    rows = math.ceil(len(methods) / columns)
    figure = new_figure(max(columns, 2) * CELL[0], rows * CELL[1] + 0.35, theme)
    grid = figure.subplots(rows, columns, squeeze=False, sharex=True)
    for place, (axes, one) in enumerate(zip(grid.flat, methods, strict=False)):
        _draw(axes, one, theme, place % columns == 0)
    for axes in list(grid.flat)[len(methods) :]:
        axes.set_axis_off()
    figure.supxlabel("Hamming distance", fontsize=SMALL, color=theme.ink)
    patches = [Patch(color=theme.near, alpha=0.6, label=NEAR), Patch(color=theme.far, alpha=0.6, label=FAR)]
    legend = figure.legend(handles=patches, loc="outside upper left", ncols=2, frameon=False, fontsize=SMALL)
    for text in legend.get_texts():
        text.set_color(theme.ink)
    return figure


def _draw(axes: Axes, one: DistanceShares, theme: Theme, leftmost: bool) -> None:
    prepare_axes(axes, theme, title(one.name), "", "share of pairs" if leftmost else "")
    axes.title.set_fontsize(SMALL + 0.5)
    edges = np.arange(len(one.intra) + 1) - 0.5
    for shares, colour in ((one.intra, theme.near), (one.inter, theme.far)):
        axes.stairs(shares, edges, fill=True, color=colour, alpha=0.45)
        axes.stairs(shares, edges, color=colour, linewidth=1.2)
    axes.tick_params(labelbottom=True)
    top = max(max(one.intra), max(one.inter))
    axes.set_ylim(0, top * 1.32)
    _arrow(axes, one, top * 1.1, theme)


def _arrow(axes: Axes, one: DistanceShares, height: float, theme: Theme) -> None:
    """From the mean of the one to the mean of the other; over it how far that is."""
    intra, inter = one.means
    axes.annotate(
        "", xy=(inter, height), xytext=(intra, height),
        arrowprops={"arrowstyle": "<->", "color": theme.ink, "linewidth": 1, "shrinkA": 0, "shrinkB": 0},
    )  # fmt: skip
    for mean, colour in ((intra, theme.near), (inter, theme.far)):
        axes.axvline(mean, color=colour, linewidth=0.9, linestyle=(0, (3, 2)))
    axes.text(
        (intra + inter) / 2, height * 1.03, f"{one.separability:.1f}", ha="center", va="bottom", color=theme.ink,
        fontsize=SMALL, bbox={"facecolor": theme.paper, "edgecolor": "none", "alpha": 0.7, "pad": 0.6},
    )  # fmt: skip
