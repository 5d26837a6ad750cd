"""The networks that can be tuned: what stands where, and published weights in the right places."""

from collections import Counter
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.nn.functional import conv2d, linear, max_pool2d

from engine.errors import UserError
from engine.model.backbones import (
    ALEXNET,
    EFFICIENTNET_LITE0,
    RESNET50,
    Backbone,
    build_network,
    build_trainable,
    load_network,
    trainable_network,
)
from engine.model.efficientnet_lite0 import load as load_efficientnet

ONLY_SHAPES = torch.device("meta")  # what is made there has no numbers, and takes no time
FILES = {"alexnet": "alexnet-owt-7be5be79.pth", "resnet50": "resnet50-0676ba61.pth"}

CONVOLUTIONS = [(0, 4, 2, True), (3, 1, 2, True), (6, 1, 1, False), (8, 1, 1, False), (10, 1, 1, True)]


def counted(network: nn.Module) -> Counter[str]:
    return Counter(type(module).__name__ for module in network.modules())


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory):
    """What lies in torch's cache after a download, but with random weights: those of AlexNet and ResNet-50."""
    from torchvision import models  # not while tests are collected: it takes seconds, in each process

    folder = tmp_path_factory.mktemp("torch_home")
    checkpoints = folder / "hub" / "checkpoints"
    checkpoints.mkdir(parents=True)
    torch.manual_seed(1)
    states = {
        "alexnet": models.alexnet().state_dict(),
        "resnet50": resnet_with_statistics().state_dict(),
    }
    for name, state in states.items():
        torch.save(state, checkpoints / FILES[name])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORCH_HOME", str(folder))
        yield states


def resnet_with_statistics() -> nn.Module:
    from torchvision import models

    network = models.resnet50()
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.normal_()
            module.running_var.uniform_(0.5, 2.0)
    return network


@pytest.mark.parametrize("known", [ALEXNET, RESNET50, EFFICIENTNET_LITE0], ids=lambda known: known.name)
def test_each_network_gives_features_of_its_size_plain_and_as_it_is_tuned(known: Backbone) -> None:
    with ONLY_SHAPES:
        for network in (build_network(known.name).eval(), build_trainable(known.name).eval()):
            features = network(torch.empty(2, 3, known.side, known.side))
            assert features.shape == (2, known.dimensions)


def test_alexnet_is_tuned_with_batch_norm_and_elu_after_each_layer() -> None:
    with ONLY_SHAPES:
        network = build_trainable("alexnet")
    count = counted(network)
    assert network.training
    assert (count["ELU"], count["ReLU"], count["BatchNorm2d"], count["BatchNorm1d"]) == (7, 0, 5, 2)
    order = [type(m).__name__ for m in network.modules() if isinstance(m, (nn.Conv2d, nn.Linear, nn.ELU))]
    assert order == ["Conv2d", "ELU"] * 5 + ["Linear", "ELU"] * 2


def test_alexnet_as_it_is_tuned_computes_what_its_layers_say_one_by_one() -> None:
    torch.manual_seed(2)
    network = build_trainable("alexnet").eval()
    for module in network.modules():
        if isinstance(module, (nn.BatchNorm1d, nn.BatchNorm2d)):
            module.running_mean.normal_()
            module.running_var.uniform_(0.5, 2.0)
    w = network.state_dict()

    def normalised_elu(x: torch.Tensor, at: str) -> torch.Tensor:
        shape = (1, -1, 1, 1) if x.ndim == 4 else (1, -1)
        mean, var = w[f"{at}.0.running_mean"].view(shape), w[f"{at}.0.running_var"].view(shape)
        x = (x - mean) / torch.sqrt(var + 1e-5) * w[f"{at}.0.weight"].view(shape) + w[f"{at}.0.bias"].view(shape)
        return torch.where(x > 0, x, torch.exp(x) - 1)

    x = given = torch.randn(2, 3, 224, 224)
    for conv, stride, padding, pooled in CONVOLUTIONS:
        x = conv2d(x, w[f"features.{conv}.weight"], w[f"features.{conv}.bias"], stride, padding)
        x = normalised_elu(x, f"features.{conv + 1}")
        x = max_pool2d(x, 3, 2) if pooled else x
    x = x.flatten(1)
    for layer in (1, 4):
        x = linear(x, w[f"classifier.{layer}.weight"], w[f"classifier.{layer}.bias"])
        x = normalised_elu(x, f"classifier.{layer + 1}")
    with torch.inference_mode():
        torch.testing.assert_close(network(given), x, atol=1e-4, rtol=1e-4)


def test_resnet_is_tuned_with_elu_for_each_relu_and_nothing_else() -> None:
    with ONLY_SHAPES:
        plain, network = build_network("resnet50"), build_trainable("resnet50")
    before, after = counted(plain), counted(network)
    assert (before["ReLU"], after["ELU"], after["ReLU"]) == (17, 17, 0)
    assert before["BatchNorm2d"] == after["BatchNorm2d"] == 53
    assert plain.state_dict().keys() == network.state_dict().keys()


def test_the_gradients_of_resnets_elus_in_place_are_those_of_elus_that_keep_their_input() -> None:
    torch.manual_seed(5)
    network = build_trainable("resnet50").eval().double()
    x = torch.randn(1, 3, 40, 40, dtype=torch.float64)

    def gradients() -> list[torch.Tensor]:
        return list(torch.autograd.grad(network(x).square().sum(), list(network.parameters())))

    in_place = gradients()
    for module in network.modules():
        if isinstance(module, nn.ELU):
            assert module.inplace
            module.inplace = False
    for mine, plain in zip(in_place, gradients(), strict=True):
        torch.testing.assert_close(mine, plain, rtol=1e-6, atol=1e-6 * float(plain.abs().max()))


def test_efficientnet_is_tuned_as_it_is_with_its_own_activation_and_weights() -> None:
    network = trainable_network("efficientnet_lite0")
    assert network.training
    count = counted(network)
    assert count["ReLU6"] > 0
    assert count["ELU"] == 0
    for name, weight in load_efficientnet().state_dict().items():
        assert torch.equal(network.state_dict()[name], weight), name


@pytest.mark.parametrize("known", [ALEXNET, RESNET50], ids=lambda known: known.name)
def test_published_weights_come_to_lie_under_their_own_names(known: Backbone, published) -> None:
    state = published[known.name]
    classifier = "classifier.6." if known is ALEXNET else "fc."
    network = trainable_network(known.name)
    own = network.state_dict()
    for name, weight in state.items():
        if not name.startswith(classifier):
            assert torch.equal(own[name], weight), name
    new = own.keys() - state.keys()
    norms = {id(m) for m in network.modules() if isinstance(m, (nn.BatchNorm1d, nn.BatchNorm2d))}
    assert all(id(network.get_submodule(name.rpartition(".")[0])) in norms for name in new)
    assert len(new) == (7 * 5 if known is ALEXNET else 0)


@pytest.mark.parametrize("known", [ALEXNET, RESNET50], ids=lambda known: known.name)
def test_the_frozen_network_gives_what_the_classifiers_last_layer_is_given(known: Backbone, published) -> None:
    from torchvision import models

    classifier = models.get_model(known.name)
    classifier.load_state_dict(published[known.name])
    classifier.eval()
    network = load_network(known)
    assert not network.training
    last = classifier.classifier[6] if known is ALEXNET else classifier.fc
    x = torch.randn(2, 3, 224, 224)
    with torch.inference_mode():
        torch.testing.assert_close(last(network(x)), classifier(x))


def test_a_damaged_file_in_torchs_cache_is_one_sentence_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TORCH_HOME", str(tmp_path))
    damaged = tmp_path / "hub" / "checkpoints" / FILES["resnet50"]
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"half of a download")
    with pytest.raises(UserError, match=f"resnet50 in {damaged} are damaged; please delete that file"):
        load_network(RESNET50)


def test_only_the_known_ones_can_be_tuned() -> None:
    with pytest.raises(UserError, match="'resnet18' can be used as it is, but not be fine-tuned"):
        trainable_network("resnet18")
