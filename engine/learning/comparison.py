"""Before and after, side by side: figures, distances, and the queries that gained and lost the most."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.metrics import Reals, average_precisions, distance_histograms
from engine.evaluation.rankings import Ranking
from engine.learning.examples import Examples
from engine.learning.figures import KEPT, Figures, Measured, figures_from, query_rows, ranking_of
from engine.learning.kept_neighbours import Rows, asked_rows, cosines, kept_share
from engine.model.codes import hamming
from engine.progress import Progress, finish

SHOWN = 8  # hits of a query
MOST_CHANGED = 5  # queries that gained, and that lost
LEAST_CHANGE = 1e-6  # in average precision; less is rounding
ENOUGH_HELD_OUT = 10  # images of a label, to say that it got worse
NOTICED = 0.02  # in mean average precision of a label
FORGOTTEN = 0.05  # of the nearest neighbours of pictures that nobody labelled


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One version on the held-out queries. Histograms count pairs at each distance."""

    bits: int
    figures: Figures
    intra_D: NDArray[np.int64]
    inter_D: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ChangedQuery:
    """A held-out image and its nearest hits, by id, before and after; `right` says which share a label with it."""

    image_id: int
    precision_before: float
    precision_after: float
    hits_before: list[int]
    hits_after: list[int]
    right: set[int]


@dataclass(frozen=True, slots=True)
class ChangedLabel:
    """The mean average precision of a label's held-out images; `error` is the standard error of the change."""

    name: str
    images: int
    held_out: int
    before: float
    after: float
    error: float

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def is_clearly_worse(self) -> bool:
        """More than chance does, and more than nobody would notice; of few images nothing is clear."""
        return self.held_out >= ENOUGH_HELD_OUT and self.change < -max(NOTICED, 2 * self.error)


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """`labels` has one row for each label that was asked for, what fell the most first."""

    before: Side
    after: Side
    gained: list[ChangedQuery]
    lost: list[ChangedQuery]
    labels: list[ChangedLabel]

    @property
    def forgets(self) -> bool:
        """Pictures that nobody labelled are found clearly less often than before beside what they look like."""
        before, after = self.before.figures[KEPT], self.after.figures[KEPT]
        return before is not None and after is not None and after < before - FORGOTTEN

    @property
    def worse_labels(self) -> list[ChangedLabel]:
        return [label for label in self.labels if label.is_clearly_worse]


def compare(
    before: Measured,
    after: Measured,
    examples: Examples,
    queries: Sequence[int],
    looks_ND: NDArray[np.floating],
) -> Comparison:
    return finish(comparing(before, after, examples, queries, looks_ND))


def comparing(
    before: Measured,
    after: Measured,
    examples: Examples,
    queries: Sequence[int],
    looks_ND: NDArray[np.floating],
) -> Generator[Progress, None, Comparison]:
    """Both on the same held-out images (`queries`, by id), among all images that are not held out; `looks_ND` are
    the features by which images look alike."""
    rows_Q, unlabelled_Q = query_rows(examples, queries), asked_rows(examples)
    cosine_QN = yield from cosines(looks_ND, unlabelled_Q)
    sides, precisions = [], []
    for measured in (before, after):
        yield from measured.coding()
        u_QK = measured.bounded(unlabelled_Q)
        kept = yield from kept_share(measured.packed_NB, u_QK, unlabelled_Q, cosine_QN)
        ranking = yield from ranking_of(measured, examples, queries)
        figures = figures_from(ranking, measured.bounded(rows_Q), examples, queries, measured.trained_on)
        sides.append(_side(ranking, figures | {KEPT: kept}, measured.function.bits))
        precisions.append(average_precisions(ranking))
    nearest = [_nearest(measured, examples) for measured in (before, after)]
    change_Q = np.nan_to_num(precisions[1] - precisions[0])
    order_Q = np.argsort(change_Q, kind="stable")

    def changed(q: int) -> ChangedQuery:
        right_N = (examples.labels_NC & examples.labels_NC[rows_Q[q]]).any(axis=1)
        return ChangedQuery(
            examples.image_ids[rows_Q[q]],
            float(precisions[0][q]),
            float(precisions[1][q]),
            nearest[0](rows_Q[q]),
            nearest[1](rows_Q[q]),
            {examples.image_ids[row] for row in np.flatnonzero(right_N)},
        )

    gained = [changed(q) for q in order_Q[::-1][:MOST_CHANGED] if change_Q[q] > LEAST_CHANGE]
    lost = [changed(q) for q in order_Q[:MOST_CHANGED] if change_Q[q] < -LEAST_CHANGE]
    labels = changed_labels(examples, rows_Q, precisions[0], precisions[1])
    return Comparison(sides[0], sides[1], gained, lost, labels)


def changed_labels(examples: Examples, rows_Q: Rows, before_Q: Reals, after_Q: Reals) -> list[ChangedLabel]:
    changes = []
    for column, name in enumerate(examples.label_names):
        asked_Q = examples.labels_NC[rows_Q, column] & ~np.isnan(before_Q)
        count = int(asked_Q.sum())
        if not count:
            continue
        change_Q = after_Q[asked_Q] - before_Q[asked_Q]
        error = float(change_Q.std(ddof=1) / math.sqrt(count)) if count > 1 else math.inf
        images = int(examples.labels_NC[:, column].sum())
        means = float(before_Q[asked_Q].mean()), float(after_Q[asked_Q].mean())
        changes.append(ChangedLabel(name, images, count, *means, error))
    return sorted(changes, key=lambda label: (label.change, label.name))


def _side(ranking: Ranking, figures: Figures, bits: int) -> Side:
    histograms = distance_histograms(ranking)
    return Side(bits, figures, histograms.intra_D, histograms.inter_D)


def _nearest(measured: Measured, examples: Examples) -> Callable[[int], list[int]]:
    """For the row of a query, its nearest images."""
    rows = examples.database_rows
    codes_NB = measured.packed_NB[rows]

    def of(query_row: int) -> list[int]:
        nearest = np.argsort(hamming(codes_NB, measured.packed_NB[query_row]), kind="stable")[:SHOWN]
        return [examples.image_ids[row] for row in rows[nearest]]

    return of
