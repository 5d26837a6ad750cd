"""What the trainer asks of a way to update the network's parameters x."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import torch
from torch import Tensor

from engine.training.reports import Report

LossAndGradient = tuple[Tensor, list[Tensor]]  # the loss and its gradient, one tensor for each parameter

# Finds the loss of the current batch and its gradient at the parameters' present values, with reports on the way.
# The argument says that these are not the current iterate, so that BatchNorm statistics are left alone and the same
# dropout is drawn.
Gradient = Callable[[bool], Generator[Report, None, LossAndGradient]]


class Update(Protocol):
    """One step of x per batch."""

    def step(self, gradient: Gradient, rate: float) -> Generator[Report, None, Tensor]:
        """Move the parameters; returns the loss at the current iterate. Closed before its end, it has moved none.

        While it looks at gradients, the parameters may stand elsewhere.
        """

    def at_iterate(self) -> AbstractContextManager[None]:
        """Within it the parameters are the iterate x, wherever they stand between steps."""

    def restart(self) -> None:
        """The objective has changed: what was estimated of its gradient is void."""

    def finish(self) -> None:
        """No more steps: the parameters become the iterate x and stay there."""

    def to(self, device: torch.device) -> None:
        """The parameters are there from now on."""

    def state(self) -> dict[str, Tensor]: ...

    def load_state(self, state: dict[str, Tensor]) -> None: ...


class TorchUpdate:
    """Any optimiser of torch as an update."""

    def __init__(self, optimiser: torch.optim.Optimizer, factors: Sequence[float]) -> None:
        self._optimiser = optimiser
        self._parameters = [p for group in optimiser.param_groups for p in group["params"]]
        self._factors = list(factors)

    def step(self, gradient: Gradient, rate: float) -> Generator[Report, None, Tensor]:
        loss, g = yield from gradient(False)
        for parameter, each in zip(self._parameters, g, strict=True):
            parameter.grad = each
        for group, factor in zip(self._optimiser.param_groups, self._factors, strict=True):
            group["lr"] = rate * factor
        self._move()
        return loss

    def _move(self) -> None:
        is_first = not self._optimiser.state
        try:
            self._optimiser.step()
        except RuntimeError:
            if is_first:  # moments of which memory held only some; of half a set the next step could make nothing
                self._optimiser.state.clear()
            raise

    def at_iterate(self) -> AbstractContextManager[None]:
        return nullcontext()

    def restart(self) -> None:
        """Momentum lives on."""

    def finish(self) -> None:
        """They always stand at x."""

    def to(self, device: torch.device) -> None:
        self.load_state(self.state())  # which puts each where its parameter is

    def state(self) -> dict[str, Tensor]:
        held = self._optimiser.state_dict()["state"]
        return {
            f"{i}.{name}": value for i, entry in held.items() for name, value in entry.items() if value is not None
        }

    def load_state(self, state: dict[str, Tensor]) -> None:
        entries: dict[int, dict[str, Tensor]] = {}
        for name, value in state.items():
            index, _, key = name.partition(".")
            entries.setdefault(int(index), {})[key] = value
        groups = self._optimiser.state_dict()["param_groups"]
        self._optimiser.load_state_dict({"state": entries, "param_groups": groups})
