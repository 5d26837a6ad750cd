"""What is held out hangs on the content alone, and each label can be both learned and asked for."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.learning.held_out import HELD_OUT, VALIDATION_FROM, Split, place, split

Mask = NDArray[np.bool_]


def contents(count: int, seed: int = 0) -> list[bytes]:
    random = np.random.default_rng(seed)
    return [random.bytes(16) for _ in range(count)]


def at(*places: float) -> list[bytes]:
    """Contents that fall at these places."""
    return [int(p * 2**64).to_bytes(8, "big") + bytes(8) for p in places]


def single(count: int, labels: int) -> Mask:
    return np.eye(labels, dtype=np.bool_)[np.arange(count) % labels]


def several(count: int, labels: int, seed: int) -> Mask:
    """Each image has one label, and some more."""
    more_NC = np.random.default_rng(seed).random((count, labels)) < 0.2
    return single(count, labels) | more_NC


def assert_each_in_one_part(parts: Split) -> None:
    together_N = parts.train_N.astype(int) + parts.validation_N + parts.held_out_N
    assert (together_N == 1).all()


def test_a_place_is_uniform_and_decided_by_the_content():
    places = np.array([place(content) for content in contents(4000)])
    assert (places >= 0).all()
    assert (places < 1).all()
    counts, _ = np.histogram(places, 10, (0, 1))
    assert counts.min() > 320
    assert place(b"\x80" + bytes(15)) == 0.5


@pytest.mark.parametrize("count", [4, 40, 199, 200, 1000])
@pytest.mark.parametrize("labels", [2, 10])
def test_parts_are_disjoint_and_complete_and_validation_comes_with_many(count: int, labels: int):
    for labels_NC in (single(count, labels), several(count, labels, seed=count)):
        parts = split(contents(count), labels_NC)
        assert_each_in_one_part(parts)
        assert parts.validation_N.any() == (count >= VALIDATION_FROM)


def test_about_a_fifth_is_held_out_and_a_tenth_validates():
    parts = split(contents(5000), single(5000, 5))
    assert parts.held_out_N.mean() == pytest.approx(0.2, abs=0.02)
    assert parts.validation_N.mean() == pytest.approx(0.1, abs=0.015)
    places = np.array([place(content) for content in contents(5000)])
    assert (parts.held_out_N == (places < HELD_OUT)).all(), "labels are not rare, so none is moved"


def test_the_order_of_images_and_labels_decides_nothing():
    known, labels_NC = contents(60), several(60, 8, seed=1)
    parts = split(known, labels_NC)
    order = np.random.default_rng(3).permutation(60)
    again = split([known[i] for i in order], labels_NC[order])
    assert (again.held_out_N == parts.held_out_N[order]).all()
    assert (again.train_N == parts.train_N[order]).all()


def test_more_images_and_labels_leave_membership_as_it_is():
    known, labels_NC = contents(900), single(900, 6)
    few = split(known[:450], labels_NC[:450])
    many = split(known, labels_NC)
    relabelled = split(known, np.hstack([several(900, 6, seed=2), single(900, 3)]))
    assert (many.held_out_N[:450] == few.held_out_N).all()
    assert (relabelled.held_out_N == many.held_out_N).all()
    below = split(known[:199], labels_NC[:199])
    above = split(known[:200], labels_NC[:200])
    assert (below.held_out_N == above.held_out_N[:199]).all(), "validation takes from what is trained on"


@pytest.mark.parametrize("seed", range(30))
def test_a_label_of_four_images_has_one_held_out_and_two_trained(seed: int):
    labels_NC = single(28, 7)
    parts = split(contents(28, seed), labels_NC)
    assert ((labels_NC & parts.held_out_N[:, None]).sum(axis=0) >= 1).all()
    assert ((labels_NC & parts.train_N[:, None]).sum(axis=0) >= 2).all()


@pytest.mark.parametrize("count", [40, 240])
def test_the_same_holds_where_images_have_several_labels(count: int):
    """A move for one label must not undo what another one needs."""
    for seed in range(60):
        labels_NC = several(count, count // 8, seed)
        parts = split(contents(count, seed), labels_NC)
        assert_each_in_one_part(parts)
        counts_C = labels_NC.sum(axis=0)
        assert ((labels_NC & parts.train_N[:, None]).sum(axis=0) >= np.minimum(2, counts_C)).all()
        held_out_C = (labels_NC & parts.held_out_N[:, None]).sum(axis=0)
        assert (held_out_C[counts_C >= 4] >= 1).all()


def test_an_image_that_another_label_is_asked_for_by_stays_held_out():
    """All of the first label fall below the bound; the last of them is the only one of the second label there."""
    labels_NC = np.zeros((8, 2), np.bool_)
    labels_NC[:4, 0] = True
    labels_NC[3:, 1] = True
    parts = split(at(0.01, 0.05, 0.1, 0.15, 0.5, 0.6, 0.7, 0.8), labels_NC)
    assert np.flatnonzero(parts.held_out_N).tolist() == [0, 3]


def test_where_all_cannot_be_had_a_label_is_rather_trained_on():
    """Every four of six images are a label: no choice lets each have one held out and two trained."""
    rows = [(a, b, c, d) for a in range(6) for b in range(a) for c in range(b) for d in range(c)]
    labels_NC = np.zeros((6, len(rows)), np.bool_)
    for label, chosen in enumerate(rows):
        labels_NC[list(chosen), label] = True
    for seed in range(20):
        parts = split(contents(6, seed), labels_NC)
        assert ((labels_NC & parts.train_N[:, None]).sum(axis=0) >= 2).all()
        assert parts.held_out_N.any()


def test_of_a_label_without_any_below_the_bound_the_first_is_held_out():
    parts = split(at(0.9, 0.3, 0.5, 0.7), single(4, 1))
    assert parts.held_out_N.tolist() == [False, True, False, False]


def test_of_a_label_all_below_the_bound_the_last_two_are_trained():
    parts = split(at(0.01, 0.15, 0.05, 0.1), single(4, 1))
    assert parts.train_N.tolist() == [False, True, False, True]


def test_a_label_with_three_images_is_trained_on_and_not_forced_to_be_asked_for():
    parts = split(at(0.5, 0.6, 0.7), single(3, 1))
    assert parts.train_N.all()
    assert split(at(0.01, 0.02), single(2, 1)).train_N.all()
