"""The network that is trained: a backbone (none when features are stored) and the hash layers on top."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm

from engine.arrays import Vectors
from engine.model.layered_hash import BatchNorm, LayeredHash, Linear, fold

PIECE = 4  # pictures that go through a whole network on the CPU at once


class HashNetwork(nn.Module):
    """Input -> C(x; a), the K outputs before tanh."""

    def __init__(
        self,
        backbone: nn.Module | None,
        layers: nn.Sequential,
        keep_statistics: bool = False,
        piece: int = PIECE,
    ) -> None:
        """`keep_statistics`: the backbone's BatchNorm normalises as it was trained to, not by our small batches.
        `piece`: how many pictures go through it on a CPU at once."""
        super().__init__()
        self._keep_statistics = keep_statistics
        self._piece = piece
        self.backbone = backbone if backbone is not None else nn.Identity()
        self.layers = layers

    def forward(self, inputs: Tensor) -> Tensor:
        outputs: Tensor = self.layers(self.backbone(inputs))
        return outputs

    @property
    def device(self) -> torch.device:
        return next(self.parameters(), torch.empty(0)).device

    def train(self, mode: bool = True) -> HashNetwork:
        super().train(mode)
        if self._keep_statistics:
            for module in self.backbone.modules():
                if isinstance(module, _BatchNorm):
                    module.eval()
        return self

    def rows_at_once(self, most: int) -> int:
        """How many of `most` rows shall go through it between two moments at which a cancel is heard.

        On a CPU a backbone takes few at a time for well below a second, and in all a whole network less than for
        many at once.
        """
        weights = next(self.backbone.parameters(), None)
        return most if weights is None or weights.device.type != "cpu" else min(most, self._piece)

    def looks_at_each_alone(self) -> bool:
        """The backbone sees the same in a row whatever others are beside it: no BatchNorm goes by the batch."""
        return not any(isinstance(module, _BatchNorm) and module.training for module in self.backbone.modules())

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


def folded(layers: nn.Sequential, mean_D: Vectors, slope: float = 1.0) -> LayeredHash:
    """The trained hash layers as a hash function that needs no torch; u is tanh of its outputs."""
    first, first_norm, _, second, second_norm = layers
    last = _norm(second_norm)
    last = last._replace(scale_O=last.scale_O * slope, shift_O=last.shift_O * slope)
    return fold(mean_D, _linear(first), _norm(first_norm), _linear(second), last)


def _linear(layer: nn.Module) -> Linear:
    assert isinstance(layer, nn.Linear)
    return Linear(_numpy(layer.weight), _numpy(layer.bias))


def _norm(layer: nn.Module) -> BatchNorm:
    assert isinstance(layer, nn.BatchNorm1d)
    assert layer.running_mean is not None
    assert layer.running_var is not None
    return BatchNorm(
        _numpy(layer.weight), _numpy(layer.bias), _numpy(layer.running_mean), _numpy(layer.running_var), layer.eps
    )


def _numpy(tensor: Tensor) -> Vectors:
    array: Vectors = tensor.detach().cpu().numpy()
    return array
