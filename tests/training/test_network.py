"""The network that is trained, and what keeps its statistics and its mode."""

import math

import pytest
import torch
from torch import nn

from engine.training.network import HashNetwork, evaluating, hash_layers, statistics_kept


def network() -> HashNetwork:
    return HashNetwork(
        nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.Flatten()), hash_layers(16, 10, 8, 1)
    )


def pictures(seed: int = 1) -> torch.Tensor:
    return torch.randn(6, 3, 4, 4, generator=torch.Generator().manual_seed(seed))


def test_the_hash_layers_are_those_of_the_paper():
    layers = hash_layers(16, 10, 8, 1)
    assert [type(layer) for layer in layers] == [nn.Linear, nn.BatchNorm1d, nn.ELU, nn.Linear, nn.BatchNorm1d]
    assert [tuple(layers[i].weight.shape) for i in (0, 3)] == [(10, 16), (8, 10)]


def test_the_initialisation_is_kaimings_and_follows_the_seed():
    layers = hash_layers(400, 300, 64, 1)
    assert float(layers[0].weight.detach().std()) == pytest.approx(math.sqrt(2 / 400), rel=0.02)
    assert float(layers[3].weight.detach().std()) == pytest.approx(math.sqrt(2 / 300), rel=0.03)
    assert not layers[0].bias.any()
    torch.manual_seed(99)
    again, other = hash_layers(400, 300, 64, 1), hash_layers(400, 300, 64, 2)
    assert torch.equal(layers[3].weight, again[3].weight)
    assert not torch.equal(layers[0].weight, other[0].weight)


def test_only_the_backbones_parameters_have_its_rate():
    made = network()
    rates = dict(zip([name for name, _ in made.named_parameters()], made.rates(0.1), strict=True))
    assert {name for name, rate in rates.items() if rate == 0.1} == {n for n in rates if n.startswith("backbone.")}
    assert {rate for name, rate in rates.items() if name.startswith("layers.")} == {1.0}
    assert HashNetwork(None, hash_layers(4, 8, 8, 1)).rates(0.1) == [1.0] * 8


def test_without_a_backbone_features_go_straight_into_the_hash_layers():
    layers = hash_layers(4, 8, 8, 1)
    x = torch.randn(5, 4)
    assert torch.equal(HashNetwork(None, layers).eval()(x), layers(x))


def test_statistics_that_are_kept_do_not_move_but_the_batch_still_normalises():
    made = network().train()
    made(pictures(2))
    before = {name: value.clone() for name, value in made.state_dict().items()}
    with statistics_kept(made):
        kept = made(pictures())
    assert all(torch.equal(value, before[name]) for name, value in made.state_dict().items())
    assert torch.equal(made(pictures()), kept)  # the same outputs as in training
    assert not torch.equal(made.state_dict()["backbone.1.running_mean"], before["backbone.1.running_mean"])


def test_statistics_move_again_also_after_an_error():
    made = network().train()
    with pytest.raises(RuntimeError), statistics_kept(made):
        raise RuntimeError
    made(pictures())
    assert int(made.state_dict()["layers.1.num_batches_tracked"]) == 1


@pytest.mark.parametrize("training", [True, False])
def test_evaluating_records_no_gradient_and_restores_the_mode(training: bool):
    made = network().train(training)
    with evaluating(made):
        assert not made.layers.training
        assert not made(pictures()).requires_grad
    assert made.training == made.layers.training == training
    assert made(pictures()).requires_grad


def test_a_backbone_that_keeps_its_statistics_normalises_by_them_also_while_it_is_trained():
    def network(keep: bool) -> HashNetwork:
        torch.manual_seed(0)
        backbone = nn.Sequential(nn.Linear(6, 5), nn.BatchNorm1d(5))
        return HashNetwork(backbone, hash_layers(5, 8, 8, 0), keep).train()

    x_mD = torch.randn(12, 6, generator=torch.Generator().manual_seed(1)) * 3 + 1
    for keep in (True, False):
        made = network(keep)
        norm = made.backbone[1]
        made(x_mD)
        assert (norm.running_mean == 0).all() == keep, "its statistics move only when they are not kept"
        assert made.layers[1].training
        assert norm.training is not keep
        assert norm.weight.requires_grad
        made.eval()
        made.train()
        assert norm.training is not keep
