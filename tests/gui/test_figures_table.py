"""How the difference of two figures is written."""

import pytest

from gui.training.figures_table import NOTHING, change_text


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (0.5, 0.75, "▲ +0.250"),
        (0.75, 0.5, "▼ -0.250"),
        (0.5, 0.5, "= 0.000"),
        (0.7032, 0.7028, "= 0.000"),  # no arrow at a difference that is not shown
        (0.7, 0.7006, "▲ +0.001"),
    ],
)
def test_an_arrow_says_which_way_what_is_shown_has_changed(before: float, after: float, text: str):
    assert change_text({"mAP": before}, {"mAP": after}, "mAP") == text


def test_what_was_not_measured_has_no_difference():
    assert change_text(None, {"mAP": 0.5}, "mAP") == NOTHING
    assert change_text({"mAP": None}, {"mAP": 0.5}, "mAP") == NOTHING
