"""What the methods that learn from pairs of images share: where pairs come from, and how a sum over them is taken.

The originals sum over the training pairs. Here the pairs of a batch stand for them, and means stand for sums, so
that learning rates do not depend on the batch. An image is no pair with itself: i = j is left out everywhere. (In a
likelihood of inner products that entry would do nothing but reward long outputs; in the distance losses it is 0.)
Terms of single images, such as a quantisation loss, take in every image of the batch, with a label or without.
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn.functional import softplus

from engine.baselines.plain_objective import PlainObjective
from engine.baselines.settings import PairSettings
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets


class PairObjective(PlainObjective):
    """Pairs from labels, accepted and rejected pairs; where the settings say so, balanced by their frequency."""

    def __init__(self, settings: PairSettings, targets: Targets) -> None:
        self._pairs = LabelPairs.chosen(targets, settings)

    def batch_rows(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        return self._pairs.with_companions(rows_m, random)

    def to(self, device: torch.device | str) -> None:
        self._pairs.to(device)


def mean_over_pairs(values_mm: Tensor, w_mm: Tensor) -> Tensor:
    """Σ w_ij v_ij / m(m-1) over i ≠ j. The values on the diagonal must be finite."""
    m = len(values_mm)
    others_mm = 1 - torch.eye(m, dtype=w_mm.dtype, device=w_mm.device)
    return (others_mm * w_mm * values_mm).sum() / max(1, m * (m - 1))


def pair_likelihood(theta_mm: Tensor, s_mm: Tensor, w_mm: Tensor) -> Tensor:
    """Mean over pairs of w_ij [log(1 + exp θ_ij) - s_ij θ_ij], for θ of any size."""
    return mean_over_pairs(softplus(theta_mm) - s_mm * theta_mm, w_mm)
