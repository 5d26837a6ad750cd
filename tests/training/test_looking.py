"""What a backbone sees: all pictures in order, in pieces that fit into memory, and a sentence where none does."""

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from engine.errors import UserError
from engine.progress import finish
from engine.training.inputs import FeatureInputs
from engine.training.looking import LOOK, seen
from engine.training.network import HashNetwork

PICTURES_ND = torch.arange(3 * LOOK * 2, dtype=torch.float32).reshape(-1, 2)


class SmallMemory(nn.Module):
    """A backbone that cannot take more than `most` pictures at once."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def forward(self, inputs: Tensor) -> Tensor:
        if len(inputs) > self.most:
            raise torch.OutOfMemoryError("as on a small GPU")
        return 2 * inputs


@pytest.mark.parametrize("most", [1000, 7, 1])
def test_all_pictures_are_seen_in_pieces_that_fit(most: int):
    network = HashNetwork(SmallMemory(most), nn.Sequential()).train()
    seen_ND = finish(seen(network, FeatureInputs(PICTURES_ND, "cpu")))
    np.testing.assert_array_equal(seen_ND, 2 * PICTURES_ND.numpy())
    assert seen_ND.dtype == np.float32
    assert network.training, "as it was before"


def test_too_little_memory_for_one_picture_is_a_sentence():
    network = HashNetwork(SmallMemory(0), nn.Sequential())
    with pytest.raises(UserError, match="a single picture"):
        finish(seen(network, FeatureInputs(PICTURES_ND, "cpu")))
