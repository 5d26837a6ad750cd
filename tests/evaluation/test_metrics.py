"""The measures, against brute force over all orders of ties and against their definitions in loops."""

import json
import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from slow_evaluation import (
    Result,
    brute_average_precision,
    brute_precision_at,
    literal_average_precision,
    random_result,
    ranking_of,
    slow_results,
    textbook_average_precision,
)

from engine.errors import BugError
from engine.evaluation.metrics import (
    average_precisions,
    distance_histograms,
    mean_average_precision,
    measures,
    precision_at,
    precision_recall_curve,
    precision_within,
    quantisation_error,
    separability,
)
from engine.evaluation.rankings import Ranking, Sides, rank

KS = [None, 1, 2, 3, 4, 5, 6, 7, 100]


def has_relevant(result: Result) -> bool:
    return any(relevant for _, relevant in result)


def small_results(seed: int) -> list[Result]:
    """1 to 6 items at up to three distances: few enough for all orders, and most of them tied."""
    random = np.random.default_rng(seed)
    return [random_result(random, int(random.integers(1, 7)), 3, random.random()) for _ in range(40)]


def large_results(seed: int, bits: int) -> list[Result]:
    """Several hundred items, in groups of one up to hundreds."""
    random = np.random.default_rng(seed)
    sizes = zip([300, 700, 41, 1200], [bits + 1, 9, 9, max(9, bits // 2)], [0.5, 0.02, 0.9, 0.1], strict=True)
    return [random_result(random, items, distances, share) for items, distances, share in sizes]


@pytest.mark.parametrize("k", KS)
@pytest.mark.parametrize("seed", [0, 1])
def test_average_precision_is_its_mean_over_all_orders_of_equal_distances(seed: int, k: int | None):
    results = small_results(seed)
    for result, value in zip(results, average_precisions(ranking_of(results, 8), k), strict=True):
        if has_relevant(result):
            assert math.isclose(value, brute_average_precision(result, k), rel_tol=1e-12)
        else:
            assert math.isnan(value)


@pytest.mark.parametrize("k", KS[1:])
def test_precision_at_k_is_its_mean_over_all_orders_of_equal_distances(k: int):
    results = [result for result in small_results(2) if has_relevant(result)]
    for result in results:
        assert math.isclose(precision_at(ranking_of([result], 8), k), brute_precision_at(result, k), rel_tol=1e-12)
    expected = sum(brute_precision_at(result, k) for result in results) / len(results)
    assert math.isclose(precision_at(ranking_of(results, 8), k), expected, rel_tol=1e-12)


@pytest.mark.parametrize("bits", [8, 16, 64, 512])
@pytest.mark.parametrize("k", [None, 1, 10, 100, 299, 5000])
def test_average_precision_of_long_results_is_the_literal_sum(bits: int, k: int | None):
    results = large_results(bits, bits)
    expected = [literal_average_precision(result, k) for result in results]
    ranking = ranking_of(results, bits)
    assert np.allclose(average_precisions(ranking, k), expected, rtol=1e-11, atol=0)
    assert math.isclose(mean_average_precision(ranking, k), sum(expected) / len(expected), rel_tol=1e-11)


def test_the_literal_sum_is_brute_force_too():
    """So that the oracle of the long results is itself tested."""
    for result in filter(has_relevant, small_results(3)):
        for k in KS:
            assert math.isclose(literal_average_precision(result, k), brute_average_precision(result, k))


@pytest.mark.parametrize("k", [None, 1, 7, 64, 1000])
def test_without_ties_average_precision_is_the_textbook_s(k: int | None):
    random = np.random.default_rng(4)
    orders = [[bool(flag) for flag in random.random(65) < share] for share in (0.1, 0.5, 0.95)]
    values = average_precisions(ranking_of([list(enumerate(order)) for order in orders], 64), k)
    assert np.allclose(values, [float(textbook_average_precision(order, k)) for order in orders], rtol=1e-12)


def test_relevant_items_behind_a_million_others_keep_their_digits():
    """There the harmonic numbers that are subtracted differ in their last digits only."""
    counts_QD = np.array([[1, 10**6, 2, 1, 1]])
    relevant_QD = np.array([[0, 0, 2, 1, 0]])
    expected = sum(found / (10**6 + 1 + found) for found in (1, 2, 3)) / 3
    assert average_precisions(Ranking(counts_QD, relevant_QD))[0] == pytest.approx(expected, abs=1e-8)


def test_codes_that_are_all_equal_are_as_good_as_chance_whatever_the_order_of_the_database():
    codes, labels = np.zeros((40, 1), np.uint8), np.repeat(np.eye(2, dtype=bool), 20, axis=0)
    ranking = rank(Sides(codes[:1], labels[:1], codes, labels, 8))
    assert precision_at(ranking, 10) == pytest.approx(0.5)
    expected = sum(0.5 * (1 + i * 19 / 39) / (i + 1) for i in range(40)) / 20
    assert mean_average_precision(ranking) == pytest.approx(expected, rel=1e-12)
    backwards = rank(Sides(codes[:1], labels[:1], codes, labels[::-1], 8))
    assert measures(backwards) == measures(ranking)


def test_the_mean_of_codes_and_labels_is_the_mean_over_queries_with_something_relevant():
    random = np.random.default_rng(5)
    query = random.integers(0, 256, (6, 1), dtype=np.uint8), random.random((6, 4)) < 0.3
    query[1][2] = False
    database = random.integers(0, 256, (50, 1), dtype=np.uint8), random.random((50, 4)) < 0.3
    results = [r for r in slow_results(*query, *database, 8) if has_relevant(r)]
    ranking = rank(Sides(*query, *database, 8))
    assert len(results) < 6
    for k in (None, 20):
        expected = sum(literal_average_precision(result, k) for result in results) / len(results)
        assert mean_average_precision(ranking, k) == pytest.approx(expected, rel=1e-12)


def test_precision_within_a_radius_counts_nothing_found_as_zero():
    results = [
        [(0, True), (2, False), (2, True), (3, False)],  # 2 of 3
        [(3, True), (8, True)],  # nothing within
        [(2, True), (5, True)],  # 1 of 1
        [(0, False), (1, False)],  # nothing relevant at all: left out
    ]
    ranking = ranking_of(results, 8)
    assert precision_within(ranking, 2) == pytest.approx((2 / 3 + 0 + 1) / 3)
    assert precision_within(ranking, 0) == pytest.approx(1 / 3)
    assert precision_within(ranking, 8) == precision_within(ranking, 99) == pytest.approx((2 / 4 + 1 + 1) / 3)


def test_the_precision_recall_curve_is_the_loop_over_thresholds():
    results = [*large_results(6, 16), [(9, True)], [(12, False)]]
    curve = precision_recall_curve(ranking_of(results, 16))
    for threshold in range(17):
        precisions, recalls = [], []
        for result in filter(has_relevant, results):
            found = [relevant for distance, relevant in result if distance <= threshold]
            recalls.append(sum(found) / sum(relevant for _, relevant in result))
            if found:
                precisions.append(sum(found) / len(found))
        assert curve.precision_D[threshold] == pytest.approx(sum(precisions) / len(precisions), rel=1e-12)
        assert curve.recall_D[threshold] == pytest.approx(sum(recalls) / len(recalls), rel=1e-12)
    assert curve.recall_D[-1] == 1
    assert all(before <= after for before, after in pairwise(curve.recall_D))


def test_the_curve_has_no_precision_where_no_query_finds_anything():
    curve = precision_recall_curve(ranking_of([[(2, True), (3, False)], [(3, True)]], 4))
    assert np.isnan(curve.precision_D).tolist() == [True, True, False, False, False]
    assert curve.precision_D[2:].tolist() == [1, 0.75, 0.75]
    assert curve.recall_D.tolist() == [0, 0, 0.5, 1, 1]


def test_histograms_and_separability_are_those_of_all_pairs():
    results = large_results(7, 16)
    ranking = ranking_of(results, 16)
    pairs = [pair for result in results for pair in result]
    intra = [distance for distance, relevant in pairs if relevant]
    inter = [distance for distance, relevant in pairs if not relevant]
    histograms = distance_histograms(ranking)
    assert histograms.intra_D.tolist() == [Counter(intra)[d] for d in range(17)]
    assert histograms.inter_D.tolist() == [Counter(inter)[d] for d in range(17)]
    assert separability(ranking) == pytest.approx(sum(inter) / len(inter) - sum(intra) / len(intra))


def test_the_quantisation_error_is_the_mean_square_of_what_is_missing_to_plus_or_minus_one():
    u_NK = np.tanh(np.random.default_rng(8).standard_normal((20, 8))).astype(np.float32)
    values = [(abs(u) - 1) ** 2 for row in u_NK.tolist() for u in row]
    assert quantisation_error(u_NK) == pytest.approx(sum(values) / len(values), rel=1e-6)
    assert quantisation_error(np.array([[1.0, -1.0]])) == 0
    assert quantisation_error(np.zeros((2, 2), np.float16)) == 1


def test_the_measures_are_those_of_evaluate_and_fit_into_json():
    ranking = ranking_of(large_results(9, 16), 16)
    u_NK = np.full((3, 16), 0.5, np.float32)
    figures = measures(ranking, u_NK)
    histograms = distance_histograms(ranking)
    distances_D = np.arange(17)
    assert figures == {
        "queries": 4,
        "database": 1200,
        "mAP": mean_average_precision(ranking),
        "precision_at_10": precision_at(ranking, 10),
        "precision_at_100": precision_at(ranking, 100),
        "precision_at_radius_2": precision_within(ranking, 2),
        "quantisation_error": 0.25,
        "intra_distance": pytest.approx(np.average(distances_D, weights=histograms.intra_D)),
        "inter_distance": pytest.approx(np.average(distances_D, weights=histograms.inter_D)),
        "separability": separability(ranking),
    }
    assert json.loads(json.dumps(figures, allow_nan=False)) == figures
    assert measures(ranking)["quantisation_error"] is None


def test_where_there_is_nothing_to_measure_the_figures_are_none():
    nothing_relevant = measures(ranking_of([[(1, False), (5, False)]], 8))
    assert [name for name, figure in nothing_relevant.items() if figure is not None] == [
        "queries",
        "database",
        "inter_distance",
    ]
    all_relevant = measures(ranking_of([[(1, True), (5, True)]], 8))
    assert all_relevant["mAP"] == all_relevant["precision_at_10"] == 1
    assert all_relevant["inter_distance"] is all_relevant["separability"] is None
    code, label = np.zeros((1, 1), np.uint8), np.ones((1, 1), bool)
    alone = rank(Sides(code, label, code, label, 8, np.zeros(1, np.int64)))
    assert {name for name, figure in measures(alone).items() if figure is not None} == {"queries", "database"}
    assert np.isnan(precision_recall_curve(alone).recall_D).all()


def test_asking_for_the_impossible_is_our_mistake():
    ranking = ranking_of([[(1, True)]], 8)
    for k in (0, -1):
        with pytest.raises(BugError):
            average_precisions(ranking, k)
        with pytest.raises(BugError):
            precision_at(ranking, k)
    with pytest.raises(BugError):
        precision_within(ranking, -1)
    with pytest.raises(BugError):
        quantisation_error(np.zeros((0, 8), np.float32))
