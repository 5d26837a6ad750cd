"""OrthoHash: J. T. Hoe, K. W. Ng, T. Zhang, C. S. Chan, Y.-Z. Song, T. Xiang, "One Loss for All: Deep Hashing with
a Single Cosine Similarity based Learning Objective", NeurIPS 2021.

Each label y has a fixed binary target o_y; the targets are orthogonal to each other. One loss brings the direction
of the continuous code v = C near its label's target:

    -1/m Σ_i log [exp(s (cos(v_i, o_y) - μ)) / (exp(s (cos(v_i, o_y) - μ)) + Σ_{c ≠ y} exp(s cos(v_i, o_c)))]

with the scale s and the margin μ. The authors' code has s = 8 for 64 bits, √K, and μ = 0.2; here s is √(K/2), which
the hash layers on fixed features learn better from, see the settings. Targets are rows of a Hadamard matrix where
there is one with enough rows, else drawn from a Bernoulli distribution, orthogonal in expectation; both are the
original's. Each row is turned round or not by a draw, which keeps them orthogonal and leaves no bit the same for
all labels. The BatchNorm that the original puts behind its code layer for balanced bits is there for all methods
here.

Several labels to an image: the authors' code takes 1/|y| as the target of each of its labels in the cross-entropy,
and takes the margin off all of them. Images without a label take part in nothing; accepted and rejected pairs say
nothing about labels and are not used. The quantisation error is measured of tanh(C), as for all methods without
bounds.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn.functional import log_softmax, normalize

from engine.baselines.hash_centres import hadamard, turned_round
from engine.baselines.plain_objective import PlainObjective
from engine.baselines.settings import OrthoHashSettings
from engine.training.targets import Targets


class OrthoHash(PlainObjective):
    def __init__(self, settings: OrthoHashSettings, targets: Targets, epochs: int) -> None:
        self._settings = settings
        self._labels_NC = targets.labels_NC.float()
        labels = targets.labels_NC.shape[1]
        self._targets_CK = orthogonal_targets(labels, settings.bits, settings.seed).to(targets.labels_NC.device)

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        return orthohash_loss(
            outputs_mK,
            self._labels_NC[rows_m],
            self._targets_CK,
            self._settings.scale_used,
            self._settings.margin,
        )

    def to(self, device: torch.device | str) -> None:
        self._labels_NC = self._labels_NC.to(device)
        self._targets_CK = self._targets_CK.to(device)


def orthohash_loss(v_mK: Tensor, labels_mC: Tensor, targets_CK: Tensor, scale: float, margin: float) -> Tensor:
    labels_mC = labels_mC.to(v_mK.dtype)
    cosines_mC = normalize(v_mK, dim=1) @ normalize(targets_CK.to(v_mK.dtype), dim=1).T
    log_p_mC = log_softmax(scale * (cosines_mC - margin * labels_mC), dim=1)
    counts_m = labels_mC.sum(dim=1)
    losses_m = -(labels_mC * log_p_mC).sum(dim=1) / counts_m.clamp_min(1)
    return losses_m.sum() / (counts_m > 0).sum().clamp_min(1)


def orthogonal_targets(labels: int, bits: int, seed: int) -> Tensor:
    """A target in {-1, 1}^K for each label; the same for a seed. No two are equal as long as there are enough."""
    random = torch.Generator().manual_seed(seed)
    rows_KK = hadamard(bits)
    if rows_KK is not None and labels <= bits:
        chosen = torch.randperm(bits, generator=random)[:labels]
        return turned_round(rows_KK[chosen], random)
    return _bernoulli(labels, bits, random)


def _bernoulli(labels: int, bits: int, random: torch.Generator) -> Tensor:
    targets_CK = torch.randint(2, (labels, bits), generator=random).float() * 2 - 1
    if labels > 2 ** (bits - 1):
        return targets_CK  # hardly any, or none, would be left to draw
    while True:
        equal_CC = targets_CK @ targets_CK.T == bits
        again_C = equal_CC.tril(diagonal=-1).any(dim=1)
        if not bool(again_C.any()):
            return targets_CK
        targets_CK[again_C] = torch.randint(2, (int(again_C.sum()), bits), generator=random).float() * 2 - 1
