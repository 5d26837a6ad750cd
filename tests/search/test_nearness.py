"""Distances in steps, against those that pictures usually have from each other."""

import numpy as np
import pytest

from engine.feature_space import FeatureSpace
from engine.search.hits import Counted
from engine.search.nearness import FEWEST, FEWEST_SHOWN, Nearness, NearnessScale, by_lot, scale_of, usual_reach
from engine.store.versions import Version


def codes(count: int, bits: int = 64, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (count, bits // 8)).astype(np.uint8)


def test_codes_that_have_nothing_in_common_are_as_far_apart_as_by_lot() -> None:
    measured, expected = scale_of(codes(300), 64), by_lot(64)
    assert measured.usual == pytest.approx(expected.usual, abs=0.7)
    assert measured.spread == pytest.approx(expected.spread, rel=0.1)
    assert measured.is_measured
    assert not expected.is_measured


def test_kinds_that_lie_together_do_not_change_what_is_usual() -> None:
    """A tenth of all pairs are of one kind and near; the upper half knows nothing of them."""
    centres, rng = codes(10, seed=1), np.random.default_rng(2)
    noise = np.packbits(rng.random((400, 64)) < 0.05, axis=1)
    scale = scale_of(centres[np.arange(400) % 10] ^ noise, 64)
    assert scale.of(6) <= Nearness.ALIKE
    assert scale.of(32) is Nearness.HARDLY_ALIKE


def test_few_codes_say_nothing() -> None:
    assert scale_of(codes(FEWEST - 1), 64) == by_lot(64)
    assert scale_of(np.empty((0, 8), np.uint8), 64) == by_lot(64)


def test_steps_go_from_near_to_far_and_the_last_one_holds_all_others() -> None:
    scale = NearnessScale(256, 128.0, 8.0)
    assert [scale.farthest(step) for step in Nearness] == [92, 102, 112, 256]
    assert [scale.of(distance) for distance in (0, 92, 93, 102, 112, 113, 256)] == [0, 0, 1, 1, 2, 3, 3]


@pytest.mark.parametrize("scale", [NearnessScale(8, 4.0, 1.4), NearnessScale(16, 1.0, 9.0)])
def test_the_same_code_is_very_alike_also_where_codes_are_short(scale: NearnessScale) -> None:
    assert scale.of(0) is Nearness.VERY_ALIKE
    assert scale.of(scale.bits) is Nearness.HARDLY_ALIKE


def counted(counts: dict[int, int], bits: int = 256) -> np.ndarray:
    counts_D = np.zeros(bits + 1, np.int64)
    for distance, number in counts.items():
        counts_D[distance] = number
    return counts_D


def test_at_first_what_is_at_least_a_little_alike_is_worth_showing() -> None:
    scale = NearnessScale(256, 128.0, 8.0)
    assert usual_reach(counted({0: 1, 90: 40, 111: 5, 130: 4000}), scale) == 112


def test_some_are_shown_however_far_they_are() -> None:
    scale = NearnessScale(256, 128.0, 8.0)
    assert usual_reach(counted({0: 1, 120: FEWEST_SHOWN - 1, 130: 4000}), scale) == 120


def test_nothing_is_left_out_where_all_are_near_or_nobody_can_tell() -> None:
    assert usual_reach(counted({0: 1, 90: 40}), NearnessScale(256, 128.0, 8.0)) is None
    assert usual_reach(counted({0: 1, 130: 4000}), by_lot(256)) is None


def test_how_far_it_is_to_a_number_of_hits(version: Version) -> None:
    known = Counted(version, counted({0: 1, 90: 40, 130: 100}))
    assert (known.reach_of(1), known.reach_of(2), known.reach_of(41), known.reach_of(42)) == (0, 90, 90, 130)
    assert known.reach_of(141) is None


@pytest.fixture
def version() -> Version:
    return Version(1, "Built-in", "itq", 256, FeatureSpace("a"), "file", "sum", {}, "2026-01-01", True, 0, 0)
