"""DualHash as the trainer sees it: the loss F of a batch, and the steps of B and Λ that follow each step of x."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from engine.dualhash.dual import DualVariables
from engine.dualhash.likelihood import drive, pairwise_likelihood, penalty
from engine.dualhash.settings import Settings
from engine.training.pairs import PairSource


class DualHash:
    """Until the hand-over the loss is the likelihood alone; then the penalty and the steps of B and Λ join in."""

    def __init__(self, settings: Settings, pairs: PairSource, epochs: int) -> None:
        self._settings = settings
        self._pairs = pairs
        self._epochs = epochs
        self._hand_over = round(settings.hand_over * epochs)
        self._dual: DualVariables | None = None
        self.slope = 1.0
        self._residuals: list[tuple[Tensor, Tensor]] = []
        self._batch_pairs: tuple[Tensor, Tensor] | None = None

    def needs_outputs(self, epoch: int) -> bool:
        return epoch >= self._hand_over and self._dual is None

    def begin_epoch(self, epoch: int, all_outputs: Callable[[], Tensor]) -> bool:
        self.slope = self._settings.continuation ** (epoch / max(1, self._epochs - 1))
        if not self.needs_outputs(epoch):
            return False
        self._dual = self._start(self.codes(all_outputs()))
        return True

    def in_order(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        return self._pairs.in_order(rows_n, random)

    def batch_rows(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        return self._pairs.with_companions(rows_m, random)

    def codes(self, outputs_NK: Tensor) -> Tensor:
        return torch.tanh(self.slope * outputs_NK)

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        u_mK = self.codes(outputs_mK)
        s_mm, w_mm = self._batch_pairs = self._pairs.of(rows_m)
        loss = pairwise_likelihood(u_mK, s_mm, w_mm, self._settings.alpha_used)
        if self._dual is not None:
            loss = loss + penalty(u_mK, self._dual.b_of(rows_m), self._settings.gamma)
        return loss

    @torch.no_grad()
    def after_step(self, outputs_mK: Tensor, rows_m: Tensor) -> None:
        if self._dual is None or self._batch_pairs is None:
            return
        u_mK = self.codes(outputs_mK)
        drive_mK = None
        if self._settings.kappa_used:
            s_mm, w_mm = self._batch_pairs
            b_mK = self._dual.b_of(rows_m)
            drive_mK = self._settings.kappa_used * drive(u_mK, b_mK, s_mm, w_mm, self._settings.alpha_b_used)
        self._residuals.append(self._dual.step(rows_m, u_mK, drive_mK))

    def end_epoch(self) -> dict[str, float]:
        """The residuals of B and Λ, means over the epoch's batches."""
        if not self._residuals:
            return {}
        b, dual = (float(torch.stack(each).mean()) for each in zip(*self._residuals, strict=True))
        self._residuals = []
        return {"residual_b": b, "residual_dual": dual}

    def is_settled(self) -> bool:
        return self._dual is not None or self._hand_over >= self._epochs

    def to(self, device: torch.device | str) -> None:
        self._pairs.to(device)
        self._residuals = [(b.to(device), dual.to(device)) for b, dual in self._residuals]
        if self._dual is not None:
            self._dual.to(device)

    def state(self) -> dict[str, Tensor]:
        return {} if self._dual is None else {"b": self._dual.b_NK, "y": self._dual.y_NK}

    def load_state(self, state: dict[str, Tensor]) -> None:
        if state:
            self._dual = self._start(state["b"], state["y"])

    def _start(self, u_NK: Tensor, y_NK: Tensor | None = None) -> DualVariables:
        settings = self._settings
        return DualVariables(
            u_NK,
            y_NK,
            t=settings.tau * settings.gamma,
            dual_step=settings.sigma / settings.gamma,
            bound=settings.lam / settings.gamma,
            dual=settings.dual,
        )
