"""Figures of an open set: as a slow count in loops finds them, and the rows that are made of them."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from engine.evaluation.metrics import average_precisions, precisions_at
from engine.evaluation.rankings import Sides, rank
from engine.experiments.measuring import PAIRS
from engine.experiments.open_set.draws import FEW, MOST, Draw, drawn
from engine.experiments.open_set.figures import FIGURES, NOTE, mean_over_kinds, measured, rows_of
from engine.experiments.open_set.pictures import OpenLibrary
from engine.model.linear_hash import LinearHash
from engine.progress import Progress, finish

SIZES = (8, 5, 3, 2)  # of kinds; the first and the last are labelled
NOTHING = np.array([], np.int64)


def signs(bits: int) -> LinearHash:
    """Codes are the signs of the features themselves."""
    return LinearHash(np.zeros(bits, np.float32), np.zeros(bits, np.float32), np.eye(bits, dtype=np.float32))


def library_of(signs_NK: np.ndarray, kind_N: np.ndarray) -> OpenLibrary:
    kinds = tuple(str(number) for number in range(int(kind_N.max()) + 1))
    return OpenLibrary(kinds, kind_N, "signs", {"signs": signs_NK.astype(np.float32)})


def few_pictures(bits: int, seed: int) -> tuple[OpenLibrary, Draw]:
    """Codes of so few bits that most distances are shared by several pictures."""
    random = np.random.default_rng(seed)
    kind_N = random.permutation(np.repeat(np.arange(len(SIZES)), SIZES))
    library = library_of(random.choice([-1, 1], (len(kind_N), bits)), kind_N)
    asked = np.concatenate([np.flatnonzero(kind_N == 0)[5:], np.flatnonzero(kind_N == 3)])
    return library, Draw(NOTHING, NOTHING, np.sort(asked), np.flatnonzero(np.isin(kind_N, (1, 2))))


def orders(library: OpenLibrary, query: int) -> list[list[bool]]:
    """All equally likely ways in which right and wrong ones may follow each other, nearest first."""
    codes_NK, kind_N = library.features["signs"], library.kind_N
    by_distance: dict[int, list[bool]] = {}
    for other in range(len(library)):
        if other != query:
            distance = sum(int(one != two) for one, two in zip(codes_NK[query], codes_NK[other], strict=True))
            by_distance.setdefault(distance, []).append(bool(kind_N[other] == kind_N[query]))
    groups = [by_distance[distance] for distance in sorted(by_distance)]
    return [[right for part in parts for right in part] for parts in product(*(list(within(g)) for g in groups))]


def within(group: list[bool]) -> Iterator[list[bool]]:
    """Which places of the group the right ones may take."""
    for places in combinations(range(len(group)), sum(group)):
        yield [place in places for place in range(len(group))]


def precision_at_10(order: list[bool]) -> Fraction:
    return Fraction(sum(order[:10]), len(order[:10]))


def average_precision(order: list[bool]) -> Fraction:
    found, total = 0, Fraction(0)
    for place, right in enumerate(order, 1):
        if right:
            found += 1
            total += Fraction(found, place)
    return total / found


def slowly(library: OpenLibrary, draw: Draw) -> dict[str, float]:
    figures = {}
    for side, rows in (("labelled", draw.held_out), ("never", draw.never)):
        for name, of_order in (("precision_at_10", precision_at_10), ("mAP", average_precision)):
            by_kind: dict[int, list[Fraction]] = {}
            for query in rows.tolist():
                ways = orders(library, query)
                by_kind.setdefault(int(library.kind_N[query]), []).append(sum(map(of_order, ways)) / len(ways))
            figures[f"{side}_{name}"] = float(mean(mean(values) for values in by_kind.values()))
    return figures


@pytest.mark.parametrize(("bits", "seed"), [(1, 0), (2, 1), (2, 2), (4, 3)])
def test_figures_are_the_expectation_over_all_orders_of_equal_distances(bits: int, seed: int):
    library, draw = few_pictures(bits, seed)
    found = finish(measured(signs(bits), library.features["signs"], library, draw))
    assert tuple(found) == FIGURES
    assert found == pytest.approx(slowly(library, draw), abs=1e-12)


def test_the_oracle_has_ties_to_judge():
    library, draw = few_pictures(2, 1)
    ways = [orders(library, query) for query in draw.never.tolist()]
    assert any(len({precision_at_10(order) for order in one}) > 1 for one in ways)
    assert any(len({average_precision(order) for order in one}) > 1 for one in ways)


def test_what_all_kinds_find_first_is_perfect_and_the_query_is_not_among_it():
    kind_N = np.arange(4).repeat(11)
    corners_NK = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])[kind_N]
    library = library_of(corners_NK, kind_N)
    found = finish(measured(signs(3), library.features["signs"], library, drawn(kind_N, 0, MOST)))
    assert found == pytest.approx(dict.fromkeys(FIGURES, 1.0))
    smaller = library_of(corners_NK[:-1], kind_N[:-1])
    only = Draw(NOTHING, NOTHING, np.array([0]), np.array([42]))
    found = finish(measured(signs(3), smaller.features["signs"], smaller, only))
    assert found["labelled_precision_at_10"] == pytest.approx(1.0)
    assert found["never_precision_at_10"] == pytest.approx(0.9), "nine others are there of ten"


def test_kinds_count_the_same_however_many_of_their_pictures_are_asked_for():
    values_Q = np.array([1.0, 0.0, 0.0, 0.0, 1.0, 0.5])
    assert mean_over_kinds(values_Q, np.array([7, 2, 2, 2, 2, 4])) == pytest.approx((1 + 0.25 + 0.5) / 3)


def test_many_queries_are_asked_some_at_a_time_and_give_the_same():
    random = np.random.default_rng(8)
    kind_N = random.integers(0, 5, 2400)
    library = library_of(random.choice([-1, 1], (2400, 12)), kind_N)
    draw = Draw(NOTHING, NOTHING, np.arange(40), np.arange(40, 2400))
    assert len(draw.never) * len(library) > PAIRS
    heard: list[Progress] = []
    found = finish(measured(signs(12), library.features["signs"], library, draw), heard.append)
    assert [(one.done > 0, one.total) for one in heard if one.total == 2360] == [(False, 2360), (True, 2360)]
    assert {one.note for one in heard} == {NOTE}
    codes_NB, rows = np.packbits(library.features["signs"] > 0, axis=1), draw.never
    at_once = rank(Sides(codes_NB[rows], library.kinds_NC[rows], codes_NB, library.kinds_NC, 12, rows))
    expected = mean_over_kinds(precisions_at(at_once, 10), kind_N[rows])
    assert found["never_precision_at_10"] == pytest.approx(expected)
    assert found["never_mAP"] == pytest.approx(mean_over_kinds(average_precisions(at_once), kind_N[rows]))


def figures(never: float, other: float = 0.5) -> dict[str, float]:
    return {
        "labelled_precision_at_10": other,
        "labelled_mAP": other + 0.1,
        "never_precision_at_10": never,
        "never_mAP": never / 2,
        "seconds": 10 * other,
    }


def row_of(rows: list[dict[str, Any]], method: str, bits: int, labels: str) -> dict[str, Any]:
    (row,) = [row for row in rows if (row["method"], row["bits"], row["labels"]) == (method, bits, labels)]
    return row


def test_rows_have_mean_and_spread_over_draws_and_the_difference_draw_by_draw():
    rows = rows_of(
        {
            ("dsh", 16, MOST): {0: figures(0.2, 0.7), 1: figures(0.5, 0.9), 2: figures(0.3, 0.8)},
            ("itq", 16, MOST): {0: figures(0.6), 1: figures(0.8), 2: figures(0.4)},
        }
    )
    dsh, itq = rows
    assert (dsh["method"], dsh["bits"], dsh["labels"], dsh["draws"]) == ("dsh", 16, MOST, 3)
    assert dsh["labelled_precision_at_10"] == pytest.approx(0.8)
    assert dsh["labelled_precision_at_10_spread"] == pytest.approx(0.1)
    assert dsh["labelled_mAP"] == pytest.approx(0.9)
    assert dsh["seconds"] == pytest.approx(8)
    assert dsh["never_precision_at_10_change"] == pytest.approx(mean([-0.4, -0.3, -0.1]))
    assert dsh["never_precision_at_10_change_spread"] == pytest.approx(stdev([-0.4, -0.3, -0.1]))
    assert dsh["never_mAP_change"] == pytest.approx(mean([-0.2, -0.15, -0.05]))
    assert itq["never_precision_at_10_change"] == itq["never_mAP_change_spread"] == 0
    assert set(dsh) == set(itq)


def test_a_single_draw_has_no_spread():
    (row,) = rows_of({("itq", 16, FEW): {4: figures(0.6)}})
    assert row["draws"] == 1
    assert row["never_mAP"] == pytest.approx(0.3)
    assert row["never_mAP_spread"] is None
    assert row["never_mAP_change"] == 0
    assert row["never_mAP_change_spread"] is None


def test_differences_are_of_the_draws_that_both_have():
    found = {
        ("itq", 16, MOST): {0: figures(0.6), 1: figures(0.8)},
        ("dsh", 16, MOST): {1: figures(0.5), 2: figures(0.1)},
        ("dpsh", 16, MOST): {2: figures(0.1)},
    }
    rows = rows_of(found)
    assert row_of(rows, "dsh", 16, MOST)["never_precision_at_10_change"] == pytest.approx(-0.3)
    assert row_of(rows, "dsh", 16, MOST)["never_precision_at_10"] == pytest.approx(0.3)
    assert row_of(rows, "dpsh", 16, MOST)["never_precision_at_10_change"] is None


def test_differences_are_from_as_many_bits_and_labels_on_the_same_features():
    found = {
        ("dsh", 16, MOST): {0: figures(0.5)},
        ("dsh", 256, MOST): {0: figures(0.5)},
        ("dsh", 16, FEW): {0: figures(0.5)},
        ("dsh", 32, MOST): {0: figures(0.5)},
        ("sdh", 16, MOST): {0: figures(0.5)},
        ("itq", 16, MOST): {0: figures(0.6)},
        ("itq", 256, MOST): {0: figures(0.7)},
        ("itq", 16, FEW): {0: figures(0.8)},
    }
    rows = rows_of(found)
    changes = {key: row_of(rows, *key)["never_precision_at_10_change"] for key in found}
    assert changes["dsh", 16, MOST] == pytest.approx(-0.1)
    assert changes["dsh", 256, MOST] == pytest.approx(-0.2)
    assert changes["dsh", 16, FEW] == pytest.approx(-0.3)
    assert changes["dsh", 32, MOST] is None, "ITQ has no codes of that length"
    assert changes["sdh", 16, MOST] is None, "it is on features of its own"
    assert [row["labels"] for row in rows] == [MOST] * 6 + [FEW] * 2


def test_measuring_looks_at_kinds_and_not_at_what_was_labelled():
    library, draw = few_pictures(3, 4)
    other = replace(draw, train=np.array([0, 1]), valid=np.array([2]))
    one, two = (finish(measured(signs(3), library.features["signs"], library, each)) for each in (draw, other))
    assert one == two
