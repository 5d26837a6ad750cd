"""Where months stand on the timeline, with one of them or with hundreds."""

import itertools

import pytest

from gui.library.timeline_bars import HIGHEST, TimelineBars, name_of


def bars(count: int, newest_first: bool = False, height: float = 500) -> TimelineBars:
    counted = {(1990 + at // 12, at % 12 + 1): at + 1 for at in range(count)}
    return TimelineBars.of(counted, newest_first, 6, height)


@pytest.mark.parametrize("count", [1, 30, 400, 5000])
def test_every_month_has_its_place_and_none_lies_outside(count: int):
    shown = bars(count)
    assert shown.top_of(0) == 6
    assert shown.top_of(count) <= 506.001
    assert shown.pitch <= HIGHEST
    assert [shown.place_at(shown.top_of(place) + shown.pitch / 2) for place in range(count)] == list(range(count))
    assert shown.place_at(-50) == 0
    assert shown.place_at(5000) == count - 1
    assert all(0 < shown.length_of(place) <= 1 for place in range(count))


def test_years_are_named_where_they_begin_as_far_as_there_is_room():
    assert [year for _, year in bars(30).years(12)] == [1990, 1991, 1992]
    assert [year for _, year in bars(30, newest_first=True).years(12)] == [1992, 1991, 1990]
    many = bars(400).years(12)
    assert len(many) > 20
    assert all(later - earlier >= 12 for (earlier, _), (later, _) in itertools.pairwise(many))
    assert next(year for _, year in bars(5000).years(12)) == 1990


def test_months_without_pictures_take_no_room():
    shown = TimelineBars.of({(1826, 6): 1, (2024, 7): 2, (2300, 1): 1}, True, 0, 100)
    assert shown.months == ((2300, 1), (2024, 7), (1826, 6))
    assert shown.pitch == HIGHEST


@pytest.mark.parametrize("newest_first", [False, True])
def test_a_range_is_found_in_either_order_and_may_be_open(newest_first: bool):
    shown = bars(24, newest_first)
    inside = shown.places_between((1990, 3), (1990, 5))
    assert {shown.months[place] for place in inside} == {(1990, 3), (1990, 4), (1990, 5)}
    assert len(shown.places_between(None, (1990, 12))) == 12
    assert len(shown.places_between((1991, 12), None)) == 1
    assert len(shown.places_between((2005, 1), (2006, 1))) == 0


def test_months_have_names():
    assert name_of((2024, 7)) == "July 2024"
    assert name_of((1826, 12)) == "December 1826"
