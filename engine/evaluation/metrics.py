"""Metrics, computed from a Ranking. Ties count exactly; queries with nothing relevant are left out of all means.

Where no query is left to take a mean over, or no pair, a measure is nan (and None in `measures`).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Counts, Mask, Reals
from engine.errors import BugError
from engine.evaluation.rankings import Ranking

Measures = dict[str, int | float | None]


@dataclass(frozen=True, slots=True, eq=False)
class PrecisionRecall:
    """Mean precision and mean recall of what lies within each threshold 0..K.

    The precision is the mean over the queries that find anything within the threshold; nan where none does.
    """

    precision_D: Reals
    recall_D: Reals


@dataclass(frozen=True, slots=True, eq=False)
class DistanceHistograms:
    """How many pairs of query and database item lie at each distance: intra share a label, inter do not."""

    intra_D: Counts
    inter_D: Counts


def average_precisions(ranking: Ranking, k: int | None = None) -> Reals:
    """Average precision of each query, or that of its first k: the expectation over all orders of equal distances.

    The sum of precisions at relevant items is divided by the number of relevant items, with k by min(k, relevant).
    nan where nothing is relevant.

    A group of n items at one distance, r of them relevant, comes after N items, R of them relevant. Its i-th place
    holds a relevant item with probability r/n, and then (i-1)·c relevant ones are expected among the i-1 places
    before it, c = (r-1)/(n-1). So its first n' places (n, or what is left of k) add

        Σ_{i=1..n'} r/n · (R + 1 + (i-1)c) / (N + i) = r/n · [(R + 1 - (N+1)c) · (H_{N+n'} - H_N) + n'c]

    with the harmonic numbers H.
    """
    check_k(k)
    n_QD, r_QD = ranking.counts_QD, ranking.relevant_QD
    places = ranking.database if k is None else k
    before_QD = n_QD.cumsum(axis=1) - n_QD
    relevant_before_QD = r_QD.cumsum(axis=1) - r_QD
    taken_QD = _taken(n_QD, places)
    share_QD = r_QD / np.maximum(n_QD, 1)
    c_QD = np.maximum(r_QD - 1, 0) / np.maximum(n_QD - 1, 1)
    harmonic = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, ranking.database + 1))])
    growth_QD = harmonic[before_QD + taken_QD] - harmonic[before_QD]
    rising_QD = (relevant_before_QD + 1 - (before_QD + 1) * c_QD) * growth_QD
    sums_Q = (share_QD * (rising_QD + taken_QD * c_QD)).sum(axis=1)
    return ratio(sums_Q, np.minimum(r_QD.sum(axis=1), places))


def mean_average_precision(ranking: Ranking, k: int | None = None) -> float:
    return mean_of_numbers(average_precisions(ranking, k))


def precision_at(ranking: Ranking, k: int) -> float:
    return mean_of_numbers(precisions_at(ranking, k))


def precisions_at(ranking: Ranking, k: int) -> Reals:
    """Of each query the expected share of relevant items among the first k, or among all where the database has
    fewer; nan where nothing is relevant."""
    check_k(k)
    n_QD, r_QD = ranking.counts_QD, ranking.relevant_QD
    taken_QD = _taken(n_QD, k)
    found_Q = (taken_QD * (r_QD / np.maximum(n_QD, 1))).sum(axis=1)
    return np.where(_has_relevant(ranking), ratio(found_Q, taken_QD.sum(axis=1)), np.nan)


def precision_within(ranking: Ranking, radius: int) -> float:
    """AP@r: the share of relevant items within the radius; a query with nothing within it counts 0."""
    if radius < 0:
        raise BugError(f"A radius is at least 0, not {radius}.")
    found_Q = ranking.relevant_QD[:, : radius + 1].sum(axis=1)
    within_Q = ranking.counts_QD[:, : radius + 1].sum(axis=1)
    return mean_of_numbers((found_Q / np.maximum(within_Q, 1))[_has_relevant(ranking)])


def precision_recall_curve(ranking: Ranking) -> PrecisionRecall:
    chosen_Q = _has_relevant(ranking)
    within_QD = ranking.counts_QD[chosen_Q].cumsum(axis=1)
    found_QD = ranking.relevant_QD[chosen_Q].cumsum(axis=1)
    precision_QD = found_QD / np.maximum(within_QD, 1)  # 0 where nothing is found, so the sum is over the others
    recall_QD = found_QD / found_QD[:, -1:]
    return PrecisionRecall(
        ratio(precision_QD.sum(axis=0), (within_QD > 0).sum(axis=0)),
        ratio(recall_QD.sum(axis=0), np.full(recall_QD.shape[1], len(recall_QD))),
    )


def distance_histograms(ranking: Ranking) -> DistanceHistograms:
    intra_D: Counts = ranking.relevant_QD.sum(axis=0)
    return DistanceHistograms(intra_D, ranking.counts_QD.sum(axis=0) - intra_D)


def separability(ranking: Ranking) -> float:
    """The mean distance of pairs that share no label, less that of pairs that do."""
    histograms = distance_histograms(ranking)
    return _mean_distance(histograms.inter_D) - _mean_distance(histograms.intra_D)


def quantisation_error(u_NK: NDArray[np.floating]) -> float:
    """mean (|u| - 1)², u = the outputs in [-1, 1]: how far they are from the codes made of them."""
    if u_NK.size == 0:
        raise BugError("The quantisation error of no outputs is asked for.")
    return float(np.square(np.abs(u_NK) - 1).mean(dtype=np.float64))


def measures(ranking: Ranking, u_NK: NDArray[np.floating] | None = None) -> Measures:
    """The figures of `evaluate`, ready for JSON. u_NK: the bounded outputs of the images that the codes are of."""
    histograms = distance_histograms(ranking)
    figures = {
        "mAP": mean_average_precision(ranking),
        "precision_at_10": precision_at(ranking, 10),
        "precision_at_100": precision_at(ranking, 100),
        "precision_at_radius_2": precision_within(ranking, 2),
        "quantisation_error": math.nan if u_NK is None else quantisation_error(u_NK),
        "intra_distance": _mean_distance(histograms.intra_D),
        "inter_distance": _mean_distance(histograms.inter_D),
        "separability": separability(ranking),
    }
    return {"queries": ranking.queries, "database": ranking.database, **_none_for_nan(figures)}


def _none_for_nan(figures: Mapping[str, float]) -> Measures:
    return {name: None if math.isnan(figure) else figure for name, figure in figures.items()}


def check_k(k: int | None) -> None:
    if k is not None and k < 1:
        raise BugError(f"At least the first item is looked at, not the first {k}.")


def _taken(n_QD: Counts, places: int) -> Counts:
    """How many of each group are among the first places; a group may be cut."""
    return np.clip(places - (n_QD.cumsum(axis=1) - n_QD), 0, n_QD)


def _has_relevant(ranking: Ranking) -> Mask:
    chosen_Q: Mask = ranking.relevant_QD.sum(axis=1) > 0
    return chosen_Q


def _mean_distance(pairs_D: Counts) -> float:
    pairs = int(pairs_D.sum())
    return float(pairs_D @ np.arange(len(pairs_D))) / pairs if pairs else math.nan


def ratio(above: NDArray[np.number], below: NDArray[np.integer]) -> Reals:
    """nan where there is nothing to divide by."""
    ratios: Reals = np.divide(above, below, out=np.full(len(below), np.nan), where=below > 0)
    return ratios


def mean_of_numbers(values_Q: Reals) -> float:
    """The mean of those that are numbers."""
    values_Q = values_Q[~np.isnan(values_Q)]
    return float(values_Q.mean()) if len(values_Q) else math.nan
