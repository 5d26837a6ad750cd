"""Draws of an open set: what is labelled, what is for validation, and what is asked for."""

import numpy as np
import pytest

from engine.experiments.open_set.draws import AMOUNTS, FEW, MOST, Draw, drawn

SIZES = (8, 9, 12, 13, 30, 61, 100)
KIND_N = np.random.default_rng(1).permutation(np.repeat(np.arange(len(SIZES)), SIZES))

every_draw = pytest.mark.parametrize(("number", "amount"), [(n, amount) for n in range(4) for amount in AMOUNTS])


def labelled(draw: Draw) -> set[int]:
    return {*draw.train.tolist(), *draw.valid.tolist()}


def kinds_of(rows: np.ndarray) -> set[int]:
    return set(KIND_N[rows].tolist())


@every_draw
def test_the_same_number_draws_the_same(number: int, amount: str):
    one, other = drawn(KIND_N, number, amount), drawn(KIND_N, number, amount)
    for part in ("train", "valid", "held_out", "never"):
        np.testing.assert_array_equal(getattr(one, part), getattr(other, part))


def test_other_numbers_draw_other_kinds_and_other_pictures_of_a_kind():
    draws = [drawn(KIND_N, number, MOST) for number in range(8)]
    assert len({frozenset(kinds_of(draw.train)) for draw in draws}) > 1
    largest = [frozenset(row for row in labelled(draw) if KIND_N[row] == 6) for draw in draws]
    chosen = [rows for rows in largest if rows]
    assert len(set(chosen)) == len(chosen) > 1


@every_draw
def test_every_picture_is_in_one_part_of_a_draw(number: int, amount: str):
    draw = drawn(KIND_N, number, amount)
    rows = np.concatenate([draw.train, draw.valid, draw.held_out, draw.never])
    assert sorted(rows.tolist()) == list(range(len(KIND_N)))


@every_draw
def test_half_of_the_kinds_are_labelled_and_all_pictures_of_the_others_are_asked_for(number: int, amount: str):
    draw = drawn(KIND_N, number, amount)
    kinds = kinds_of(draw.train)
    assert len(kinds) == 3, "of seven"
    assert kinds_of(draw.valid) == kinds_of(draw.held_out) == kinds
    np.testing.assert_array_equal(draw.never, np.flatnonzero(~np.isin(KIND_N, list(kinds))))


@every_draw
def test_so_many_pictures_of_a_kind_are_labelled_and_the_others_are_asked_for(number: int, amount: str):
    draw = drawn(KIND_N, number, amount)
    for kind in kinds_of(draw.train):
        train, valid, held_out = (
            int((KIND_N[rows] == kind).sum()) for rows in (draw.train, draw.valid, draw.held_out)
        )
        most = round(0.8 * SIZES[kind])
        labels = most if amount == MOST else min(10, most)
        assert train + valid == labels
        assert held_out == SIZES[kind] - labels >= 2
        assert valid == max(1, round(labels / 5))


@pytest.mark.parametrize("number", range(4))
def test_few_labels_are_among_most_of_the_same_draw(number: int):
    most, few = drawn(KIND_N, number, MOST), drawn(KIND_N, number, FEW)
    assert labelled(few) <= labelled(most)
    assert set(most.held_out.tolist()) <= set(few.held_out.tolist())
    np.testing.assert_array_equal(few.never, most.never)


def test_there_are_fewer_labels_where_kinds_are_large():
    draws = [(drawn(KIND_N, number, MOST), drawn(KIND_N, number, FEW)) for number in range(4)]
    large = [pair for pair in draws if kinds_of(pair[0].train) & {4, 5, 6}]
    assert large
    for most, few in large:
        assert len(labelled(few)) < len(labelled(most))
