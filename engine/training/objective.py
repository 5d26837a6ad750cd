"""What the trainer asks of a method: a loss of the network's outputs, and what follows each step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import torch
from torch import Tensor


class Objective(Protocol):
    """A method of deep hashing. Row numbers are those of the training images, on the device."""

    slope: float  # of the activation now: u = tanh(slope · C) where it is not 1

    def needs_outputs(self, epoch: int) -> bool:
        """Whether `begin_epoch` will ask for the outputs of all training images."""

    def begin_epoch(self, epoch: int, all_outputs: Callable[[], Tensor]) -> bool:
        """Before epoch `epoch` (from 0). `all_outputs` gives C of all training images in evaluation mode.

        True when the problem is another one from here on.
        """

    def in_order(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        """All rows that are trained on (on the CPU), in the order in which an epoch takes them."""

    def batch_rows(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        """The rows of a batch (on the CPU) with those that must be seen beside them."""

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor: ...

    def after_step(self, outputs_mK: Tensor, rows_m: Tensor) -> None:
        """The network has moved; `outputs_mK` are those the loss was taken from, without gradient."""

    def codes(self, outputs_NK: Tensor) -> Tensor:
        """u, the relaxed codes in [-1, 1], of outputs."""

    def end_epoch(self) -> dict[str, float]:
        """The method's own measures of the epoch that ends."""

    def is_settled(self) -> bool:
        """False while the method still warms up: such an iterate is not kept as the best."""

    def to(self, device: torch.device | str) -> None: ...

    def state(self) -> dict[str, Tensor]: ...

    def load_state(self, state: dict[str, Tensor]) -> None: ...
