"""The x-update of DualHash-StoRM: D = g(x; J) + (1 - ρ)(D - g(x_prev; J)), x_new = x - η D.

Both gradients are of the same batch J. With the previous batch's gradient in their difference, as the formula is
printed, everything telescopes and D is the plain gradient.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor

from engine.training.reports import Report
from engine.training.updates import Gradient


class Storm:
    def __init__(self, parameters: Sequence[Tensor], factors: Sequence[float], rho: float) -> None:
        self._parameters = list(parameters)
        self._factors = list(factors)
        self._rho = rho
        self._estimate: list[Tensor] = []  # D; empty until the first step
        self._previous: list[Tensor] = []

    def step(self, gradient: Gradient, rate: float) -> Generator[Report, None, Tensor]:
        loss, g = yield from gradient(False)
        g_previous = (yield from self._gradient_at_previous(gradient)) if self._estimate else None
        self._move(g, g_previous, rate)
        return loss

    @torch.no_grad()
    def _move(self, g: list[Tensor], g_previous: list[Tensor] | None, rate: float) -> None:
        if g_previous is not None:
            # D = g + (1 - ρ)(D - g')
            torch._foreach_sub_(self._estimate, g_previous)
            torch._foreach_mul_(self._estimate, 1 - self._rho)
            torch._foreach_add_(self._estimate, g)
            torch._foreach_copy_(self._previous, self._parameters)
        else:
            self._estimate, self._previous = g, [p.clone() for p in self._parameters]
        for factor in set(self._factors):
            chosen = [i for i, f in enumerate(self._factors) if f == factor]
            torch._foreach_add_(
                [self._parameters[i] for i in chosen], [self._estimate[i] for i in chosen], alpha=-rate * factor
            )

    @contextmanager
    def at_iterate(self) -> Iterator[None]:
        yield

    def restart(self) -> None:
        """The problem has changed: the estimate of its gradient starts afresh."""
        self._estimate, self._previous = [], []

    def finish(self) -> None:
        """They always stand at x."""

    def to(self, device: torch.device) -> None:
        self._estimate = [d.to(device) for d in self._estimate]
        self._previous = [p.to(device) for p in self._previous]

    def state(self) -> dict[str, Tensor]:
        named = {f"estimate.{i}": d for i, d in enumerate(self._estimate)}
        return named | {f"previous.{i}": p for i, p in enumerate(self._previous)}

    def load_state(self, state: dict[str, Tensor]) -> None:
        self.restart()
        if state:
            device = self._parameters[0].device
            count = range(len(self._parameters))
            self._estimate = [state[f"estimate.{i}"].to(device, copy=True) for i in count]
            self._previous = [state[f"previous.{i}"].to(device, copy=True) for i in count]

    def _gradient_at_previous(self, gradient: Gradient) -> Generator[Report, None, list[Tensor]]:
        """g(x_prev; J): the parameters take their previous values for the time of one evaluation."""
        current = [p.detach().clone() for p in self._parameters]
        self._set(self._previous)
        try:
            _, g = yield from gradient(True)
        finally:
            self._set(current)
        return g

    @torch.no_grad()
    def _set(self, values: list[Tensor]) -> None:
        torch._foreach_copy_(self._parameters, values)
