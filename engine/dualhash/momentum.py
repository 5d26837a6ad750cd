"""The x-update of DualHash-StoM: z = x + β(x - x_prev), G = ∇F(z), x_new = x + α(x - x_prev) - η G.

α = β is Nesterov's method, β = 0 the heavy ball, both 0 plain SGD.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor

from engine.training.reports import Report
from engine.training.updates import Gradient


class Momentum:
    """Between steps the parameters stand at z, where the next gradient is taken; `at_iterate` shows x."""

    def __init__(self, parameters: Sequence[Tensor], factors: Sequence[float], alpha: float, beta: float) -> None:
        self._parameters = list(parameters)
        self._factors = list(factors)
        self._alpha, self._beta = alpha, beta
        # x - x_prev. On the CPU until `to`: the trainer knows what to do where a GPU has no room for it.
        self._velocity = [torch.zeros_like(p, device="cpu") for p in parameters]

    def step(self, gradient: Gradient, rate: float) -> Generator[Report, None, Tensor]:
        loss, g = yield from gradient(False)
        self._move(g, rate)
        return loss

    @torch.no_grad()
    def _move(self, g: list[Tensor], rate: float) -> None:
        torch._foreach_mul_(g, [rate * factor for factor in self._factors])
        # With the parameters at z = x + β v:  v' = α v - η G,  z' = x + v' + β v' = z - β v + (1 + β) v'
        if self._beta:
            torch._foreach_add_(self._parameters, self._velocity, alpha=-self._beta)
        if self._alpha:
            torch._foreach_mul_(self._velocity, self._alpha)
            torch._foreach_sub_(self._velocity, g)
        else:
            self._velocity = [-each for each in g]
        torch._foreach_add_(self._parameters, self._velocity, alpha=1 + self._beta)

    @contextmanager
    def at_iterate(self) -> Iterator[None]:
        z = [p.detach().clone() for p in self._parameters]  # to the last bit: looking on must not change the run
        self._shift_to_iterate()
        try:
            yield
        finally:
            with torch.no_grad():
                torch._foreach_copy_(self._parameters, z)

    def restart(self) -> None:
        """The problem has changed, but momentum lives on: it is no estimate of a gradient."""

    def finish(self) -> None:
        self._shift_to_iterate()
        torch._foreach_zero_(self._velocity)

    def to(self, device: torch.device) -> None:
        self._velocity = [v.to(device) for v in self._velocity]

    def state(self) -> dict[str, Tensor]:
        return {f"velocity.{i}": v for i, v in enumerate(self._velocity)}

    def load_state(self, state: dict[str, Tensor]) -> None:
        places = [p.device for p in self._parameters]
        self._velocity = [state[f"velocity.{i}"].to(place, copy=True) for i, place in enumerate(places)]

    @torch.no_grad()
    def _shift_to_iterate(self) -> None:
        if self._beta:
            torch._foreach_add_(self._parameters, self._velocity, alpha=-self._beta)
