"""What forgetting.py measures: each picture as a query for all others of a library; the same kind is right."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from forgetting_library import Pictures
from numpy.typing import NDArray

from engine.evaluation.metrics import average_precisions, precisions_at
from engine.evaluation.rankings import Sides, rank
from engine.learning.figures import Measured, mean_over_labels, means_of_labels
from engine.learning.kept_neighbours import PIECE
from engine.model.codes import hamming
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import centred
from engine.search import order

FIRST = 10
FIGURES = ("P@10", "mAP", "P@10 as shown")
TIES, AGREEMENT, COSINE, SHIPPED = "distance, ties at random", "agreement", "cosine", "both, as shipped"
ORDERS = (TIES, AGREEMENT, COSINE, SHIPPED)  # of the nearest order.POOL by distance

Reals = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Of each picture as a query: precision at 10 and average precision with ties counted exactly, and precision at
    10 in each order of hits."""

    kinds_NC: NDArray[np.bool_]
    precision_N: Reals
    average_N: Reals
    in_order: dict[str, Reals] = field(default_factory=dict)

    def precision(self, rows: Rows) -> float:
        return mean_over_labels(self.precision_N[rows], self.kinds_NC[rows])

    def mAP(self, rows: Rows) -> float:
        return mean_over_labels(self.average_N[rows], self.kinds_NC[rows])

    def shown(self, name: str, rows: Rows) -> float:
        """Precision at 10 in this order of hits."""
        return mean_over_labels(self.in_order[name][rows], self.kinds_NC[rows])

    def of_kinds(self, rows: Rows) -> dict[str, Reals]:
        """Each of FIGURES by kind; nan where none of it is asked for."""
        return {name: means_of_labels(self._of(name)[rows], self.kinds_NC[rows]) for name in FIGURES}

    def change(self, other: Answers, figure: str) -> Reals:
        """The difference in a figure, of each picture as a query."""
        return self._of(figure) - other._of(figure)

    def _of(self, figure: str) -> Reals:
        return {"P@10": self.precision_N, "mAP": self.average_N, "P@10 as shown": self.in_order[SHIPPED]}[figure]


def answers(function: HashFunction, pictures: Pictures, orders: bool = True) -> Answers:
    everything, kinds_NC = np.arange(len(pictures.image_ids)), pictures.kinds_NC
    measured = Measured(function, pictures.features_ND)
    packed_NB = measured.packed_NB
    ranking = rank(Sides(packed_NB, kinds_NC, packed_NB, kinds_NC, function.bits, everything))
    precision_N = precisions_at(ranking, FIRST)
    in_order = {TIES: precision_N}
    if orders:
        in_order |= _in_each_order(measured, pictures)
    return Answers(kinds_NC, precision_N, average_precisions(ranking), in_order)


def _in_each_order(measured: Measured, pictures: Pictures) -> dict[str, Reals]:
    function, packed_NB = measured.function, measured.packed_NB
    count = len(packed_NB)
    everything = np.arange(count)
    found = {name: np.empty(count) for name in (AGREEMENT, COSINE, SHIPPED)}
    x_ND = _centred(function, pictures)
    for start in range(0, count, 512):
        rows = np.arange(start, min(start + 512, count))
        vectors_QD = pictures.features_ND[rows].astype(np.float32)
        u_QK = function.bounded(function.outputs(vectors_QD))
        cosine_QN = (x_ND[rows] @ x_ND.T).astype(np.float64)
        for q, row in enumerate(rows):
            u_K = None if u_QK is None else u_QK[q]
            chosen = _first_hits(int(row), packed_NB, cosine_QN[q], u_K)
            chosen[SHIPPED] = measured.first_hits(int(row), np.delete(everything, row), FIRST)
            for name, hits in chosen.items():
                found[name][row] = (pictures.kind_N[hits] == pictures.kind_N[row]).mean()
    return found


def _centred(function: HashFunction, pictures: Pictures) -> NDArray[np.float32]:
    pieces = range(0, len(pictures.features_ND), PIECE)
    x_ND = [centred(pictures.features_ND[p : p + PIECE].astype(np.float32), function.mean_D) for p in pieces]
    return np.concatenate(x_ND)


def _first_hits(
    row: int, packed_NB: NDArray[np.uint8], cosine_N: Reals, u_K: NDArray[np.float32] | None
) -> dict[str, Rows]:
    """The first hits of the picture in this row, in each order but the shipped one; it is not its own hit."""
    distances_N = hamming(packed_NB, packed_NB[row])
    near = order.candidates(distances_N)
    near = near[near != row]
    distances, cosine = distances_N[near], np.round(cosine_N[near], order.DECIMALS)
    pool = np.lexsort((near, -cosine, distances))[: order.POOL]
    agreement = None if u_K is None else order.agreement(u_K, packed_NB[near])
    by_agreement = pool if agreement is None else _by(agreement, pool)
    return {AGREEMENT: near[by_agreement[:FIRST]], COSINE: near[_by(cosine, pool)[:FIRST]]}


def _by(values_N: Reals, pool: Rows) -> Rows:
    return pool[np.argsort(-np.round(values_N[pool], order.DECIMALS), kind="stable")]
