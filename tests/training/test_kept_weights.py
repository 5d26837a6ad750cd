"""The weights of the best epoch, also where memory runs out while they are kept."""

import torch
from torch import nn

from engine.training.kept_weights import KeptWeights


def test_the_best_is_the_best_however_often_it_is_asked():
    kept = KeptWeights()
    assert kept.is_better(0.5)
    assert kept.is_better(0.5), "it was not noted yet: the weights could not be kept"
    kept.note(0.5)
    assert not kept.is_better(0.5)
    assert kept.is_better(0.6)
    kept.note(0.4)
    kept.note(0.5)
    assert kept.stale == 2
    kept.note(0.7)
    assert kept.stale == 0


def test_what_is_kept_comes_back_with_its_values():
    network, other = nn.Linear(2, 2), nn.Linear(2, 2)
    kept, again = KeptWeights(), KeptWeights()
    assert not kept.put_back(network)
    kept.note(0.5)
    kept.note(0.3)
    kept.keep(network, 2.0)
    expected = network.weight.detach().clone()
    with torch.no_grad():
        network.weight.zero_()
    again.load(kept.tensors, kept.values())
    assert again.put_back(other)
    assert torch.equal(other.weight, expected)
    assert (again.slope, again.stale) == (2.0, 1)
    assert not again.is_better(0.5)
