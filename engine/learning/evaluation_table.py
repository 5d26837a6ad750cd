"""The numbers behind the plots of an evaluation as a CSV file: one row for each, in four columns.

version  the version's name
plot     what the number belongs to: a figure, a point of a curve, a column of a histogram
x, y     the figure's name and value; a label and the mean average precision of its held-out images; recall and
         precision; K and precision; distance and number of pairs; the lower end of a bin of |u| and how many
         outputs lie in it

Among the figures are the means over labels beside those over pictures, and what was searched: how many images
(database), how many of them have a label (labelled), of how many the version has learned the labels (trained_on).
"""

import csv
import io
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.learning.version_evaluation import VersionEvaluation, distinct_names
from engine.publishing import published
from engine.spreadsheet_cells import guarded_cells

HEADER = ("version", "plot", "x", "y")
FIGURE = "figure"
LABEL = "mAP by label"
PRECISION_RECALL = "precision-recall"
TOP_K = "precision at top K"
SAME_LABEL, DIFFERENT_LABEL = "distances, same label", "distances, no label in common"
OUTPUTS = "outputs |u|"
CsvCell = str | int | float
EvaluationRow = tuple[str, str, CsvCell, CsvCell]


def rows(evaluations: Sequence[VersionEvaluation]) -> Iterator[EvaluationRow]:
    names = distinct_names([evaluation.version for evaluation in evaluations])
    for name, evaluation in zip(names, evaluations, strict=True):
        for plot, x, y in _of_one(evaluation):
            yield name, plot, x, y


def write(path: str, evaluations: Sequence[VersionEvaluation]) -> int:
    """Returns how many rows the table has below its header; a disk that is full or fails is a UserError."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    table.writerow(HEADER)
    count = 0
    for row in rows(evaluations):
        table.writerow(guarded_cells(row))
        count += 1
    with published(path) as file:
        file.write(text.getvalue().encode())
    return count


def _of_one(evaluation: VersionEvaluation) -> Iterator[tuple[str, CsvCell, CsvCell]]:
    for key, value in evaluation.figures.items():
        if value is not None:
            yield FIGURE, key, value
    for label in evaluation.labels:
        yield LABEL, label.name, label.mean_precision
    curve = evaluation.precision_recall
    yield from _points(PRECISION_RECALL, curve.recall_D, curve.precision_D)
    yield from _points(TOP_K, evaluation.places_P, evaluation.precision_P)
    for plot, pairs_D in ((SAME_LABEL, evaluation.intra_D), (DIFFERENT_LABEL, evaluation.inter_D)):
        yield from _points(plot, np.arange(len(pairs_D)), pairs_D)
    if evaluation.outputs_E is not None:
        bins = len(evaluation.outputs_E)
        yield from _points(OUTPUTS, np.arange(bins) / bins, evaluation.outputs_E)


def _points(
    plot: str, xs: NDArray[np.integer] | NDArray[np.floating], ys: NDArray[np.integer] | NDArray[np.floating]
) -> Iterator[tuple[str, CsvCell, CsvCell]]:
    """Only those that are numbers: nothing is found within a small distance, say."""
    for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
        if x == x and y == y:
            yield plot, x, y
