"""What is said about data before the first training: that nothing can be measured on them, and what is left out."""

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.data.split import Part, Split
from engine.experiments.preparing import _check_measurable, _remark

TRAIN = [[1, 0, 0], [0, 1, 0], [0, 1, 1]]
EITHER = [[1, 0, 0]]


def part(labels: list[list[int]]) -> Part:
    return Part(np.zeros((len(labels), 2), np.float32), np.array(labels, np.bool_))


def test_pictures_with_something_to_find_and_something_to_leave_can_be_measured():
    _check_measurable(Split(part(TRAIN), part(EITHER), part([[0, 0, 0], [0, 0, 1]])))


@pytest.mark.parametrize(
    ("valid", "test", "words"),
    [
        ([[0, 0, 0]], EITHER, "No picture to validate with shares a label"),
        (EITHER, [[0, 0, 0], [0, 0, 0]], "No picture to search for shares a label"),
        ([[1, 1, 0]], EITHER, "All pictures to validate with share a label with all training pictures"),
        (EITHER, [[1, 1, 0], [1, 1, 1]], "All pictures to search for share a label"),
    ],
)
def test_what_could_not_be_measured_is_said_before_it_is_trained(
    valid: list[list[int]], test: list[list[int]], words: str
):
    with pytest.raises(UserError, match=words):
        _check_measurable(Split(part(TRAIN), part(valid), part(test)))


def test_what_is_left_out_is_said():
    assert _remark(0, 0) == ""
    assert _remark(1, 0) == "One picture could not be read and is left out."
    assert _remark(1200, 2) == (
        "1,200 pictures could not be read and are left out. 2 pictures to validate with or to search for are left "
        "out: the same are in another part."
    )
