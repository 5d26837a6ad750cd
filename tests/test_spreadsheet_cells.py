"""Cells that a spreadsheet would run: guarded, and exactly as before when the guard is off again."""

from itertools import product

import pytest

from engine.spreadsheet_cells import guarded, guarded_cells, unguarded

STARTS = "=+-@\t\r\n＝＋－＠"


def test_every_short_text_comes_back_exactly_and_none_runs():
    alphabet = "'\"a ;,0" + STARTS
    for length in range(5):
        for letters in product(alphabet, repeat=length):
            text = "".join(letters)
            cell = guarded(text)
            assert unguarded(cell) == text
            assert not cell.startswith(tuple(STARTS))


@pytest.mark.parametrize("text", ["", "cat", "a=b", "'quoted'", "'", "5", "/=x", " =x", "é-"])
def test_other_text_stays_as_it_is(text: str):
    assert guarded(text) == unguarded(text) == text


def test_numbers_stay_numbers():
    assert guarded_cells([-5, -0.25, None, True, "-5", "cat"]) == [-5, -0.25, None, True, "'-5", "cat"]
