"""What a training will learn from, in sentences."""

from dataclasses import replace

import pytest

from engine.learning.examples import MOST_IMAGES
from gui.training.material import LibraryMaterial, Reach
from gui.training.material_text import expectations, left_out_text, remark_on, summary_of

PLENTY = LibraryMaterial({"a": 500, "b": 700}, {}, 1200, 240, 0)


def test_the_summary_is_a_sentence() -> None:
    material = LibraryMaterial({"a": 5, "b": 7}, {}, 12, 3, 1)
    assert summary_of(material) == (
        "12 labelled pictures in 2 labels; 3 of them held out to measure the result; 1 accepted or rejected pair."
    )


@pytest.mark.parametrize(
    ("others", "reach", "sentence"),
    [
        (0, Reach.LIBRARY, ""),
        (1, Reach.LIBRARY, " The 1 other picture of the library is learned from, too: what it looks like."),
        (
            9000,
            Reach.LIBRARY,
            " The 9,000 other pictures of the library are learned from, too: what they look like.",
        ),
        (
            MOST_IMAGES,
            Reach.LIBRARY,
            " 48,800 of the 50,000 other pictures of the library are learned from, too: what they look like.",
        ),
        (
            9000,
            Reach.SOME,
            " Some of the other pictures of the library are learned from, too: what they look like.",
        ),
        (9000, Reach.LABELS, " The 9,000 other pictures of the library are not learned from."),
        (0, Reach.LABELS, ""),
    ],
)
def test_it_says_what_is_done_with_images_that_nobody_labelled(others: int, reach: Reach, sentence: str) -> None:
    begins = "1,200 labelled pictures in 2 labels; 240 of them held out to measure the result."
    assert summary_of(replace(PLENTY, others=others), reach) == begins + sentence


def test_labels_that_are_left_out_are_named_with_what_they_lack() -> None:
    assert left_out_text(PLENTY) == ""
    many = LibraryMaterial({}, {str(n): n % 4 for n in range(7)}, 0, 0, 0)
    assert left_out_text(many) == (
        "“0” has 0 pictures, “1” has 1 picture, “2” has 2 pictures, “3” has 3 pictures, “4” has 0 pictures, "
        "2 other labels have too few. A label needs at least 4 pictures to be learned, so they are left out."
    )
    assert [remark_on(count) for count in (3, 4, 9, 10)] == [
        "too few: needs 1 more",
        "few: expect little",
        "few: expect little",
        "",
    ]


def test_of_plenty_of_labels_nothing_is_doubted() -> None:
    assert expectations(replace(PLENTY, others=9000)) == []


@pytest.mark.parametrize(
    ("change", "sentences"),
    [
        (
            {"label_counts": {"a": 9, "b": 700}},
            ["“a” has fewer than 10 pictures: with so few, expect little beyond what the library looks like."],
        ),
        (
            {"label_counts": {"a": 9, "b": 8, "c": 10}},
            [
                "“a” and “b” have fewer than 10 pictures: with so few, expect little beyond what the library looks "
                "like."
            ],
        ),
        (
            {"label_counts": dict.fromkeys("abcdefg", 9) | {"z": 50}},
            [
                "“a”, “b”, “c”, “d”, “e” and 2 more have fewer than 10 pictures: with so few, expect little beyond "
                "what the library looks like."
            ],
        ),
        (
            {"label_counts": {"a": 9, "b": 8}},
            ["No label has 10 pictures yet: with so few, expect little beyond what the library looks like."],
        ),
        (
            {"held_out": 39},
            [
                "With 39 held-out pictures the figures vary by chance; Quick takes them on 3 splits, with their "
                "spread (±)."
            ],
        ),
        ({"held_out": 40}, []),
        ({"held_out": 0}, ["No picture can be held out, so the result cannot be measured."]),
        (
            {"not_asked_for": ("burst",)},
            ["“burst” cannot be measured, because none of its pictures is held out."],
        ),
        (
            {"not_asked_for": ("burst", "<b>scans</b>")},
            ["“burst” and “<b>scans</b>” cannot be measured, because none of their pictures are held out."],
        ),
        (
            {"only_in": "Holiday 2019"},
            [
                "All labelled pictures lie in the folder “Holiday 2019”: the figures speak for pictures like "
                "those, not for the rest of the library."
            ],
        ),
        ({"refused": "There are none.", "held_out": 0, "only_in": "x"}, []),
    ],
)
def test_what_can_and_cannot_be_expected(change: dict[str, object], sentences: list[str]) -> None:
    assert expectations(replace(PLENTY, **change)) == sentences


def test_learning_from_labels_alone_is_said_to_forget_the_others() -> None:
    forgets = [
        "Learning from labels alone forgets the other pictures: expect searches for what they show to get worse."
    ]
    assert expectations(replace(PLENTY, others=9000), Reach.LABELS) == forgets
    assert expectations(PLENTY, Reach.LABELS) == [], "there are no others"
