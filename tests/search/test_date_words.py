"""The dates among what is typed: what they mean together, and another range in their place."""

import pytest

from engine.search.date_words import (
    Month,
    days_of,
    months_of,
    with_months,
    without_months,
    without_range,
    word_of,
)
from engine.search.filter_language import understood


@pytest.mark.parametrize(
    ("first", "last", "word"),
    [
        ((2024, 7), (2024, 7), "2024-07"),
        ((2024, 7), (2024, 8), "2024-07..2024-08"),
        ((2024, 1), (2024, 12), "2024"),
        ((2023, 1), (2024, 12), "2023..2024"),
        ((1826, 6), (2300, 1), "1826-06..2300-01"),
        ((1700, 1), (1700, 12), "1700-01..1700-12"),  # by itself 1700 is no year
        ((801, 3), (2024, 7), "..2024-07"),
        ((2024, 7), (4000, 1), "2024-07.."),
        ((801, 3), (801, 4), ""),
    ],
)
def test_a_range_of_months_is_the_shortest_word_that_means_it(first: Month, last: Month, word: str):
    assert word_of(first, last) == word
    if word:
        ends = months_of(understood(word).filter)
        assert ends == (first if first[0] >= 1000 else None, last if last[0] < 3000 else None)


@pytest.mark.parametrize(
    ("typed", "then", "without"),
    [
        ("", "2024-07", ""),
        ("cat", "cat 2024-07", "cat"),
        ("2019 cat", "2024-07 cat", "cat"),
        ('cat 2019..2020 "two  words"', 'cat 2024-07 "two  words"', 'cat "two  words"'),
        ("after:2019 cat before:2021", "2024-07 cat", "cat"),
        ("-2024 cat", "-2024 cat 2024-07", "-2024 cat"),
        ("date:2019-02", "2024-07", ""),
        ("2024-13 colour:", "2024-13 colour: 2024-07", "2024-13 colour:"),
    ],
)
def test_it_stands_in_the_place_of_other_dates(typed: str, then: str, without: str):
    assert with_months(typed, (2024, 7), (2024, 7)) == then
    assert without_months(typed) == without_months(then) == without


def test_dates_are_one_range_and_can_be_left_out():
    wanted = understood("cat after:2019 before:2021 -2020-05").filter
    assert months_of(wanted) == ((2019, 1), (2020, 12))
    assert without_range(wanted) == understood("cat -2020-05").filter
    assert months_of(without_range(wanted)) is None
    assert months_of(understood("2019..").filter) == ((2019, 1), None)


@pytest.mark.parametrize("month", [(2024, 2), (2024, 12), (1826, 6), (1, 1), (2300, 12)])
def test_the_days_of_a_month_are_those_that_its_word_means(month: Month):
    days = days_of(month)
    assert days.first is not None
    assert days.last is not None
    assert 28 <= days.last - days.first + 1 <= 31
    if month[0] >= 1000:
        assert understood(word_of(month, month)).filter.terms == (days,)
