"""The layout against t-SNE as it is written down: its loss, its gradient, and what becomes of clouds of points."""

import numpy as np
import pytest

from engine.arrays import Reals, Rows, Vectors
from engine.mapping import layout
from engine.mapping.attraction import graph_of
from engine.mapping.layout import first_places, gradient, lay_out
from engine.mapping.neighbours import nearest_of_all
from engine.mapping.repulsion import Repulsion
from engine.progress import Progress, finish


def clouds(count: int, kinds: int, seed: int = 0) -> tuple[Vectors, Rows]:
    """Points of so many kinds, and which kind each is of."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((kinds, 20)) * 3
    kind_N = np.arange(count) % kinds
    return (centres[kind_N] + random.standard_normal((count, 20)) / 2).astype(np.float32), kind_N


def slow_p(neighbours: Rows) -> Reals:
    """p_ij as the docstring says it, pair by pair."""
    n, k = neighbours.shape
    p = np.zeros((n, n))
    for i in range(n):
        for j in neighbours[i]:
            p[i, j] += 1 / k / (2 * n)
            p[j, i] += 1 / k / (2 * n)
    return p


def slow_loss(places: Reals, p: Reals) -> float:
    """KL(P || Q) over all pairs."""
    n = len(places)
    w = {(i, j): 1 / (1 + ((places[i] - places[j]) ** 2).sum()) for i in range(n) for j in range(n) if i != j}
    z = sum(w.values())
    return sum(p[i, j] * np.log(p[i, j] / (w[i, j] / z)) for i, j in w if p[i, j] > 0)


@pytest.fixture
def small() -> tuple[Rows, Reals]:
    """Neighbours of a few points, and places for them in the plane."""
    points, _ = clouds(24, 3)
    return finish(nearest_of_all(points, 4)), np.random.default_rng(1).standard_normal((24, 2)) * 4


def test_attraction_weights_are_those_of_the_formula(small: tuple[Rows, Reals]):
    neighbours, _ = small
    graph, dense = graph_of(neighbours), np.zeros((24, 24))
    dense[graph.from_E, graph.to_E] = graph.p_E
    assert dense == pytest.approx(slow_p(neighbours), abs=1e-7)
    assert graph.p_E.sum() == pytest.approx(1)


def test_the_gradient_is_that_of_the_loss(small: tuple[Rows, Reals]):
    """By finite differences; on a fine grid, where hardly anything is lost by interpolation."""
    neighbours, places = small
    p, step = slow_p(neighbours), 1e-5
    expected = np.empty((2, 24))
    for axis in range(2):
        for i in range(24):
            ahead, back = places.copy(), places.copy()
            ahead[i, axis] += step
            back[i, axis] -= step
            expected[axis, i] = (slow_loss(ahead, p) - slow_loss(back, p)) / (2 * step)
    found = gradient(places.T.astype(np.float32), graph_of(neighbours), Repulsion(spacing=0.05))
    assert found == pytest.approx(expected, abs=2e-4 * np.abs(expected).max() + 1e-6, rel=2e-3)


def test_repulsion_on_the_grid_is_that_of_all_pairs():
    places = (np.random.default_rng(2).standard_normal((60, 2)) * 8).astype(np.float32)
    across, down, z = Repulsion().of(places[:, 0], places[:, 1])
    forces, total = np.zeros((60, 2)), 0.0
    for i in range(60):
        for j in range(60):
            if i != j:
                apart = (places[i] - places[j]).astype(float)
                w = 1 / (1 + (apart**2).sum())
                forces[i] += w * w * apart
                total += w
    largest = np.abs(forces).max()
    assert np.stack([across, down], axis=1) == pytest.approx(forces, abs=0.05 * largest)
    assert z == pytest.approx(total, rel=0.02)


def test_nothing_pushes_itself():
    across, down, z = Repulsion().of(np.float32([3.2]), np.float32([-1.7]))
    assert (across[0], down[0], z) == (pytest.approx(0, abs=1e-3),) * 3


def test_what_is_of_one_kind_lies_together_and_comes_out_the_same_again():
    points, kind_N = clouds(200, 5)
    places = finish(lay_out(points))
    nearest = finish(nearest_of_all(places, 10))
    assert (kind_N[nearest] == kind_N[:, None]).mean() > 0.95
    assert places.mean(axis=0) == pytest.approx([0, 0], abs=1e-3)
    assert np.array_equal(places, finish(lay_out(points)))


@pytest.mark.parametrize(("count", "kinds"), [(30, 5), (60, 6)])
def test_of_few_pictures_those_of_one_kind_lie_together_too(count: int, kinds: int):
    points, kind_N = clouds(count, kinds)
    nearest = finish(nearest_of_all(finish(lay_out(points)), 3))
    assert (kind_N[nearest] == kind_N[:, None]).mean() > 0.9


def test_pictures_that_are_all_the_same_have_a_place_each():
    places = finish(lay_out(np.ones((40, 20), np.float32)))
    assert np.isfinite(places).all()
    assert len(np.unique(places, axis=0)) == 40


@pytest.mark.parametrize("count", [0, 1, 2, 3, 16, 17])
def test_a_handful_has_a_place_each(count: int):
    places = finish(lay_out(clouds(count, 5)[0]))
    assert places.shape == (count, 2)
    assert np.isfinite(places).all()
    assert len(np.unique(places, axis=0)) == count


def test_vectors_of_a_single_number_can_be_laid_out():
    assert first_places(np.float32([[1], [2], [4]])).shape == (3, 2)


def test_it_tells_how_far_it_is():
    heard: list[Progress] = []
    finish(lay_out(clouds(50, 3)[0]), heard.append)
    steps = [progress for progress in heard if progress.note == layout.NOTE]
    assert [progress.done for progress in steps] == list(range(layout.GATHERING + layout.SPREADING))
