"""What distances mean, as two shapes behind the slider and as words.

How far apart are images that share a label, and how far those that do not? The shapes differ in form, not in colour
alone: one is filled, the other a line.
"""

import math
from typing import Protocol

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPalette, QPen

from engine.sentences import said
from gui.language import tr
from gui.widgets.theme import colours, mixed

NARROWEST = 3.0  # pixels of a column; distances are put together until it is that wide
COLUMNS = 4  # times the third root of the number of pairs: more of them would show chance
FEWEST_PAIRS = 10  # to say anything
LINE = 1.5


class Meaning(Protocol):
    """Pairs of a held-out and another labelled image, counted by their distance 0..bits; see
    engine.learning.distances."""

    @property
    def same_label_D(self) -> npt.NDArray[np.int64]: ...

    @property
    def different_D(self) -> npt.NDArray[np.int64]: ...

    def pairs(self, least: int, most: int) -> int: ...

    def share_right(self, least: int, most: int) -> float | None: ...


def right_text(share: float | None, pairs: int) -> str:
    """A few words: "about 95 % right"."""
    if share is None or pairs < FEWEST_PAIRS:
        return tr("too few labels to say")
    percent = 100 * share
    if 0 < percent < 1:
        return tr("less than 1 % right")
    if 99 < percent < 100:
        return tr("more than 99 % right")
    return tr("about {percent:.0f} % right", percent=percent)


def right_sentence(low: int, high: int, share: float | None, pairs: int) -> str:
    """The same at length, with what it is taken from."""
    where = (
        tr("at distance {low}", low=low) if low == high else tr("at distances {low} to {high}", low=low, high=high)
    )
    if share is None or pairs < FEWEST_PAIRS:
        return tr(
            "There are too few labelled pictures {where} to say how many hits would share a label.", where=where
        )
    return tr(
        "{share} of the hits {where} would share a label, judging by {pairs:,} pairs of your own labelled pictures;"
        " the version has not learned from at least one picture of each pair.",
        share=_share_text(100 * share),
        where=where,
        pairs=pairs,
    )


def _share_text(percent: float) -> str:
    """How a sentence about that share of the hits begins."""
    if 0 < percent < 1:
        return tr("Less than 1 %")
    if 99 < percent < 100:
        return tr("More than 99 %")
    return tr("About {percent:.0f} %", percent=percent)


LEGEND = said("The filled shape counts pairs that share a label, the line those that do not.")


def shape_colours(palette: QPalette) -> tuple[QColor, QColor]:
    """Of the filled shape (same label) and of the line (different label)."""
    return palette.color(QPalette.ColorRole.Accent), colours(palette).minus


def paint_shapes(painter: QPainter, area: QRectF, meaning: Meaning, low: int, high: int, palette: QPalette) -> None:
    """Both shapes in `area`, each as high as the area allows; beyond the range they are faint."""
    window = palette.color(QPalette.ColorRole.Window)
    filled, line = shape_colours(palette)
    distances = len(meaning.same_label_D)
    left, right = (area.left() + area.width() * edge / distances for edge in (low, high + 1))
    same, different = (_outline(counts_D, area) for counts_D in (meaning.same_label_D, meaning.different_D))
    inside = QRectF(left, area.top() - LINE, right - left, area.height() + 2 * LINE)
    painter.save()
    for within in (False, True):
        if within:
            painter.setClipRect(inside, Qt.ClipOperation.ReplaceClip)
            painter.fillRect(inside, window)
        painter.fillPath(same, mixed(filled, window, 0.35 if within else 0.78))
        painter.strokePath(different, QPen(mixed(line, window, 0.0 if within else 0.5), LINE))
    painter.restore()


def _outline(counts_D: npt.NDArray[np.int64], area: QRectF) -> QPainterPath:
    """Of a histogram: one closed line around each run of columns that are not empty."""
    together = _distances_a_column(counts_D, area.width())
    edges = np.append(np.arange(0, len(counts_D), together), len(counts_D))
    # A column of fewer distances than the others (the last one, perhaps) is not lower for that.
    heights = np.add.reduceat(counts_D, edges[:-1]) / np.diff(edges)
    heights = heights / max(float(heights.max()), 1e-9) * area.height()
    xs = area.left() + area.width() * edges / len(counts_D)
    path, floor = QPainterPath(), area.bottom()
    for column, height in enumerate(heights):
        left, right = xs[column], xs[column + 1]
        if height > 0:
            if column == 0 or heights[column - 1] <= 0:
                path.moveTo(left, floor)
            path.lineTo(left, floor - height)
            path.lineTo(right, floor - height)
            if column == len(heights) - 1 or heights[column + 1] <= 0:
                path.lineTo(right, floor)
    return path


def _distances_a_column(counts_D: npt.NDArray[np.int64], width: float) -> int:
    """Columns as wide as it takes to be seen, and to hold enough pairs that the shape is more than noise."""
    columns = min(width / NARROWEST, COLUMNS * math.cbrt(counts_D.sum()))
    return max(1, math.ceil(len(counts_D) / max(1.0, columns)))
