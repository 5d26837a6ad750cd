"""The network that is trained: a backbone (none when features are stored) and the hash layers on top."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm


class HashNetwork(nn.Module):
    """Input -> C(x; a), the K outputs before tanh."""

    def __init__(self, backbone: nn.Module | None, layers: nn.Sequential) -> None:
        super().__init__()
        self.backbone = backbone if backbone is not None else nn.Identity()
        self.layers = layers

    def forward(self, inputs: Tensor) -> Tensor:
        outputs: Tensor = self.layers(self.backbone(inputs))
        return outputs

    def rates(self, backbone_rate: float) -> list[float]:
        """For each parameter, in order, its share of the learning rate."""
        return [backbone_rate if name.startswith("backbone.") else 1.0 for name, _ in self.named_parameters()]


def hash_layers(dimensions: int, hidden: int, bits: int, seed: int) -> nn.Sequential:
    """Linear - BatchNorm - ELU - Linear - BatchNorm, with Kaiming's initialisation."""
    layers = nn.Sequential(
        nn.Linear(dimensions, hidden),
        nn.BatchNorm1d(hidden),
        nn.ELU(),
        nn.Linear(hidden, bits),
        nn.BatchNorm1d(bits),
    )
    random = torch.Generator().manual_seed(seed)
    for layer in layers:
        if isinstance(layer, nn.Linear):
            nn.init.kaiming_normal_(layer.weight, generator=random)
            nn.init.zeros_(layer.bias)
    return layers


@contextmanager
def statistics_kept(network: nn.Module) -> Iterator[None]:
    """Within it BatchNorm normalises by the batch as in training, but its running statistics do not move."""
    tracking = [m for m in network.modules() if isinstance(m, _BatchNorm) and m.track_running_stats]
    for module in tracking:
        module.track_running_stats = False
    try:
        yield
    finally:
        for module in tracking:
            module.track_running_stats = True


@contextmanager
def evaluating(network: nn.Module) -> Iterator[None]:
    """Within it the network is in evaluation mode and no gradient is recorded."""
    was_training = network.training
    network.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        network.train(was_training)
