"""Before and after, side by side: figures, distances, and the queries that gained and lost the most."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Reals, Rows
from engine.evaluation.metrics import average_precisions, distance_histograms, precisions_at
from engine.evaluation.rankings import Ranking
from engine.learning.examples import Examples
from engine.learning.figures import KEPT, Figures, Measured, figures_from, query_rows, ranking_of, taking_figures
from engine.learning.kept_neighbours import asked_rows, cosines, kept_share
from engine.progress import Progress

SHOWN = 8  # hits of a query
FIRST = 10  # hits, which a person sees at once
MOST_CHANGED = 5  # queries that gained, and that lost
LEAST_CHANGE = 1e-6  # in average precision; less is rounding
ENOUGH_HELD_OUT = 10  # images of a label, to say that it got worse
NOTICED = 0.02  # in a figure of a label


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One version on the held-out queries. Histograms count pairs at each distance."""

    bits: int
    figures: Figures
    intra_D: NDArray[np.int64]
    inter_D: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ChangedQuery:
    """A held-out image and its first hits, by id, before and after; `right` says which share a label with it."""

    image_id: int
    precision_before: float
    precision_after: float
    hits_before: list[int]
    hits_after: list[int]
    right: set[int]


@dataclass(frozen=True, slots=True)
class MeanChange:
    """The mean of a figure over queries; `error` is the standard error of its change."""

    before: float
    after: float
    error: float

    @property
    def by(self) -> float:
        return self.after - self.before

    @property
    def is_a_clear_fall(self) -> bool:
        """More than chance does, and more than nobody would notice."""
        return self.by < -max(NOTICED, 2 * self.error)


@dataclass(frozen=True, slots=True)
class ChangedLabel:
    """How a label's held-out images fared: mean average precision, and precision of the first ten hits."""

    name: str
    images: int
    held_out: int
    precision: MeanChange
    first_ten: MeanChange

    @property
    def is_clearly_worse(self) -> bool:
        """In all that is found, or on the first screen; of few images nothing is clear."""
        fallen = self.precision.is_a_clear_fall or self.first_ten.is_a_clear_fall
        return self.held_out >= ENOUGH_HELD_OUT and fallen


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """`labels` has one row for each label that was asked for, what fell the most first."""

    before: Side
    after: Side
    gained: list[ChangedQuery]
    lost: list[ChangedQuery]
    labels: list[ChangedLabel]

    @property
    def figures(self) -> tuple[Figures, Figures]:
        return self.before.figures, self.after.figures


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
    sides, precisions, first_tens = [], [], []
    for measured in (before, after):
        yield from measured.coding()
        kept = yield from kept_share(measured, unlabelled_Q, cosine_QN)
        ranking = yield from ranking_of(measured, examples, queries)
        figures = figures_from(ranking, measured.bounded(rows_Q), examples, queries, measured.trained_on)
        sides.append(_side(ranking, figures | {KEPT: kept}, measured.function.bits))
        precisions.append(average_precisions(ranking))
        first_tens.append(precisions_at(ranking, FIRST))
    change_Q = np.nan_to_num(precisions[1] - precisions[0])
    order_Q = np.argsort(change_Q, kind="stable")

    def changed(q: int) -> ChangedQuery:
        right_N = (examples.labels_NC & examples.labels_NC[rows_Q[q]]).any(axis=1)
        return ChangedQuery(
            examples.image_ids[rows_Q[q]],
            float(precisions[0][q]),
            float(precisions[1][q]),
            _hits(before, rows_Q[q], examples),
            _hits(after, rows_Q[q], examples),
            {examples.image_ids[row] for row in np.flatnonzero(right_N)},
        )

    gained = [changed(q) for q in order_Q[::-1][:MOST_CHANGED] if change_Q[q] > LEAST_CHANGE]
    lost = [changed(q) for q in order_Q[:MOST_CHANGED] if change_Q[q] < -LEAST_CHANGE]
    labels = changed_labels(examples, rows_Q, precisions, first_tens)
    return Comparison(sides[0], sides[1], gained, lost, labels)


def figures_apart(
    before: Measured | None,
    after: Measured,
    examples: Examples,
    queries: Sequence[int],
    looks_ND: NDArray[np.floating],
) -> Generator[Progress, None, tuple[Figures | None, Figures | None]]:
    """Where the two cannot be compared on labels: the figures of the later one on `queries`, should there be any,
    and of both how much they keep, which needs no label."""
    figures = (yield from taking_figures(after, examples, queries)) if queries else None
    unlabelled_Q = asked_rows(examples)
    cosine_QN = yield from cosines(looks_ND, unlabelled_Q)
    kept_before = None
    if before is not None:
        kept_before = yield from kept_share(before, unlabelled_Q, cosine_QN)
    kept_after = yield from kept_share(after, unlabelled_Q, cosine_QN)
    return with_kept(None, kept_before), with_kept(figures, kept_after)


def with_kept(figures: Figures | None, kept: float | None) -> Figures | None:
    return figures if kept is None else (figures or {}) | {KEPT: kept}


def changed_labels(
    examples: Examples, rows_Q: Rows, precisions: Sequence[Reals], first_tens: Sequence[Reals]
) -> list[ChangedLabel]:
    """Both figures of each query before and after; what fell the most in mAP comes first."""
    changes = []
    for column, name in enumerate(examples.label_names):
        asked_Q = examples.labels_NC[rows_Q, column] & ~np.isnan(precisions[0])
        count = int(asked_Q.sum())
        if count:
            images = int(examples.labels_NC[:, column].sum())
            figures = (_change(*(side_Q[asked_Q] for side_Q in figure)) for figure in (precisions, first_tens))
            changes.append(ChangedLabel(name, images, count, *figures))
    return sorted(changes, key=lambda label: (label.precision.by, label.name))


def _change(before_Q: Reals, after_Q: Reals) -> MeanChange:
    error = math.inf
    if len(before_Q) > 1:
        error = float((after_Q - before_Q).std(ddof=1) / math.sqrt(len(before_Q)))
    return MeanChange(float(before_Q.mean()), float(after_Q.mean()), error)


def _side(ranking: Ranking, figures: Figures, bits: int) -> Side:
    histograms = distance_histograms(ranking)
    return Side(bits, figures, histograms.intra_D, histograms.inter_D)


def _hits(measured: Measured, query_row: int, examples: Examples) -> list[int]:
    return [examples.image_ids[row] for row in measured.first_hits(query_row, examples.database_rows, SHOWN)]
