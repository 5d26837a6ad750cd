"""The members of an objective that most methods leave alone."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from engine.training.pairs import shuffled


class PlainObjective:
    """A loss and nothing besides; see engine.training.objective for what the members mean."""

    slope = 1.0

    def needs_outputs(self, epoch: int) -> bool:
        return False

    def begin_epoch(self, epoch: int, all_outputs: Callable[[], Tensor]) -> bool:
        return False

    def in_order(self, rows_n: Tensor, random: torch.Generator) -> Tensor:
        return shuffled(rows_n, random)

    def batch_rows(self, rows_m: Tensor, random: torch.Generator) -> Tensor:
        return rows_m

    def loss(self, outputs_mK: Tensor, rows_m: Tensor) -> Tensor:
        raise NotImplementedError

    def after_step(self, outputs_mK: Tensor, rows_m: Tensor) -> None:
        pass

    def codes(self, outputs_NK: Tensor) -> Tensor:
        return torch.tanh(self.slope * outputs_NK)

    def end_epoch(self) -> dict[str, float]:
        return {}

    def is_settled(self) -> bool:
        return True

    def to(self, device: torch.device | str) -> None:
        pass

    def state(self) -> dict[str, Tensor]:
        return {}

    def load_state(self, state: dict[str, Tensor]) -> None:
        pass
