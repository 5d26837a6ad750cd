"""Heat maps with their numbers in the cells. A cell may be marked, a missing one stays empty."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from engine.experiments.drawing.charts import SMALL, new_figure, prepare_axes
from engine.experiments.drawing.looks import Theme

CELL = (0.82, 0.52)  # inches
COLOURS = "cividis"  # grows evenly in lightness, for colour-blind eyes too


@dataclass(frozen=True, slots=True)
class HeatMap:
    """`values[row][column]`; rows are drawn from below upwards, as on an axis. `marked` is (row, column)."""

    title: str
    x_label: str
    y_label: str
    x: Sequence[float]
    y: Sequence[float]
    values: Sequence[Sequence[float | None]]
    marked: tuple[int, int] | None = None


def heat_map_chart(maps: Sequence[HeatMap], theme: Theme) -> Figure:
    """All maps on one row with one scale each: what is compared is within a map."""
    width = sum(len(one.x) * CELL[0] + 1.1 for one in maps)
    height = max(len(one.y) for one in maps) * CELL[1] + 1.1
    figure = new_figure(max(width, 4.5), height, theme)
    grid = figure.subplots(1, len(maps), squeeze=False)
    for axes, one in zip(grid.flat, maps, strict=True):
        _draw(axes, one, theme)
    return figure


def _draw(axes: Axes, one: HeatMap, theme: Theme) -> None:
    prepare_axes(axes, theme, one.title, one.x_label, one.y_label)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    values = np.array([[np.nan if value is None else value for value in row] for row in one.values], np.float64)
    scaled = _scaled(values)
    axes.imshow(np.ma.masked_invalid(scaled), cmap=COLOURS, vmin=0, vmax=1, origin="lower", aspect="auto")
    axes.set_xticks(range(len(one.x)), [f"{value:g}" for value in one.x])
    axes.set_yticks(range(len(one.y)), [f"{value:g}" for value in one.y])
    for (row, column), value in np.ndenumerate(values):
        if np.isnan(value):
            axes.text(column, row, "–", ha="center", va="center", color=theme.faint, fontsize=SMALL)
            continue
        red, green, blue, _ = colormaps[COLOURS](float(scaled[row, column]))
        ink = "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "#ffffff"
        axes.text(column, row, f"{value:.4f}", ha="center", va="center", color=ink, fontsize=SMALL)
    if one.marked is not None:
        row, column = one.marked
        axes.add_patch(
            Rectangle((column - 0.5, row - 0.5), 1, 1, fill=False, edgecolor=theme.own, linewidth=2.5, zorder=5)
        )


def _scaled(
    values: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """To 0..1 between the lowest and the highest."""
    known = values[~np.isnan(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    return (values - low) / (high - low) if high > low else values * 0 + 0.5
