"""DNNH: H. Lai, Y. Pan, Y. Liu, S. Yan, "Simultaneous Feature Learning and Hash Coding with Deep Neural Networks",
CVPR 2015.

The relaxed triplet ranking loss of relaxed codes F in [0, 1]^K, an image I, one more similar I⁺ and one less
similar I⁻:

    Σ max(0, μ - ‖F(I) - F(I⁻)‖² + ‖F(I) - F(I⁺)‖²)

with the margin μ = 1 in the original; one bit says little about codes of 64, so that here it grows with K. The
divide-and-encode module cuts the hidden layer into K slices, each bit sees one of them alone, and a sigmoid s with
a piece-wise threshold makes of it s or, further than ε from 0.5, 0 or 1:

    g(s) = 0 for s < 0.5 - ε,   s for 0.5 - ε <= s <= 0.5 + ε,   1 for s > 0.5 + ε

Its derivative is that of s within and 0 beyond, so that bits which are settled are left alone; ε is open in the
original, a setting here; at its default, 0.5, g(s) = s, which on validation was no worse than a narrower one.
BatchNorm stands before the sigmoid as in the network of all methods, and holds the outputs where it has a slope.
The hidden layer has the width of the setting `hidden` (50 a bit in the original); slices differ by one in width
where K does not divide it. Which triplets of a batch are taken is said in engine.baselines.triplets; accepted and
rejected pairs take part. Similar is who shares a label, with several labels to an image, too.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from engine.baselines.dsh import squared_distances
from engine.baselines.settings import DnnhSettings
from engine.baselines.triplets import TripletObjective, Triplets
from engine.training.network import hash_layers
from engine.training.targets import Targets


class Dnnh(TripletObjective):
    slope = 0.5  # from [0, 1] to [-1, 1] the sigmoid of C is tanh(C / 2)

    def __init__(self, settings: DnnhSettings, targets: Targets, epochs: int) -> None:
        super().__init__(settings, targets)
        self._settings = settings

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        f_mK = threshold(torch.sigmoid(outputs_mK), self._settings.threshold)
        return ranking_loss(f_mK, self.triplets(rows_m), self._settings.margin_used)

    def codes(self, outputs_NK: Tensor) -> Tensor:
        """From [0, 1] to [-1, 1]."""
        return 2 * threshold(torch.sigmoid(outputs_NK), self._settings.threshold) - 1


def threshold(s: Tensor, half_width: float) -> Tensor:
    """g, the piece-wise threshold function."""
    beyond = (s - 0.5).abs() > half_width
    return torch.where(beyond, (s > 0.5).to(s.dtype), s)


def ranking_loss(f_mK: Tensor, triplets: Triplets, margin: float) -> Tensor:
    """Mean over triplets of the hinge."""
    d_mm = squared_distances(f_mK)
    anchor_P, positive_P, w_Pm = triplets
    near_P = d_mm[anchor_P, positive_P]
    return (w_Pm * (margin + near_P[:, None] - d_mm[anchor_P]).clamp_min(0)).sum()


class DividedLinear(nn.Linear):
    """A linear layer of which each output sees its own slice of the inputs.

    The other weights are 0, get no gradient, and so stay 0 under weight decay and every optimiser: `weight` is at
    any time what the layer computes with.
    """

    mask_OI: Tensor

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(inputs, outputs)
        slices = torch.arange(inputs) * outputs // inputs
        mask_OI = (slices[None, :] == torch.arange(outputs)[:, None]).float()
        self.register_buffer("mask_OI", mask_OI, persistent=False)

    def forward(self, input: Tensor) -> Tensor:
        return linear(input, self.weight * self.mask_OI, self.bias)


def divided_hash_layers(dimensions: int, hidden: int, bits: int, seed: int) -> nn.Sequential:
    """As `hash_layers`, with a divided second linear layer; it has at least one hidden unit for each bit."""
    layers = hash_layers(dimensions, max(hidden, bits), bits, seed)
    divided = DividedLinear(max(hidden, bits), bits)
    random = torch.Generator().manual_seed(seed + 1)
    with torch.no_grad():
        fan_in_O1 = divided.mask_OI.sum(dim=1, keepdim=True)
        drawn_OI = torch.randn(divided.weight.shape, generator=random) * (2 / fan_in_O1).sqrt()  # Kaiming's
        divided.weight.copy_(drawn_OI * divided.mask_OI)
        divided.bias.zero_()
    layers[3] = divided
    return layers
