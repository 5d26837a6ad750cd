"""Before and after, side by side: figures, distances, and the queries that gained and lost the most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.metrics import average_precisions, distance_histograms, measures
from engine.evaluation.rankings import Ranking
from engine.learning.examples import Examples
from engine.learning.figures import Figures, ranking_of
from engine.model.codes import hamming
from engine.model.hash_function import HashFunction

SHOWN = 8  # hits of a query
MOST_CHANGED = 5  # queries that gained, and that lost
LEAST_CHANGE = 1e-6  # in average precision; less is rounding


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


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    before: Side
    after: Side
    gained: list[ChangedQuery]
    lost: list[ChangedQuery]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A hash function and the features that it takes, of the examples row by row."""

    function: HashFunction
    features_ND: NDArray[np.floating]


def compare(before: Measured, after: Measured, examples: Examples, queries: Sequence[int]) -> Comparison:
    """Both on the same held-out images (`queries`, by id), among the labelled images that are not held out."""
    sides, precisions = [], []
    for measured in (before, after):
        ranking, u_QK = ranking_of(measured.function, measured.features_ND, examples, queries)
        sides.append(_side(ranking, u_QK, measured.function.bits))
        precisions.append(average_precisions(ranking))
    nearest = [_nearest(measured, examples) for measured in (before, after)]
    wanted = set(queries)
    rows_Q = [int(row) for row in examples.held_out_rows if examples.image_ids[row] in wanted]
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
    return Comparison(sides[0], sides[1], gained, lost)


def _side(ranking: Ranking, u_QK: NDArray[np.float32] | None, bits: int) -> Side:
    histograms = distance_histograms(ranking)
    return Side(bits, measures(ranking, u_QK), histograms.intra_D, histograms.inter_D)


def _nearest(measured: Measured, examples: Examples) -> Callable[[int], list[int]]:
    """For the row of a query, its nearest images. All others get their codes only once."""
    rows = examples.database_rows
    codes_NB = measured.function.codes(measured.features_ND[rows].astype(np.float32))

    def of(query_row: int) -> list[int]:
        query_B = measured.function.codes(measured.features_ND[[query_row]].astype(np.float32))[0]
        nearest = np.argsort(hamming(codes_NB, query_B), kind="stable")[:SHOWN]
        return [examples.image_ids[row] for row in rows[nearest]]

    return of
