"""HashNet: Z. Cao, M. Long, J. Wang, P. S. Yu, "HashNet: Deep Learning to Hash by Continuation", ICCV 2017.

Weighted maximum likelihood, with h = tanh(β C):

    Σ_ij w_ij [log(1 + exp(α⟨h_i, h_j⟩)) - s_ij α⟨h_i, h_j⟩]
    w_ij = c_ij |S|/|S₁| for similar and |S|/|S₀| for dissimilar pairs

The weights make similar and dissimilar pairs count the same; here they are half as large and their ratio is capped.
c_ij = |y_i ∩ y_j| / |y_i ∪ y_j| for similar pairs that share labels, else 1; with a single label it is always 1.

Continuation (its algorithm 1): β grows in stages, each starting where the last ended, from 1 to infinity; here over
equal parts of the run and in equal ratios up to the setting `continuation`, since tanh(10 C) is the sign for nearly
all outputs. α is 10/K in the authors' code. Codes are sign(C) at any stage, so the best iterate may come from any;
its β is kept with it.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from engine.baselines.pair_objective import PairObjective, pair_likelihood
from engine.baselines.settings import HashNetSettings
from engine.training.targets import Targets


class HashNet(PairObjective):
    def __init__(self, settings: HashNetSettings, targets: Targets, epochs: int) -> None:
        super().__init__(settings, targets)
        self._settings = settings
        self._epochs = epochs
        self._labels_NC = targets.labels_NC.float()

    def begin_epoch(self, epoch: int, all_outputs: Callable[[], Tensor]) -> bool:
        before = self.slope
        self.slope = slope_of(epoch, self._epochs, self._settings.stages, self._settings.continuation)
        return epoch > 0 and self.slope != before

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        s_mm, w_mm = self._pairs.of(rows_m)
        w_mm = w_mm * label_overlap(self._labels_NC[rows_m], s_mm)
        return hashnet_loss(self.codes(outputs_mK), s_mm, w_mm, self._settings.alpha_used)

    def to(self, device: torch.device | str) -> None:
        super().to(device)
        self._labels_NC = self._labels_NC.to(device)


def hashnet_loss(h_mK: Tensor, s_mm: Tensor, w_mm: Tensor, alpha: float) -> Tensor:
    return pair_likelihood(alpha * (h_mK @ h_mK.T), s_mm, w_mm)


def label_overlap(labels_mC: Tensor, s_mm: Tensor) -> Tensor:
    """c_ij. A pair that was accepted without a common label counts whole, as dissimilar ones do."""
    shared_mm = labels_mC @ labels_mC.T
    counts_m = labels_mC.sum(dim=1)
    union_mm = counts_m[:, None] + counts_m[None, :] - shared_mm
    graded_mm = (s_mm > 0) & (shared_mm > 0)
    return torch.where(graded_mm, shared_mm / union_mm.clamp_min(1), 1.0)


def slope_of(epoch: int, epochs: int, stages: int, last: float) -> float:
    """β of an epoch: 1 in the first stage, `last` in the last one."""
    stages = min(stages, epochs)
    if stages == 1:
        return last
    stage = epoch * stages // epochs
    return float(last ** (stage / (stages - 1)))
