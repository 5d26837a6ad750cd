"""The common variant of average precision: a literal argsort, and how it goes with the exact figure."""

from itertools import permutations

import numpy as np
import pytest
from slow_evaluation import textbook_average_precision

from engine.errors import BugError
from engine.evaluation import database_order
from engine.evaluation.database_order import database_order_precisions
from engine.evaluation.metrics import average_precisions, mean_average_precision, mean_of_numbers
from engine.evaluation.rankings import Sides, rank

Side = tuple[np.ndarray, np.ndarray]


def side(random: np.random.Generator, count: int, bits: int, labels: int, different: int) -> Side:
    """Codes of which only so many are different, so that most distances are equal."""
    kinds = np.packbits(random.random((different, bits)) < 0.5, axis=1)
    return kinds[random.integers(0, different, count)], random.random((count, labels)) < 1.2 / labels


def database_order_mean(sides: Sides, k: int | None = None) -> float:
    return mean_of_numbers(database_order_precisions(sides, k))


def argsort_precisions(
    query: Side, database: Side, bits: int, k: int | None = None, own_rows: np.ndarray | None = None
) -> list[float]:
    """What published evaluation scripts do, query by query."""
    values = []
    for q, (code, labels) in enumerate(zip(*query, strict=True)):
        rows = [row for row in range(len(database[0])) if own_rows is None or own_rows[q] != row]
        differ = np.unpackbits(database[0][rows] ^ code, axis=1)[:, :bits]
        order = np.argsort(differ.sum(axis=1), kind="stable")
        relevant = (database[1][rows] & labels).any(axis=1)[order].tolist()
        values.append(float(textbook_average_precision(relevant, k)) if any(relevant) else float("nan"))
    return values


@pytest.mark.parametrize("k", [None, 1, 5, 40, 1000])
@pytest.mark.parametrize("bits", [8, 12, 64, 512])
def test_it_is_a_stable_argsort(bits: int, k: int | None):
    random = np.random.default_rng(bits)
    query, database = side(random, 9, bits, 4, 9), side(random, 70, bits, 4, 6)
    expected = argsort_precisions(query, database, bits, k)
    sides = Sides(*query, *database, bits)
    assert np.allclose(database_order_precisions(sides, k), expected, rtol=1e-12, equal_nan=True)
    assert database_order_mean(sides, k) == pytest.approx(np.nanmean(expected), rel=1e-12)


@pytest.mark.parametrize("k", [None, 3])
def test_a_query_s_own_row_is_left_out(k: int | None):
    random = np.random.default_rng(1)
    database = side(random, 40, 16, 3, 5)
    own_rows = random.permutation(40)[:12]
    query = database[0][own_rows], database[1][own_rows]
    values = database_order_precisions(Sides(*query, *database, 16, own_rows), k)
    assert np.allclose(values, argsort_precisions(query, database, 16, k, own_rows), equal_nan=True)


def test_the_size_of_the_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    random = np.random.default_rng(2)
    query, database = side(random, 31, 16, 4, 9), side(random, 50, 16, 4, 9)
    whole = database_order_precisions(Sides(*query, *database, 16))
    for block in (1, 50, 149, 150, 31 * 50):
        monkeypatch.setattr(database_order, "BLOCK", block)
        assert np.array_equal(database_order_precisions(Sides(*query, *database, 16)), whole, equal_nan=True)


@pytest.mark.parametrize("k", [None, 2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_its_mean_over_all_orders_of_the_database_is_the_exact_figure(seed: int, k: int | None):
    """The exact average precision once more against brute force, this time from codes and labels on."""
    random = np.random.default_rng(seed)
    query, (codes, labels) = side(random, 3, 8, 2, 3), side(random, 5, 8, 2, 2)
    query[1][:, 0] = labels[0, 0] = True
    orders = [list(order) for order in permutations(range(5))]
    values = [database_order_precisions(Sides(*query, codes[order], labels[order], 8), k) for order in orders]
    exact = average_precisions(rank(Sides(*query, codes, labels, 8)), k)
    assert np.allclose(np.mean(values, axis=0), exact, rtol=1e-12)


def test_without_ties_both_are_the_same():
    codes = np.packbits(np.tri(9, 8, -1, dtype=bool), axis=1)  # 0 to 8 bits away from no bits
    labels = np.random.default_rng(3).random((9, 1)) < 0.5
    query = np.zeros((1, 1), np.uint8), np.ones((1, 1), bool)
    exact = mean_average_precision(rank(Sides(*query, codes, labels, 8)))
    assert database_order_mean(Sides(*query, codes, labels, 8)) == pytest.approx(exact, rel=1e-12)


def test_a_database_with_the_right_class_first_flatters_equal_codes():
    codes, labels = np.zeros((20, 1), np.uint8), np.repeat(np.eye(2, dtype=bool), 10, axis=0)
    query = codes[:1], labels[:1]
    exact = mean_average_precision(rank(Sides(*query, codes, labels, 8)))
    assert database_order_mean(Sides(*query, codes, labels, 8)) == 1
    assert database_order_mean(Sides(*query, codes, labels[::-1], 8)) < exact < 1


def test_what_cannot_be_compared_is_refused():
    query = np.zeros((1, 1), np.uint8), np.ones((1, 1), bool)
    with pytest.raises(BugError, match="first item"):
        database_order_precisions(Sides(*query, *query, 8), 0)
    with pytest.raises(BugError, match="not 16 bits a row"):
        database_order_precisions(Sides(*query, *query, 16))
    with pytest.raises(BugError, match="Own rows"):
        database_order_precisions(Sides(*query, *query, 8, np.array([1])))
