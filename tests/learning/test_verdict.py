"""What a training did, in sentences: each case against the sentence that a person should read."""

import math

import pytest

from engine.learning.comparison import ChangedLabel, MeanChange
from engine.learning.figures import Figures
from engine.learning.verdict import is_worse, verdict, warning


def said_of(*labels: ChangedLabel, kept: tuple[float | None, float | None] = (None, None)) -> str:
    before, after = ({"mAP": 0.5, "kept_neighbours": share} for share in kept)
    return warning(before, after, labels)


def label(name: str, change: float, held_out: int = 10, error: float = 0.01) -> ChangedLabel:
    return ChangedLabel(name, 5 * held_out, held_out, MeanChange(0.6, 0.6 + change, error), SAME)


SAME = MeanChange(0.5, 0.5, 0.01)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ({"mAP": 0.40}, {"mAP": 0.80}, "Retrieval got better: mAP is 2.0 times as high."),
        ({"mAP": 0.40}, {"mAP": 0.47}, "Retrieval got better."),
        ({"mAP": 0.00}, {"mAP": 0.47}, "Retrieval got better."),
        ({"mAP": 0.40}, {"mAP": 0.404}, "Retrieval is about as good as before."),
        ({"mAP": 0.40}, {"mAP": 0.396}, "Retrieval is about as good as before."),
        ({"mAP": 0.47}, {"mAP": 0.40}, "Retrieval got worse; discarding is probably right."),
        (
            {"mAP": 0.40, "spread": {"mAP": 0.02}},
            {"mAP": 0.45, "spread": {"mAP": 0.06}},
            "Retrieval is about as good as before: the difference lies within the spread.",
        ),
        ({"mAP": 0.40, "spread": {"mAP": 0.02}}, {"mAP": 0.45, "spread": {"mAP": 0.03}}, "Retrieval got better."),
        (None, None, "There was nothing held out to measure the result on."),
        ({"mAP": 0.40}, {"mAP": None}, "There was nothing held out to measure the result on."),
        (
            None,
            {"mAP": 0.40},
            "It could not be compared with the active version on labels that neither of them has seen.",
        ),
    ],
)
def test_retrieval_on_labels_is_judged_in_a_sentence(
    before: Figures | None, after: Figures | None, sentence: str
) -> None:
    assert verdict(before, after) == sentence


@pytest.mark.parametrize(
    ("labels", "subject"),
    [
        ([label("hat", -0.1)], "“hat” is"),
        ([label("hat", -0.2), label("shoe", -0.1)], "“hat” and “shoe” are"),
        ([label(name, -0.1) for name in "abc"], "“a”, “b” and “c” are"),
        ([label(name, -0.1) for name in "abcd"], "“a”, “b”, “c” and 1 other label are"),
        ([label(name, -0.1) for name in "abcdef"], "“a”, “b”, “c” and 3 other labels are"),
    ],
)
def test_labels_that_are_found_clearly_worse_are_named(labels: list[ChangedLabel], subject: str) -> None:
    expected = f"{subject} found clearly worse than before; look closely before you accept."
    assert said_of(*labels, label("better", 0.3)) == expected


@pytest.mark.parametrize(
    ("fell", "worse"),
    [
        (label("x", -0.1), True),
        (label("x", -0.1, held_out=9), False),  # of few images nothing is clear
        (label("x", -0.1, error=0.06), False),  # chance does as much
        (label("x", -0.1, error=0.04), True),
        (label("x", -0.015, error=0.001), False),  # nobody would notice
        (label("x", 0.1), False),
        (label("x", -0.5, error=math.inf), False),
    ],
)
def test_a_label_is_clearly_worse_when_it_is_more_than_chance_and_more_than_nobody_notices(
    fell: ChangedLabel, worse: bool
) -> None:
    assert fell.is_clearly_worse is worse
    assert bool(said_of(fell)) is worse


def test_a_label_that_loses_on_the_first_screen_is_worse_though_all_is_found_sooner() -> None:
    gained, lost = MeanChange(0.4, 0.6, 0.01), MeanChange(0.7, 0.6, 0.02)
    assert ChangedLabel("hat", 100, 20, gained, lost).is_clearly_worse
    assert not ChangedLabel("hat", 100, 20, gained, MeanChange(0.7, 0.6, 0.06)).is_clearly_worse
    assert not ChangedLabel("hat", 100, 9, gained, lost).is_clearly_worse
    assert "“hat” is found clearly worse" in said_of(ChangedLabel("hat", 100, 20, gained, lost))


def test_what_search_forgot_is_said() -> None:
    said = said_of(kept=(0.632, 0.34))
    assert said.startswith("Searches for pictures that you have not labelled got worse (63")
    assert "now 34" in said
    assert said.endswith("look closely before you accept.")
    assert said_of(kept=(0.63, 0.59)) == "", "less than is called forgetting"
    assert said_of(kept=(0.34, 0.63)) == ""
    assert said_of(kept=(None, None)) == "", "all have a label"
    both = said_of(label("hat", -0.1), kept=(0.63, 0.34))
    assert both.startswith("“hat” is found clearly worse than before, and searches for pictures that you have not")


def test_forgetting_is_said_also_where_labels_cannot_be_compared() -> None:
    assert warning({"kept_neighbours": 0.6}, {"mAP": 0.5, "kept_neighbours": 0.3}, []).startswith("Searches for")
    assert warning(None, {"mAP": 0.5, "kept_neighbours": 0.3}, []) == ""


@pytest.mark.parametrize(
    ("before", "after", "worse"),
    [
        ({"mAP": 0.5}, {"mAP": 0.4}, True),
        ({"mAP": 0.5}, {"mAP": 0.496}, False),
        ({"mAP": 0.5}, {"mAP": 0.6}, False),
        ({"mAP": 0.5, "spread": {"mAP": 0.2}}, {"mAP": 0.4}, False),
        ({"kept_neighbours": 0.5}, {"mAP": 0.4}, False),
        (None, {"mAP": 0.4}, False),
        ({"mAP": 0.5}, None, False),
    ],
)
def test_worse_is_what_the_sentence_calls_worse(before: Figures | None, after: Figures | None, worse: bool) -> None:
    assert is_worse(before, after) is worse
    assert verdict(before, after).startswith("Retrieval got worse") is worse


def test_a_label_that_is_called_anything_stays_on_its_line() -> None:
    said = said_of(label("a\nb" + "c" * 100, -0.1))
    assert "\n" not in said
    assert len(said) < 150
