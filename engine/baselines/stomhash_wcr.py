"""StoMHash-WCR: the weakly convex regularisation that the DualHash paper's supplement compares with.

    min over x, Z of f(x) + γ/2 · mean ‖u - z‖² + λ ‖z² - 1‖₁,   u_i = tanh C(x; a_i), one z_i per training image

x by the momentum step of DualHash-StoM, Z by the inertial proximal step of iSPALM (Hertrich, Steidl, "Inertial
Stochastic PALM and its Application for Learning Student-t Mixture Models", 2020; Pock, Sabach, "Inertial Proximal
Alternating Linearized Minimization", SIAM Journal on Imaging Sciences, 2016):

    y = z + a(z - z_prev);   z_new = prox_{τh}(y - τγ(y - u)),   h = λ|z² - 1| per entry

|z² - 1| is 2-weakly convex, so that the step has one solution for 2τλ < 1. (The paper's print asks for ρ/η > 1/2 of
η|y² - 1| + ρ/2 (y - x)²; that is not enough for convexity, which takes ρ/η > 2.) It is in closed form, see `prox`.

Chosen here, so that the regularisers are compared and nothing else: likelihood, pairs, momentum and step rule are
those of DualHash; the first share of the epochs is on the likelihood alone, then Z starts at u; steps of Z are per
entry (see engine.dualhash.dual). Z has no pair gradient of its own: its problem is the one above. Both
extrapolations of iSPALM have the same inertia.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from engine.baselines.plain_objective import PlainObjective
from engine.baselines.settings import StomHashWcrSettings
from engine.dualhash.likelihood import pairwise_likelihood, penalty
from engine.training.group import OwnedRows
from engine.training.pairs import LabelPairs
from engine.training.targets import Targets


def prox(v: Tensor, t: float) -> Tensor:
    """argmin over z of t|z² - 1| + (z - v)²/2 per entry, for 0 <= t < 1/2.

    Where |z| > 1 its derivative is (1 + 2t)z - v, where |z| < 1 it is (1 - 2t)z - v: v/(1 + 2t) for |v| > 1 + 2t,
    v/(1 - 2t) for |v| < 1 - 2t, and the kink at sgn(v) for all between.
    """
    size = v.abs()
    return v.sign() * torch.maximum((size / (1 - 2 * t)).clamp(max=1), size / (1 + 2 * t))


class StomHashWcr(PlainObjective):
    """Until the hand-over the loss is the likelihood alone; then the penalty and the steps of Z join in."""

    def __init__(self, settings: StomHashWcrSettings, targets: Targets, epochs: int) -> None:
        self._settings = settings
        self._epochs = epochs
        self._hand_over = round(settings.hand_over * epochs)
        self._pairs = LabelPairs.chosen(targets, settings, settings.rarity)
        self._z: OwnedRows | None = None
        self._before = OwnedRows(torch.empty(0, 0))  # z_prev
        self._residuals: list[Tensor] = []

    def needs_outputs(self, epoch: int) -> bool:
        return epoch >= self._hand_over and self._z is None

    def begin_epoch(self, epoch: int, all_outputs: Callable[[], Tensor]) -> bool:
        if not self.needs_outputs(epoch):
            return False
        u_NK = self.codes(all_outputs())
        self._z, self._before = OwnedRows(u_NK), OwnedRows(u_NK)
        return True

    def batch_rows(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        return self._pairs.with_companions(rows_m, random)

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        u_mK = self.codes(outputs_mK)
        loss = pairwise_likelihood(u_mK, *self._pairs.of(rows_m), self._settings.alpha_used)
        if self._z is not None:
            loss = loss + penalty(u_mK, self._z[rows_m], self._settings.gamma)
        return loss

    @torch.no_grad()
    def after_step(self, outputs_mK: Tensor, rows_m: Tensor) -> None:
        """The inertial proximal step of these rows of Z."""
        if self._z is None:
            return
        settings = self._settings
        z_mK = self._z[rows_m]
        ahead_mK = z_mK + settings.inertia * (z_mK - self._before[rows_m])
        towards_mK = settings.tau * settings.gamma * (ahead_mK - self.codes(outputs_mK))
        new_mK = prox(ahead_mK - towards_mK, settings.tau * settings.lam)
        self._before[rows_m], self._z[rows_m] = z_mK, new_mK
        self._residuals.append(((ahead_mK - new_mK) / (settings.tau * settings.gamma)).square().mean())

    def end_epoch(self) -> dict[str, float]:
        """The square of Z's proximal step over τγ, mean over the epoch's batches: 0 where Z is stationary."""
        if not self._residuals:
            return {}
        mean = float(torch.stack(self._residuals).mean())
        self._residuals = []
        return {"residual_z": mean}

    def is_settled(self) -> bool:
        return self._z is not None or self._hand_over >= self._epochs

    def to(self, device: torch.device | str) -> None:
        self._pairs.to(device)
        self._residuals = [each.to(device) for each in self._residuals]
        self._before.to(device)
        if self._z is not None:
            self._z.to(device)

    def state(self) -> dict[str, Tensor]:
        return {} if self._z is None else {"z": self._z.all(), "z_before": self._before.all()}

    def load_state(self, state: dict[str, Tensor]) -> None:
        if state:
            self._z, self._before = OwnedRows(state["z"]), OwnedRows(state["z_before"])
