"""DTSH: X. Wang, Y. Shi, K. M. Kitani, "Deep Supervised Hashing with Triplet Labels", ACCV 2016.

The negative logarithm of the triplet label likelihood and the distance to the codes, for real outputs u, b =
sgn(u), Θ_ij = ½⟨u_i, u_j⟩ and triplets of a query i, a positive j and a negative k:

    -Σ_ijk [Θ_ij - Θ_ik - α - log(1 + exp(Θ_ij - Θ_ik - α))] + λ Σ_i ‖b_i - u_i‖²

The bracket is -softplus(α - Θ_ij + Θ_ik). Both sums are means here, the second one over images and bits; α = K/2 as
in the authors' code. u is not bounded: the second term alone holds it near ±1. b follows u in closed form and is a
constant for the gradient. Which triplets of a batch are taken is said in engine.baselines.triplets; accepted and
rejected pairs take part. The original speaks of shared labels just as here, so several labels to an image are no
case apart. The quantisation error is measured of tanh(u), as for all methods whose outputs are not bounded.
"""

from __future__ import annotations

from torch import Tensor
from torch.nn.functional import softplus

from engine.baselines.settings import DtshSettings
from engine.baselines.triplets import TripletObjective, Triplets
from engine.dualhash.dual import sgn
from engine.training.targets import Targets


class Dtsh(TripletObjective):
    def __init__(self, settings: DtshSettings, targets: Targets, epochs: int) -> None:
        super().__init__(settings, targets)
        self._settings = settings

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        triplets = self.triplets(rows_m)
        return dtsh_loss(outputs_mK, triplets, self._settings.margin_used, self._settings.regularisation)


def dtsh_loss(u_mK: Tensor, triplets: Triplets, margin: float, regularisation: float) -> Tensor:
    return triplet_likelihood(u_mK, triplets, margin) + regularisation * quantisation(u_mK)


def triplet_likelihood(u_mK: Tensor, triplets: Triplets, margin: float) -> Tensor:
    """Mean over triplets of -log σ(Θ_ij - Θ_ik - α)."""
    theta_mm = (u_mK @ u_mK.T) / 2
    anchor_P, positive_P, w_Pm = triplets
    near_P = theta_mm[anchor_P, positive_P]
    return (w_Pm * softplus(margin - near_P[:, None] + theta_mm[anchor_P])).sum()


def quantisation(u_mK: Tensor) -> Tensor:
    """Mean over images and bits of (b - u)²."""
    return (sgn(u_mK) - u_mK).square().mean()
