"""What is measured of a hash function that was learned: queries against the training images.

Curves are of moderate length, so that a run stays a small file: precision at about 40 values of k, precision at 101
levels of recall, and how many pairs lie at each distance. Each query's average precision is kept, too, to a few
digits: two methods are compared query by query.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Reals, Vectors
from engine.evaluation.database_order import database_order_precisions
from engine.evaluation.metrics import (
    average_precisions,
    distance_histograms,
    mean_of_numbers,
    measures,
    precision_at,
)
from engine.evaluation.rankings import Ranking, Sides, ranking
from engine.experiments.data.split import Part
from engine.experiments.method import Learnt
from engine.experiments.results import OPTIONAL, PRECISION_DIGITS, RunMeasures, finite
from engine.experiments.spread import Number
from engine.model.codes import pack
from engine.model.hash_function import HashFunction
from engine.piecework import in_pieces
from engine.progress import Progress

PIECE = 1024  # features that are hashed between two reports
PICTURES = 32  # the same for pictures
PAIRS = 2**22  # of query and database item that are compared between two reports
LARGEST_K = 1000
KS = 40
RECALLS = np.linspace(0, 1, 101)
NOTE = "Measuring"

RunCurves = dict[str, dict[str, list[float]]]


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What was measured of a run, as `Result` keeps it."""

    figures: RunMeasures
    curves: RunCurves
    average_precisions: list[float]


def measured(
    function: HashFunction, queries: Part, database: Part, at: int | None
) -> Generator[Progress, None, RunFigures]:
    """The quantisation error is that of the queries: of images that the method has not seen."""
    queries_QK = yield from outputs_of(function, queries)
    database_NK = yield from outputs_of(function, database)
    sides = Sides(pack(queries_QK), queries.labels_NC, pack(database_NK), database.labels_NC, function.bits)
    found = yield from ranking(sides, at_once=queries_at_once(len(database)), note=NOTE)
    u_QK = function.bounded(queries_QK)
    figures = measures(found, np.tanh(queries_QK) if u_QK is None else u_QK)  # of all methods, in one table
    everywhere = figures["mAP"]
    precisions_Q = average_precisions(found, at)
    if at is not None:
        figures["mAP"] = mean_of_numbers(precisions_Q)
    arbitrary = yield from _database_order_mean(sides, at)
    figures |= {"mAP_all": everywhere, "mAP_arbitrary": arbitrary}
    names = [name for name in figures if name not in ("queries", "database")]
    yield Progress(len(queries), len(queries), NOTE)
    found_Q = precisions_Q[~np.isnan(precisions_Q)]
    return RunFigures(
        {name: finite(figures[name]) for name in names}, curves(found), found_Q.round(PRECISION_DIGITS).tolist()
    )


def queries_at_once(database: int) -> int:
    """Which are compared with so many items between two reports."""
    return max(1, PAIRS // database)


def outputs_of(function: HashFunction, part: Part) -> Generator[Progress, None, Vectors]:
    """C of all inputs, in pieces: a whole network takes its time, and a cancel must be heard."""
    if part.inputs.ndim > 2:
        found: Vectors = yield from in_pieces(partial(_outputs, function, part.inputs), len(part), PICTURES, NOTE)
        return found
    pieces: list[Vectors] = []  # on features it takes longer to tell others of them
    for start in range(0, len(part), PIECE):
        yield Progress(start, len(part), NOTE)
        pieces.append(_outputs(function, part.inputs, slice(start, start + PIECE)))
    return np.concatenate(pieces)


def _outputs(function: HashFunction, inputs: NDArray[Any], rows: slice) -> Vectors:
    return function.outputs(inputs[rows])


def _database_order_mean(sides: Sides, k: int | None) -> Generator[Progress, None, float]:
    """mAP in the order of the database, some queries at a time; those with nothing relevant are left out."""
    work = partial(_in_database_order, sides, k)
    precisions_Q = yield from in_pieces(work, sides.queries, queries_at_once(sides.database), NOTE)
    return mean_of_numbers(precisions_Q)


def _in_database_order(sides: Sides, k: int | None, queries: slice) -> Reals:
    return database_order_precisions(sides.asking(queries), k)


def curves(ranking: Ranking) -> RunCurves:
    ks = ks_up_to(min(LARGEST_K, ranking.database))
    histograms = distance_histograms(ranking)
    return {
        "top_k": {"k": ks, "precision": [precision_at(ranking, int(k)) for k in ks]},
        "precision_recall": {
            "recall": RECALLS.round(2).tolist(),
            "precision": precision_at_recalls(ranking, RECALLS).tolist(),
        },
        "distances": {"intra": histograms.intra_D.tolist(), "inter": histograms.inter_D.tolist()},
    }


def ks_up_to(most: int) -> list[float]:
    """From 1 to `most`, close together at first."""
    return [int(k) for k in np.unique(np.geomspace(1, most, KS).round())]


def precision_at_recalls(ranking: Ranking, recalls: Sequence[float] | Reals) -> Reals:
    """Mean precision where so much has been found (one relevant item at least), of queries with something to find.

    Of a group of equal distances any order is as good: on the way through it the expected numbers of items and of
    relevant ones grow in proportion.
    """
    chosen_Q = ranking.relevant_QD.sum(axis=1) > 0
    n_QD, r_QD = ranking.counts_QD[chosen_Q], ranking.relevant_QD[chosen_Q]
    taken_QD, found_QD = n_QD.cumsum(axis=1), r_QD.cumsum(axis=1)
    rows, total_Q = np.arange(len(n_QD)), found_QD[:, -1]
    precisions = []
    for recall in recalls:
        wanted_Q = np.maximum(recall * total_Q, 1)
        group_Q = (found_QD < wanted_Q[:, None]).sum(axis=1)  # in which so many are reached
        n_Q, r_Q = n_QD[rows, group_Q], r_QD[rows, group_Q]
        share_Q = (wanted_Q - (found_QD[rows, group_Q] - r_Q)) / r_Q
        at_Q = taken_QD[rows, group_Q] - n_Q + share_Q * n_Q
        precisions.append((wanted_Q / at_Q).mean())
    return np.array(precisions)


def of_epochs(learnt: Learnt) -> dict[str, list[Number]]:
    """One list for each figure; what is not a number is None."""
    return {
        "seconds": [one.seconds for one in learnt.epochs],
        "loss": [_number(one.loss) for one in learnt.epochs],
        "validation_mAP": [_number(one.validation_map) for one in learnt.epochs],
        "quantisation_error": [_number(one.quantisation_error) for one in learnt.epochs],
    }


def times(seconds: float, epochs: dict[str, list[Number]]) -> dict[str, Any]:
    each = [value for value in epochs["seconds"] if value is not None]
    return {"seconds": seconds, OPTIONAL[0]: sum(each) / len(each) if each else None}


def _number(value: float | None) -> float | None:
    return None if value is None or not np.isfinite(value) else float(value)
