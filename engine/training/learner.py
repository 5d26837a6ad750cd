"""What everybody asks of a training: run it, save it, take what it learned. `Trainer` is one; SDH, without a
network, is another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import torch
from torch import Tensor

from engine.arrays import Vectors
from engine.model.hash_function import HashFunction
from engine.training.reports import Report


class Learner(Protocol):
    steps_an_epoch: int

    @property
    def epochs(self) -> int:
        """How many epochs are planned; it may end earlier."""

    @property
    def device(self) -> torch.device: ...

    @property
    def is_over(self) -> bool:
        """No epoch follows."""

    def run(self) -> Iterator[Report]:
        """Train to the end; each report is a point at which it may be paused, saved or closed."""

    def hash_function(self, mean_D: Vectors) -> HashFunction:
        """What was learned, once `run` is over; `mean_D` is the mean feature of what it learned from."""

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """Between two epochs: all that it takes to go on from here."""

    def load_state(self, tensors: dict[str, Tensor], values: dict[str, Any]) -> None: ...
