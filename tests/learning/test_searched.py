"""What was searched, in words."""

import pytest

from engine.learning.searched import LOWER_BOUNDS, caution, labelled_text, learned_text, share_text


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (0, 100, "0 %"),
        (1, 1000, "less than 1 %"),
        (16, 1000, "2 %"),
        (1, 2, "50 %"),
        (999, 1000, "more than 99 %"),
        (1000, 1000, "100 %"),
        (0, 0, "0 %"),
    ],
)
def test_a_share_looks_like_nothing_or_all_only_if_it_is(part: int, whole: int, text: str) -> None:
    assert share_text(part, whole) == text


def test_a_library_with_few_labels_has_figures_that_are_lower_bounds() -> None:
    figures = {"database": 9760, "labelled": 160, "trained_on": 150}
    assert labelled_text(figures) == "160 of them (2 %) have a label"
    assert labelled_text(figures | {"labelled": 1}) == "1 of them (less than 1 %) has a label"
    assert learned_text(figures) == "it has learned the labels of 150 of them (2 %)"
    assert caution(figures) == LOWER_BOUNDS


def test_where_all_have_a_label_nothing_is_left_out() -> None:
    figures = {"database": 160, "labelled": 160, "trained_on": 160}
    assert labelled_text(figures) == "all of them have a label"
    assert learned_text(figures) == "it has learned the labels of all of them"
    assert caution(figures) == ""
    assert learned_text(figures | {"trained_on": 0}, "“Built-in”") == "“Built-in” has learned none of their labels"
