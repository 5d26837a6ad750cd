"""What is held out hangs on the content alone, and each label can be both learned and asked for."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.learning.held_out import HELD_OUT, VALIDATION_FROM, HeldOutSplit, place, place_of_group, split

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


def assert_each_in_one_part(parts: HeldOutSplit) -> None:
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


# -- images that belong together ------------------------------------------------------------------------------


def of_size(count: int, size: int) -> NDArray[np.int64]:
    return np.arange(count) // size


def parts_of_groups(parts: HeldOutSplit, groups_N: NDArray[np.int64]) -> dict[int, set[str]]:
    """The parts that the images of each group are in."""
    found: dict[int, set[str]] = {}
    for row, group in enumerate(groups_N.tolist()):
        for name in ("train", "validation", "held_out"):
            if getattr(parts, f"{name}_N")[row]:
                found.setdefault(group, set()).add(name)
    return found


@pytest.mark.parametrize("count", [12, 60, 260])
@pytest.mark.parametrize("make", ["single", "several"])
def test_a_group_is_never_torn_apart_and_each_label_keeps_a_pair(count: int, make: str):
    for seed in range(40):
        random = np.random.default_rng(seed)
        groups_N = random.integers(0, random.integers(2, count), count) * 7  # of any size, any numbers
        clusters = count // 6
        labels_NC = single(count, clusters) if make == "single" else several(count, clusters, seed)
        parts = split(contents(count, seed), labels_NC, groups_N)
        assert_each_in_one_part(parts)
        assert all(len(found) == 1 for found in parts_of_groups(parts, groups_N).values())
        counts_C = labels_NC.sum(axis=0)
        assert ((labels_NC & parts.train_N[:, None]).sum(axis=0) >= np.minimum(2, counts_C)).all()
        for group in np.unique(groups_N[parts.held_out_N]):
            assert (2 * labels_NC[groups_N == group].sum(axis=0) <= counts_C).all(), "never the larger part"


@pytest.mark.parametrize("seed", range(30))
def test_each_label_of_a_few_groups_is_asked_for_by_a_whole_one(seed: int):
    """Three bursts of two, and no label shares an image with another."""
    labels_NC = np.repeat(single(15, 5), 2, axis=0)
    groups_N = of_size(30, 2)
    parts = split(contents(30, seed), labels_NC, groups_N)
    held_out_C = (labels_NC & parts.held_out_N[:, None]).sum(axis=0)
    trained_C = (labels_NC & parts.train_N[:, None]).sum(axis=0)
    assert (held_out_C >= 2).all()
    assert (trained_C >= 2).all()
    assert (held_out_C % 2 == 0).all()


@pytest.mark.parametrize("seed", range(10))
def test_a_label_that_is_one_group_is_trained_on_and_not_asked_for(seed: int):
    labels_NC = single(30, 3)
    groups_N = np.where(labels_NC[:, 0], 0, 1 + np.arange(30))
    parts = split(contents(30, seed), labels_NC, groups_N)
    assert parts.train_N[labels_NC[:, 0]].all()
    assert (labels_NC & parts.held_out_N[:, None]).any(axis=0).tolist() == [False, True, True]
    everything = split(contents(30, seed), labels_NC, np.zeros(30, np.int64))
    assert everything.train_N.all()


def test_large_groups_are_held_out_as_often_as_small_ones():
    labels_NC = single(6000, 5)
    for size in (1, 4, 20):
        parts = split(contents(6000), labels_NC, of_size(6000, size))
        assert parts.held_out_N.mean() == pytest.approx(0.2, abs=0.04)
        assert parts.validation_N.mean() == pytest.approx(0.1, abs=0.03)


def test_groups_do_not_hang_on_the_order_of_images_or_on_their_numbers():
    known, labels_NC, groups_N = contents(90), several(90, 8, seed=1), of_size(90, 3)
    parts = split(known, labels_NC, groups_N)
    order = np.random.default_rng(3).permutation(90)
    again = split([known[i] for i in order], labels_NC[order], 1000 - groups_N[order])
    assert (again.held_out_N == parts.held_out_N[order]).all()
    assert (again.train_N == parts.train_N[order]).all()


def test_groups_that_get_no_new_image_stay_where_they_are_and_most_others_too():
    known, labels_NC, groups_N = contents(1200), single(1200, 6), of_size(1200, 3)
    before = split(known[:900], labels_NC[:900], groups_N[:900])
    groups_N[900:1000] = np.arange(100)  # one more for each of a hundred groups; the rest are groups of their own
    after = split(known, labels_NC, groups_N)
    moved_N = before.held_out_N != after.held_out_N[:900]
    assert not moved_N[groups_N[:900] >= 100].any()
    moved = len(np.unique(groups_N[:900][moved_N]))
    assert 0 < moved < 20, "about 100 · 0.32 / 4"


def test_the_place_of_a_group_is_that_of_a_member_chosen_by_something_else():
    one, other = b"\x00" * 8 + b"\x02" * 8, b"\xf0" * 8 + b"\x01" * 8
    assert place_of_group([one, other]) == place_of_group([other, one]) == place(other)
    assert place_of_group([one]) == place(one)
