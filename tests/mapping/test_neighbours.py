"""Nearest rows: all compared with all, by cells, and of points that are not among them."""

import numpy as np
import pytest

from engine.arrays import Vectors
from engine.mapping import neighbours
from engine.mapping.neighbours import nearest_by_cells, nearest_of_all, nearest_rows, nearest_to
from engine.progress import finish


def points(count: int, seed: int = 0) -> Vectors:
    random = np.random.default_rng(seed)
    centres = random.standard_normal((20, 8)) * 2
    return (centres[random.integers(0, 20, count)] + random.standard_normal((count, 8))).astype(np.float32)


def slow_nearest(x: Vectors, row: int, count: int) -> list[int]:
    others = [other for other in range(len(x)) if other != row]
    return sorted(others, key=lambda other: float(((x[row] - x[other]) ** 2).sum()))[:count]


def test_all_compared_with_all_are_the_nearest_in_their_order():
    x = points(70)
    found = finish(nearest_of_all(x, 5))
    assert [row.tolist() for row in found] == [slow_nearest(x, row, 5) for row in range(70)]


def test_by_cells_hardly_any_is_missed_and_nobody_is_their_own():
    x = points(6000)
    exact, found = finish(nearest_of_all(x, 10)), finish(nearest_by_cells(x, 10))
    kept = np.mean([len(np.intersect1d(a, b)) / 10 for a, b in zip(exact, found, strict=True)])
    assert kept > 0.95
    assert not (found == np.arange(6000)[:, None]).any()


def test_cells_that_hold_too_few_are_joined_by_others(monkeypatch: pytest.MonkeyPatch):
    """Each its own cell: one alone has no neighbours."""
    monkeypatch.setattr(neighbours, "ROWS_IN_A_CELL", 1)
    monkeypatch.setattr(neighbours, "CELLS_LOOKED_INTO", 1)
    found = finish(nearest_by_cells(points(60), 5))
    assert all(len(set(row.tolist()) - {number}) == 5 for number, row in enumerate(found))


def test_a_large_library_is_sorted_into_cells(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(neighbours, "MOST_EXACT", 500)
    x = points(600)
    assert np.array_equal(finish(nearest_rows(x, 5)), finish(nearest_by_cells(x, 5)))


def test_points_find_their_nearest_rows():
    x, asked = points(50), points(3, seed=7)
    squares = ((asked[:, None] - x[None]) ** 2).sum(axis=-1)
    assert nearest_to(asked, x, 4).tolist() == [np.argsort(row)[:4].tolist() for row in squares]
    assert sorted(nearest_to(asked[:1], x[:2], 4)[0].tolist()) == [0, 1]
