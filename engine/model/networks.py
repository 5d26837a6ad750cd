"""Backbones as torch networks, x_NCHW -> features: with random weights, with published ones, and as they are tuned.

What can be tuned: AlexNet and ResNet-50 with ELU for ReLU, as the paper's smoothness assumption wants it, AlexNet
with BatchNorm after each layer besides. EfficientNet-Lite0 stays as it is: its activation is ReLU6, the clip at 6
is part of what its weights learned, and an ELU in its place would throw them away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import BugError, UserError
from engine.model import efficientnet_lite0, torchvision_networks
from engine.model.backbone_spec import ALEXNET, EFFICIENTNET_LITE0, GIST, KNOWN, RESNET50, Backbone
from engine.needed_packages import need_torch
from engine.sentences import said

if TYPE_CHECKING:
    import torch


def build_network(architecture: str) -> torch.nn.Module:
    """The network with random weights."""
    need_torch()
    if architecture == EFFICIENTNET_LITE0.name:
        return efficientnet_lite0.build()
    if architecture == GIST.name:
        return _gist()
    return torchvision_networks.build(architecture)


def pretrained_network(backbone: Backbone) -> torch.nn.Module:
    """The network of a plain backbone with its published weights."""
    need_torch()
    if backbone.network == EFFICIENTNET_LITE0.name:
        return efficientnet_lite0.load()
    if backbone.network == GIST.name:
        return _gist()
    if not backbone.weights or backbone.tuned_id is not None:
        raise BugError(f"there are no weights for the backbone {backbone.name!r}")
    return torchvision_networks.load(backbone)


def _gist() -> torch.nn.Module:
    from engine.model.gist import Gist

    return Gist(GIST.side)


def build_trainable(architecture: str) -> torch.nn.Module:
    """The network as it is tuned, with random weights; ready to train."""
    _must_be_trainable(architecture)
    return _made_trainable(architecture, build_network(architecture))


def build_outline(architecture: str) -> torch.nn.Module:
    """The same with shapes alone, in the place of weights: nothing is drawn for what will be replaced anyway."""
    need_torch()
    import torch

    with torch.device("meta"):
        return build_trainable(architecture)


def trainable_network(architecture: str) -> torch.nn.Module:
    """The network as it is tuned, with the published weights where a layer has them; ready to train."""
    _must_be_trainable(architecture)
    return _made_trainable(architecture, pretrained_network(KNOWN[architecture]))


def _must_be_trainable(architecture: str) -> None:
    if architecture not in KNOWN:
        raise UserError(
            said(
                "The backbone {architecture!r} can be used as it is, but not be fine-tuned; {known} can.",
                architecture=architecture,
                known=", ".join(sorted(KNOWN)),
            )
        )


def _made_trainable(architecture: str, network: torch.nn.Module) -> torch.nn.Module:
    if architecture == ALEXNET.name:
        _put_normalised_elu(network)
    elif architecture == RESNET50.name:
        _put_elu(network)
    return network.train()


def _put_elu(network: torch.nn.Module) -> None:
    """An ELU for each ReLU. A bottleneck calls its one module three times, which an ELU suffers as well; and where
    ReLU worked in place so may ELU, whose gradient can be had from its result."""
    import torch

    for name, relu in list(network.named_modules()):
        if isinstance(relu, torch.nn.ReLU):
            network.set_submodule(name, torch.nn.ELU(inplace=relu.inplace))


def _put_normalised_elu(network: torch.nn.Module) -> None:
    """BatchNorm and ELU in the place of each ReLU; so all layers with weights keep their names."""
    import torch

    width, is_linear = 0, False
    for name, layer in list(network.named_modules()):
        if isinstance(layer, torch.nn.Conv2d):
            width, is_linear = layer.out_channels, False
        elif isinstance(layer, torch.nn.Linear):
            width, is_linear = layer.out_features, True
        elif isinstance(layer, torch.nn.ReLU):
            norm = torch.nn.BatchNorm1d(width) if is_linear else torch.nn.BatchNorm2d(width)
            elu = torch.nn.ELU(inplace=layer.inplace)
            network.set_submodule(name, torch.nn.Sequential(norm, elu))
