"""Features as bytes: zeros left out where that is shorter, nothing rounded, plain ones read beside packed ones."""

import numpy as np
import pytest

from engine.store.packed_numbers import F16, MARK, packed, unpacked


def rectified(count: int, dimensions: int) -> np.ndarray:
    """Like what a network gives: every second number is zero."""
    return np.maximum(np.random.default_rng(3).standard_normal((count, dimensions)), 0).astype(F16)


@pytest.mark.parametrize("dimensions", [1, 7, 8, 9, 64, 1280, 2049])
def test_what_is_unpacked_is_what_was_packed(dimensions: int):
    numbers_ND = rectified(20, dimensions)
    assert (unpacked(packed(numbers_ND)) == numbers_ND).all()


def test_two_rows_of_the_built_in_network_fit_a_page():
    assert max(map(len, packed(rectified(100, 1280)))) < 1700 < 2 * 1280


def test_packed_and_plain_rows_are_read_side_by_side():
    numbers_ND = rectified(6, 1280)
    plain = [row.tobytes() for row in numbers_ND]
    rows = [*packed(numbers_ND[:2]), *plain[2:4], *packed(numbers_ND[4:])]
    assert (unpacked(rows) == numbers_ND).all()
    assert (unpacked(plain) == numbers_ND).all()


def test_numbers_of_any_kind_come_back_to_the_bit():
    every = np.arange(1 << 16, dtype=np.uint16).view(F16)  # minus zero, infinities and what is no number among them
    numbers_ND = np.stack([every, np.where(np.arange(1 << 16) % 3, 0, every).astype(F16), every[::-1]])
    rows = packed(numbers_ND)
    again_ND = unpacked(rows).astype(F16)
    numbers = ~np.isnan(numbers_ND)
    assert (again_ND.view(np.uint16)[numbers] == numbers_ND.view(np.uint16)[numbers]).all()
    assert (np.isnan(again_ND) == ~numbers).all()
    assert rows[2].startswith(MARK), "a plain row that began like a packed one would be read as one"


def test_numbers_without_zeros_stay_plain():
    numbers_ND = np.random.default_rng(0).standard_normal((3, 40)).astype(F16)
    assert packed(numbers_ND) == [row.tobytes() for row in numbers_ND]
