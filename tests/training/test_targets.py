"""What the labels of the training images say about training."""

import pytest
import torch

from engine.training.targets import Targets


@pytest.mark.parametrize(("with_two", "several"), [(0, False), (2, False), (3, True), (20, True)])
def test_a_few_images_with_several_labels_are_an_exception(with_two: int, several: bool):
    labels_NC = torch.zeros(50, 3, dtype=torch.bool)
    labels_NC[:20, 0] = True  # the other 30 have no label and say nothing
    labels_NC[:with_two, 1] = True
    assert Targets(labels_NC).have_several_labels is several


def test_images_without_any_label_have_not_several():
    assert not Targets(torch.zeros(4, 2, dtype=torch.bool)).have_several_labels
