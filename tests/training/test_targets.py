"""What the labels of the training images say about training."""

import pytest
import torch

from engine.training.targets import Targets


@pytest.mark.parametrize(("with_two", "share"), [(0, 0), (2, 0.1), (3, 0.15), (20, 1)])
def test_the_share_of_images_with_several_labels_is_of_those_that_have_any(with_two: int, share: float):
    labels_NC = torch.zeros(50, 3, dtype=torch.bool)
    labels_NC[:20, 0] = True  # the other 30 have no label and say nothing
    labels_NC[:with_two, 1] = True
    assert Targets(labels_NC).share_with_several == pytest.approx(share)


def test_images_without_any_label_have_not_several():
    assert Targets(torch.zeros(4, 2, dtype=torch.bool)).share_with_several == 0
