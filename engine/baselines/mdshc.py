"""MDSHC: L. Wang, Y. Pan, C. Liu, H. Lai, J. Yin, Y. Liu, "Deep Hashing with Minimal-Distance-Separated Hash
Centers", CVPR 2023.

Stage one gives every label c a hash centre h_c (engine.baselines.hash_centres). Stage two trains with three parts:

    L_C + β L_P + γ L_Q

    L_C = -mean_i Σ_c [s_ic log p_ic + (1 - s_ic) log(1 - p_ic)],   p_i = softmax_c(a cos(z_i, h_c))
    L_P = mean over similar pairs of log(1 + exp(½ (1 - cos(z_i, z_j))))
    L_Q = mean ‖|z_i| - 1‖₁ / K

s_ic says whether image i has label c; z = C, not bounded; a is √K in the original, and a setting here. The authors'
code takes L_C as a mean over labels, too, so that its β of 1 is a β of C here; it takes the similar images of L_P
from a memory of all training images filled by a second, slowly moving network, and squares in L_Q (with weight
1e-4). Here the pairs are those of the batch, like those of every other method, an image being no pair with itself,
and L_Q is as in the paper that this project follows. Where |z| = 1 or z = 0 the subgradient of L_Q is taken as 0.

Several labels to an image: the original has none such; L_C as it stands draws the image towards all of its labels'
centres, and pairs are similar that share a label. Images without a label take part in L_Q only; accepted and
rejected pairs say nothing about labels and are not used. The quantisation error is measured of tanh(C), as for all
methods without bounds.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn.functional import log_softmax, normalize, softplus

from engine.baselines.hash_centres import separated_centres
from engine.baselines.plain_objective import PlainObjective
from engine.baselines.settings import MdshcSettings
from engine.training.pairs import similarity
from engine.training.targets import Targets

SMALLEST = 1e-7  # of 1 - p, about what float32 tells from 0


class Mdshc(PlainObjective):
    def __init__(self, settings: MdshcSettings, targets: Targets, epochs: int) -> None:
        self._settings = settings
        self._labels_NC = targets.labels_NC.float()
        labels = targets.labels_NC.shape[1]
        self._centres_CK = separated_centres(labels, settings.bits, settings.seed).to(targets.labels_NC.device)

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        return mdshc_loss(
            outputs_mK,
            self._labels_NC[rows_m],
            self._centres_CK,
            self._settings.scale_used,
            self._settings.similarity,
            self._settings.regularisation,
        )

    def to(self, device: torch.device | str) -> None:
        self._labels_NC = self._labels_NC.to(device)
        self._centres_CK = self._centres_CK.to(device)

    def state(self) -> dict[str, Tensor]:
        """The centres do not move, but a run goes on with the ones that it began with."""
        return {"centres": self._centres_CK}

    def load_state(self, state: dict[str, Tensor]) -> None:
        self._centres_CK = state["centres"].clone()


def mdshc_loss(
    z_mK: Tensor,
    labels_mC: Tensor,
    centres_CK: Tensor,
    scale: float,
    similarity_weight: float,
    regularisation: float,
) -> Tensor:
    labels_mC = labels_mC.to(z_mK.dtype)
    directions_mK = normalize(z_mK, dim=1)
    central = central_loss(directions_mK, labels_mC, centres_CK.to(z_mK.dtype), scale)
    return central + similarity_weight * pair_loss(directions_mK, labels_mC) + regularisation * quantisation(z_mK)


def central_loss(directions_mK: Tensor, labels_mC: Tensor, centres_CK: Tensor, scale: float) -> Tensor:
    """L_C: cross-entropy of each label with the softmax over centres; mean over the images that have a label."""
    scaled_mC = scale / math.sqrt(centres_CK.shape[1]) * (directions_mK @ centres_CK.T)  # |h| = √K
    log_p_mC = log_softmax(scaled_mC, dim=1)
    log_rest_mC = torch.log(-torch.expm1(log_p_mC.clamp_max(-SMALLEST)))
    known_m = labels_mC.any(dim=1).to(labels_mC.dtype)
    losses_m = -(labels_mC * log_p_mC + (1 - labels_mC) * log_rest_mC).sum(dim=1)
    return (known_m * losses_m).sum() / known_m.sum().clamp_min(1)


def pair_loss(directions_mK: Tensor, labels_mC: Tensor) -> Tensor:
    """L_P: only similar pairs; the centres hold the others apart."""
    s_mm = similarity(labels_mC)
    s_mm = s_mm - torch.diag(s_mm.diagonal())
    values_mm = softplus((1 - directions_mK @ directions_mK.T) / 2)
    return (s_mm * values_mm).sum() / s_mm.sum().clamp_min(1)


def quantisation(z_mK: Tensor) -> Tensor:
    """L_Q: mean over images and bits of ||z| - 1|."""
    return (z_mK.abs() - 1).abs().mean()
