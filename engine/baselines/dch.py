"""DCH: Y. Cao, M. Long, B. Liu, J. Wang, "Deep Cauchy Hashing for Hamming Space Retrieval", CVPR 2018.

The probability that a pair is similar is γ/(γ + d_ij): it falls fastest near d = 0, where searches within a radius
look. With h = tanh(C) and d(h_i, h_j) = K/2 (1 - cos(h_i, h_j)):

    Σ_ij w_ij [s_ij log(d_ij/γ) + log(1 + γ/d_ij)] + λ Σ_i log(1 + d(|h_i|, 1)/γ)

w_ij is |S|/|S₁| for similar and |S|/|S₀| for dissimilar pairs; here half of it, the ratio capped. Both sums are
means. The bracket is log(1 + d/γ) - (1 - s) log(d/γ), which is finite for similar pairs at d = 0; for dissimilar
ones 1 - cos is kept above 1e-6, where rounding takes over and the gradient says nothing any more.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn.functional import normalize

from engine.baselines.pair_objective import PairObjective, mean_over_pairs
from engine.baselines.settings import DchSettings
from engine.training.targets import Targets

SMALLEST = 1e-6  # of 1 - cos, about what float32 tells from 0


class Dch(PairObjective):
    def __init__(self, settings: DchSettings, targets: Targets, epochs: int) -> None:
        super().__init__(settings, targets)
        self._settings = settings

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        s_mm, w_mm = self._pairs.of(rows_m)
        h_mK = torch.tanh(outputs_mK)
        return dch_loss(h_mK, s_mm, w_mm, self._settings.scale, self._settings.regularisation)


def dch_loss(h_mK: Tensor, s_mm: Tensor, w_mm: Tensor, scale: float, regularisation: float) -> Tensor:
    return cauchy_cross_entropy(h_mK, s_mm, w_mm, scale) + regularisation * cauchy_quantisation(h_mK, scale)


def cauchy_cross_entropy(h_mK: Tensor, s_mm: Tensor, w_mm: Tensor, scale: float) -> Tensor:
    directions_mK = normalize(h_mK, dim=1)
    d_mm = _distance(directions_mK @ directions_mK.T, h_mK.shape[1]) / scale
    return mean_over_pairs(torch.log1p(d_mm) - (1 - s_mm) * torch.log(d_mm), w_mm)


def cauchy_quantisation(h_mK: Tensor, scale: float) -> Tensor:
    """Mean over images of log(1 + d(|h|, 1)/γ)."""
    bits = h_mK.shape[1]
    cosine_m = normalize(h_mK, dim=1).abs().sum(dim=1) / bits**0.5
    return torch.log1p(_distance(cosine_m, bits) / scale).mean()


def _distance(cosine: Tensor, bits: int) -> Tensor:
    """d = K/2 (1 - cos), the Hamming distance where both are codes."""
    return bits / 2 * (1 - cosine).clamp_min(SMALLEST)
