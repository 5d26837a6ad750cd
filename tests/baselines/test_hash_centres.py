"""Hadamard matrices, and hash centres whose distance is guaranteed and whose steps only ever improve them."""

import itertools
import math
from functools import cache

import numpy as np
import pytest
import torch

from engine.baselines import hash_centres as module
from engine.baselines.hash_centres import (
    Centres,
    Climb,
    aimed_distance,
    climbed,
    drawn_centres,
    hadamard,
    separated_centres,
)

SIZES = [(10, 16), (10, 64), (80, 32), (100, 64), (80, 16), (40, 24), (100, 8), (200, 16), (3, 8)]


@cache
def centres_of(labels: int, bits: int, seed: int) -> torch.Tensor:
    """Made once for all that look at them."""
    return separated_centres(labels, bits, seed)


def slow_distances(centres: list[list[float]]) -> list[int]:
    return [
        sum(x != y for x, y in zip(a, b, strict=True)) for a, b in itertools.combinations(centres, 2)
    ]  # fmt: skip


def slow_spread(centres_CK: Centres) -> float:
    """Mean of the distances less their variance."""
    distances = slow_distances(centres_CK.tolist())
    mean = sum(distances) / len(distances)
    return mean - sum((d - mean) ** 2 for d in distances) / len(distances)


def ball(bits: int, radius: int) -> int:
    return sum(math.comb(bits, i) for i in range(radius + 1))


def random_centres(labels: int, bits: int, seed: int) -> Centres:
    drawn_CK = np.random.default_rng(seed).integers(0, 2, (labels, bits))
    return (drawn_CK * 2 - 1).astype(np.int8)


@pytest.mark.parametrize("order", [1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 96, 128])
def test_the_rows_of_a_hadamard_matrix_are_orthogonal(order: int):
    matrix = hadamard(order)
    assert matrix is not None
    assert set(matrix.unique().tolist()) <= {-1.0, 1.0}
    assert torch.equal(matrix @ matrix.T, order * torch.eye(order))


@pytest.mark.parametrize("order", [3, 6, 10, 56])
def test_where_there_is_none_or_none_is_known_to_us_there_is_no_matrix(order: int):
    assert hadamard(order) is None


def guaranteed_distance(labels: int, bits: int) -> int:
    """The largest d of the Gilbert-Varshamov bound: C · |ball of radius d - 1| <= 2^K."""
    return max((d for d in range(1, bits + 1) if labels * ball(bits, d - 1) <= 2**bits), default=0)


@pytest.mark.parametrize(("labels", "bits"), SIZES)
def test_the_aimed_distance_is_the_papers_equation(labels: int, bits: int):
    d = aimed_distance(labels, bits)
    assert ball(bits, d - 2) < 2**bits / labels <= ball(bits, d - 1)
    assert guaranteed_distance(labels, bits) <= d <= guaranteed_distance(labels, bits) + 1


@pytest.mark.parametrize(("labels", "bits"), SIZES)
def test_no_two_centres_are_nearer_than_guaranteed(labels: int, bits: int):
    for seed in (0,) if labels * bits > 3000 else (0, 1):
        centres_CK = centres_of(labels, bits, seed)
        assert centres_CK.shape == (labels, bits)
        assert set(centres_CK.unique().tolist()) == {-1.0, 1.0}
        assert min(slow_distances(centres_CK.tolist())) >= guaranteed_distance(labels, bits)


@pytest.mark.parametrize(("labels", "bits"), [(10, 16), (10, 64), (80, 32), (100, 64)])
def test_the_papers_distance_is_reached_too(labels: int, bits: int):
    assert min(slow_distances(centres_of(labels, bits, 0).tolist())) >= aimed_distance(labels, bits)


def test_where_the_papers_distance_cannot_be_had_the_guaranteed_one_is(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "aimed_distance", lambda labels, bits: bits)  # of three codes, two are nearer
    centres_CK = drawn_centres(3, 8, np.random.default_rng(0))
    assert min(slow_distances(centres_CK.tolist())) >= guaranteed_distance(3, 8)


def test_the_mean_distance_is_nearly_the_largest_there_is():
    """It is largest where each bit parts the labels in halves: K/2 · C/(C - 1)."""
    for labels, bits in [(10, 16), (10, 64), (80, 32)]:
        distances = slow_distances(centres_of(labels, bits, 0).tolist())
        largest = bits / 2 * labels / (labels - 1)
        assert 0.97 * largest <= sum(distances) / len(distances) <= largest


def test_a_single_label_and_more_labels_than_codes_get_centres_too():
    assert separated_centres(1, 8, 0).shape == (1, 8)
    assert guaranteed_distance(300, 8) == 0
    assert separated_centres(300, 8, 0).shape == (300, 8)


def test_the_centres_are_those_of_their_seed():
    assert torch.equal(separated_centres(10, 16, 4), separated_centres(10, 16, 4))
    assert not torch.equal(separated_centres(10, 16, 4), separated_centres(10, 16, 5))


@pytest.mark.parametrize("seed", range(5))
def test_no_step_lowers_the_objective_or_the_minimal_distance(seed: int):
    climb = Climb(random_centres(12, 16, seed))
    before = slow_spread(climb.centres_CK)
    floor = min(slow_distances(climb.centres_CK.tolist()))
    for i in list(range(12)) * 2:
        grown = climb.improve(i)
        after = slow_spread(climb.centres_CK)
        assert after > before if grown else after == before
        assert min(slow_distances(climb.centres_CK.tolist())) >= floor
        assert climb.spread == pytest.approx(after)
        assert climb.minimal_distance == min(slow_distances(climb.centres_CK.tolist()))
        before = after


def test_after_the_climb_no_single_bit_of_any_centre_improves_it():
    start_CK = random_centres(6, 8, 3)
    centres_CK = climbed(start_CK)
    top, floor = slow_spread(centres_CK), min(slow_distances(centres_CK.tolist()))
    assert top > slow_spread(start_CK)
    assert floor >= min(slow_distances(start_CK.tolist()))
    for i, k in itertools.product(range(6), range(8)):
        other_CK = centres_CK.copy()
        other_CK[i, k] *= -1
        assert slow_spread(other_CK) <= top + 1e-9 or min(slow_distances(other_CK.tolist())) < floor


@pytest.mark.parametrize("seed", range(5))
def test_a_step_takes_the_best_of_all_bits(seed: int, monkeypatch: pytest.MonkeyPatch):
    """Against all single bits by brute force, in the first turn of a step."""
    climb = Climb(random_centres(5, 8, seed))
    start_CK, floor = climb.centres_CK.copy(), climb.floor
    values = {}
    for k in range(8):
        other_CK = start_CK.copy()
        other_CK[2, k] *= -1
        if min(slow_distances(other_CK.tolist())) >= floor:
            values[k] = slow_spread(other_CK)
    turned: list[int] = []
    turn = Climb._turn
    monkeypatch.setattr(Climb, "_turn", lambda self, i, k, change: (turned.append(k), turn(self, i, k, change)))
    if climb.improve(2):
        assert values[turned[0]] == pytest.approx(max(values.values()))
    else:
        assert max(values.values(), default=-math.inf) <= slow_spread(start_CK) + 1e-9
