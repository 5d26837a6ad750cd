"""DSDH: Li, Sun, He, Tan, "Deep Supervised Discrete Hashing", NIPS 2017, equation 8.

    J = Σ_ij [log(1 + e^θ_ij) - s_ij θ_ij] + μ Σ_i ‖y_i - Wᵀ b_i‖² + ν ‖W‖² + η Σ_i ‖b_i - u_i‖²,   b_i in {-1, 1}^K

u are the network's outputs, θ_ij = (α/2)⟨u_i, u_j⟩, B the codes of the training images, W a linear classifier of them.
In turns: the network by gradient with B fixed; W in closed form; B by discrete cyclic coordinate descent, one bit of
all images after the other, each entry exactly.

Chosen here:
- The network's loss of a batch is the mean over pairs (weighted, see `LabelPairs`) plus (η/K)·mean ‖b_i - u_i‖², so
  that η does not depend on the batch, the number of images or the bits. W and B depend on the ratios μ : ν : η alone.
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

from engine.baselines.plain_objective import PlainObjective
from engine.baselines.settings import DsdhSettings
from engine.dualhash.dual import sgn
from engine.dualhash.likelihood import pairwise_likelihood
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets


def dsdh_loss(
    u_mK: Tensor, b_mK: Tensor | None, s_mm: Tensor, w_mm: Tensor, *, alpha: float, eta: float
) -> Tensor:
    """What of J depends on the network, as means over pairs and entries; without codes, the pairs alone."""
    loss = pairwise_likelihood(u_mK, s_mm, w_mm, alpha)
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

    With the other bits of an image fixed, the two values of a bit differ by -4(⟨y - Σ_l≠k b_l w_l, w_k⟩ + pull·u_k):
    its sign is the exact minimiser. A bit that may as well be either stays.
    """
    b_NK = b_NK.clone()
    rest_NC = y_NC - b_NK @ w_KC
    for k in range(b_NK.shape[1]):
        old_N, w_C = b_NK[:, k].clone(), w_KC[k]
        towards_N = rest_NC @ w_C + old_N * w_C.square().sum() + pull * u_NK[:, k]
        new_N = torch.where(towards_N == 0, old_N, sgn(towards_N))
        rest_NC -= torch.outer(new_N - old_N, w_C)
        b_NK[:, k] = new_N
    return b_NK


class Dsdh(PlainObjective):
    """The network's part of J, and before each epoch the steps of W and B."""

    def __init__(self, settings: DsdhSettings, targets: Targets, epochs: int) -> None:
        self._settings = settings
        self._pairs = LabelPairs(
            targets.labels_NC,
            balanced=settings.balanced,
            cap=settings.weight_cap,
            decisions=targets.decisions,
            decision_weight=settings.decision_weight,
        )
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

    def batch_rows(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        return self._pairs.with_companions(rows_m, random)

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        s_mm, w_mm = self._pairs.of(rows_m)
        b_mK = None if self._b_NK is None else self._b_NK[rows_m]
        return dsdh_loss(outputs_mK, b_mK, s_mm, w_mm, alpha=self._settings.alpha_used, eta=self._settings.eta)

    def end_epoch(self) -> dict[str, float]:
        """The share of the bits of B that the last step changed."""
        return {} if self._b_NK is None else {"bits_changed": self._changed}

    def to(self, device: torch.device | str) -> None:
        self._pairs.to(device)
        self._y_NC, self._labelled = self._y_NC.to(device), self._labelled.to(device)
        if self._b_NK is not None:
            self._b_NK = self._b_NK.to(device)

    def state(self) -> dict[str, Tensor]:
        return {} if self._b_NK is None else {"b": self._b_NK}

    def load_state(self, state: dict[str, Tensor]) -> None:
        if state:
            self._b_NK = state["b"].clone()
