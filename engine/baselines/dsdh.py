"""DSDH: Li, Sun, He, Tan, "Deep Supervised Discrete Hashing", NIPS 2017, equation 8.

    J = Σ_ij [log(1 + e^θ_ij) - s_ij θ_ij] + μ Σ_i ‖y_i - Wᵀ b_i‖² + ν ‖W‖² + η Σ_i ‖b_i - u_i‖²,   b_i in {-1, 1}^K

u are the network's outputs, θ_ij = (α/2)⟨u_i, u_j⟩, B the codes of the training images, W a linear classifier of
them. In turns: the network by gradient with B fixed; W in closed form; B by discrete cyclic coordinate descent, one
bit of all images after the other, each entry exactly.

Chosen here:
- The network's loss of a batch is the mean over pairs (see engine.baselines.pair_objective) plus η/K times the mean
  of ‖b_i - u_i‖², so that η does not depend on batch, images or bits. W and B depend on the ratios μ : ν : η alone.
- The paper's α is 1. With long codes that saturates the likelihood, so it falls with K by default.
- W and B are updated before each epoch, from the network as it then is. The first epoch is on the likelihood alone:
  the paper starts B at random, which only pulls the network to random codes.
- W and B take turns a few times, until B stays as it is.
- Y is multi-hot for images with several labels. Images without a label take no part in W; their codes are sgn(u).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from engine.baselines.pair_objective import PairObjective, pair_likelihood
from engine.baselines.settings import DsdhSettings
from engine.dualhash.dual import sgn
from engine.dualhash.likelihood import theta
from engine.training.targets import Targets


def dsdh_loss(u_mK: Tensor, b_mK: Tensor | None, s_mm: Tensor, w_mm: Tensor, *, alpha: float, eta: float) -> Tensor:
    """What of J depends on the network, as means over pairs and entries; without codes, the pairs alone."""
    loss = pair_likelihood(theta(u_mK, u_mK, alpha), s_mm, w_mm)
    return loss if b_mK is None else loss + eta * (u_mK - b_mK).square().mean()


def classifier(b_NK: Tensor, y_NC: Tensor, ridge: float) -> Tensor:
    """W = (BᵀB + ridge·I)⁻¹ BᵀY, ridge = ν/μ: the minimiser of J over W."""
    # Bits that agree on nearly all images leave BᵀB near singular: too much for single precision.
    gram_KK, right_KC = (b_NK.T @ b_NK).cpu().double(), (b_NK.T @ y_NC).cpu().double()
    gram_KK.diagonal().add_(ridge)
    w_KC: Tensor = torch.linalg.solve(gram_KK, right_KC)
    return w_KC.to(b_NK)


def descend(b_NK: Tensor, u_NK: Tensor, y_NC: Tensor, w_KC: Tensor, pull: float) -> Tensor:
    """One cycle over the bits of min ‖Y - BW‖² + pull·‖B - U‖² over B, pull = η/μ.

    With the other bits of an image fixed, the values 1 and -1 of bit k differ by -4 times
    ⟨y, w_k⟩ + pull·u_k - Σ_l≠k ⟨w_k, w_l⟩ b_l, whose sign is thus the exact minimiser. Where it is 0 the bit stays.
    """
    b_KN = b_NK.T.clone(memory_format=torch.contiguous_format)
    towards_KN = w_KC @ y_NC.T + pull * u_NK.T
    gram_KK = w_KC @ w_KC.T
    for k, row_K in enumerate(gram_KK):
        old_N = b_KN[k]
        value_N = towards_KN[k] - row_K @ b_KN + row_K[k] * old_N
        b_KN[k] = torch.where(value_N == 0, old_N, sgn(value_N))
    return b_KN.T.contiguous()


class Dsdh(PairObjective):
    """The network's part of J, and before each epoch the steps of W and B."""

    def __init__(self, settings: DsdhSettings, targets: Targets, epochs: int) -> None:
        super().__init__(settings, targets)
        self._settings = settings
        self._y_NC = targets.labels_NC.float()
        self._labelled = torch.nonzero(targets.labels_NC.any(dim=1)).flatten()
        self._b_NK: Tensor | None = None
        self._changed = 0.0

    def needs_outputs(self, epoch: int) -> bool:
        return epoch > 0

    @torch.no_grad()
    def begin_epoch(self, epoch: int, all_outputs: Callable[[], Tensor]) -> bool:
        if not self.needs_outputs(epoch):
            return False
        is_first = self._b_NK is None
        u_NK = all_outputs()
        start_NK = sgn(u_NK) if self._b_NK is None else self._b_NK
        self._b_NK = sgn(u_NK)  # the best for images without a label
        self._b_NK[self._labelled] = self._solved(start_NK[self._labelled], u_NK[self._labelled])
        self._changed = float((self._b_NK != start_NK).float().mean())
        return is_first

    def _solved(self, b_NK: Tensor, u_NK: Tensor) -> Tensor:
        settings = self._settings
        y_NC = self._y_NC[self._labelled]
        for _ in range(settings.rounds):
            w_KC = classifier(b_NK, y_NC, settings.nu / settings.mu)
            before_NK, b_NK = b_NK, descend(b_NK, u_NK, y_NC, w_KC, settings.eta / settings.mu)
            if torch.equal(before_NK, b_NK):
                break
        return b_NK

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        s_mm, w_mm = self._pairs.of(rows_m)
        b_mK = None if self._b_NK is None else self._b_NK[rows_m]
        return dsdh_loss(outputs_mK, b_mK, s_mm, w_mm, alpha=self._settings.alpha_used, eta=self._settings.eta)

    def end_epoch(self) -> dict[str, float]:
        """The share of the bits of B that the last step changed."""
        return {} if self._b_NK is None else {"bits_changed": self._changed}

    def to(self, device: torch.device | str) -> None:
        super().to(device)
        self._y_NC, self._labelled = self._y_NC.to(device), self._labelled.to(device)
        if self._b_NK is not None:
            self._b_NK = self._b_NK.to(device)

    def state(self) -> dict[str, Tensor]:
        return {} if self._b_NK is None else {"b": self._b_NK}

    def load_state(self, state: dict[str, Tensor]) -> None:
        if state:
            self._b_NK = state["b"].clone()
