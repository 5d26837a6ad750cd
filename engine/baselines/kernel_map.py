"""φ(x) = k(x) - mean k: nearness of features to anchors, for kernel methods, piece by piece over the training rows.

k_a(x) = exp(-‖x - a‖²/σ). The anchors are training images drawn with the seed, and σ is set as a multiple of the
mean squared distance between them. What fits into MOST_HELD is kept; the rest is computed anew in every pass.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from engine.arrays import Vectors
from engine.model.kernel_hash import SMALLEST_WIDTH, KernelHash
from engine.training.inputs import Inputs

PIECE = 1024  # rows
MOST_HELD = 1 << 29  # bytes of φ


class KernelMap:
    """φ of the training rows. Use it after `prepare` has ended."""

    def __init__(self, inputs: Inputs, rows: Tensor, anchors: int, width: float, seed: int) -> None:
        self._inputs = inputs
        self._rows = rows
        # Not the seed itself, which others draw with, too: were the images that validation searches among mostly
        # anchors, whose codes are the surest, its figure would be too good by a hundredth.
        random = torch.Generator().manual_seed((seed * 1_000_003 + 7919) % 2**62)
        self._anchor_rows = rows[torch.randperm(len(rows), generator=random)[:anchors].sort().values]
        self._width_factor = width
        self._held: list[Tensor] = []

    def prepare(self) -> Iterator[int]:
        """The anchors, σ, the mean and ΦᵀΦ; says how many of twice the rows are done."""
        self._anchors_AD = torch.cat([self._inputs.plain(part) for part in torch.split(self._anchor_rows, PIECE)])
        self._centre_D = self._anchors_AD.mean(dim=0)
        self._near_AD = self._anchors_AD - self._centre_D
        self._width = max(SMALLEST_WIDTH, self._width_factor * (mean_squared_distance(self._near_AD) or 1.0))
        anchors = len(self._anchors_AD)
        self._mean_A = torch.zeros(anchors)
        total_A = torch.zeros(anchors, dtype=torch.float64)
        self._held = []
        for rows, kernel_mA in self.pieces():
            total_A += kernel_mA.sum(dim=0, dtype=torch.float64)
            if 4 * anchors * rows.stop <= MOST_HELD:
                self._held.append(kernel_mA)
            yield rows.stop
        self._mean_A = (total_A / len(self._rows)).float()
        for kernel_mA in self._held:
            kernel_mA -= self._mean_A
        self.gram_AA = torch.zeros(anchors, anchors, dtype=torch.float64)
        for rows, phi_mA in self.pieces():
            self.gram_AA += phi_mA.T @ phi_mA
            yield len(self._rows) + rows.stop

    def pieces(self) -> Iterator[tuple[slice, Tensor]]:
        """φ of the training rows, some at a time, with the places that these have among the rows."""
        held = list(self._held)
        for number, start in enumerate(range(0, len(self._rows), PIECE)):
            rows = slice(start, min(start + PIECE, len(self._rows)))
            yield rows, held[number] if number < len(held) else self.of(self._inputs.plain(self._rows[rows]))

    def of(self, features_ND: Tensor) -> Tensor:
        d_NA = torch.addmm(
            (self._near_AD * self._near_AD).sum(dim=1), features_ND - self._centre_D, self._near_AD.T, alpha=-2
        )
        d_NA += (features_ND - self._centre_D).square().sum(dim=1, keepdim=True)
        return d_NA.clamp_(min=0).div_(-self._width).exp_().sub_(self._mean_A)

    def hash_function(self, mean_D: Vectors, p_AK: Tensor) -> KernelHash:
        width_1 = np.array([self._width], np.float32)
        return KernelHash(mean_D, self._anchors_AD.numpy(), width_1, self._mean_A.numpy(), p_AK.float().numpy())


def mean_squared_distance(points_ND: Tensor) -> float:
    """The mean over all pairs of two points; 0 if there is but one."""
    points = len(points_ND)
    spread = float((points_ND - points_ND.mean(dim=0)).double().square().sum())
    return 2 * spread / max(1, points - 1)
