"""DSH: H. Liu, R. Wang, S. Shan, X. Chen, "Deep Supervised Hashing for Fast Image Retrieval", CVPR 2016.

Its equation 4, for real outputs z and pairs with s_ij = 1 (similar) or 0:

    Σ_ij  s_ij/2 ‖z_i - z_j‖² + (1 - s_ij)/2 max(m - ‖z_i - z_j‖², 0) + α (‖|z_i| - 1‖₁ + ‖|z_j| - 1‖₁)

with m = 2K and α = 0.01, minimised by subgradients. Each image is in as many pairs as any other, so that the last
term is 2α times a mean over images. Pairs are not weighted. Where |z| = 1 or z = 0 the subgradient of the
regulariser is taken as 0 (the original takes 1; outputs hardly ever come to lie there). The quantisation error is
measured of tanh(z), as for all methods whose outputs are not bounded.
"""

from __future__ import annotations

from torch import Tensor

from engine.baselines.pair_objective import PairObjective, mean_over_pairs
from engine.baselines.settings import DshSettings
from engine.training.targets import Targets


class Dsh(PairObjective):
    def __init__(self, settings: DshSettings, targets: Targets, epochs: int) -> None:
        super().__init__(settings, targets)
        self._settings = settings

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        s_mm, w_mm = self._pairs.of(rows_m)
        return dsh_loss(outputs_mK, s_mm, w_mm, self._settings.margin_used, self._settings.regularisation)


def dsh_loss(z_mK: Tensor, s_mm: Tensor, w_mm: Tensor, margin: float, regularisation: float) -> Tensor:
    d_mm = squared_distances(z_mK)
    hinge_mm = (margin - d_mm).clamp_min(0)
    pairs = mean_over_pairs((s_mm * d_mm + (1 - s_mm) * hinge_mm) / 2, w_mm)
    return pairs + 2 * regularisation * w_type_regulariser(z_mK)


def w_type_regulariser(z_mK: Tensor) -> Tensor:
    """Mean over images of ‖|z| - 1‖₁."""
    return (z_mK.abs() - 1).abs().sum(dim=1).mean()


def squared_distances(z_mK: Tensor) -> Tensor:
    """‖z_i - z_j‖² of all pairs."""
    norms_m = z_mK.square().sum(dim=1)
    return norms_m[:, None] + norms_m[None, :] - 2 * (z_mK @ z_mK.T)
