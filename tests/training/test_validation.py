"""The figure that validation gives: mAP of queries among training images, by codes."""

import numpy as np
import pytest
import torch

from engine.training.inputs import FeatureInputs
from engine.training.validation import Validation, sample

SIGNS = torch.tensor([[1.0] * 8, [1.0] * 6 + [-1.0] * 2, [1.0] * 4 + [-1.0] * 4, [-1.0] * 8])


def figure(relevant: list[bool], rows: list[int]) -> float:
    """Of a query that equals the first database image and gets farther from each one."""
    labels_NC = np.array([[label, not label] for label in relevant])
    database = FeatureInputs(SIGNS * torch.tensor([3.0, 0.1, 1.0, 2.0])[:, None], "cpu")
    validation = Validation(
        FeatureInputs(SIGNS[:1], "cpu"), np.array([[True, False]]), torch.tensor(rows), labels_NC[rows]
    )
    every = torch.arange(len(validation.queries))
    return validation.mean_average_precision(validation.queries.plain(every), database.plain(torch.tensor(rows)))


def test_the_figure_is_the_average_precision_of_the_codes_order():
    assert figure([True, False, True, False], [0, 1, 2, 3]) == pytest.approx((1 / 1 + 2 / 3) / 2)
    assert figure([False, False, False, True], [0, 1, 2, 3]) == pytest.approx(1 / 4)


def test_only_the_chosen_rows_are_looked_among():
    assert figure([True, False, True, False], [3, 2, 0]) == pytest.approx(1.0)


def test_a_sample_is_sorted_repeatable_and_not_larger_than_asked_for():
    assert sample(5, 10, 1).tolist() == [0, 1, 2, 3, 4]
    chosen = sample(1000, 40, 7)
    assert chosen.tolist() == sorted(set(chosen.tolist()))
    assert len(chosen) == 40
    assert torch.equal(chosen, sample(1000, 40, 7))
    assert not torch.equal(chosen, sample(1000, 40, 8))
    assert int(chosen.max()) < 1000
