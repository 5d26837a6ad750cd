"""What a training keeps: the weights of its best epoch, or of a step drawn at random, and how long ago that was."""

from __future__ import annotations

from typing import Any

from torch import Tensor, nn


class KeptWeights:
    """None are kept at first. `slope` is that of tanh when they were."""

    def __init__(self) -> None:
        self.tensors: dict[str, Tensor] = {}
        self.slope = 1.0
        self.stale = 0  # epochs since the best
        self._best_map = -1.0

    def keep(self, network: nn.Module, slope: float) -> None:
        """In the computer's memory: a GPU has better use for its own."""
        self.tensors = {name: value.detach().to("cpu", copy=True) for name, value in network.state_dict().items()}
        self.slope = slope

    def is_better(self, validation_map: float) -> bool:
        """Than all that were noted. To be asked as often as one likes: where memory runs out while the weights are
        kept, the same is measured again."""
        return validation_map > self._best_map

    def note(self, validation_map: float) -> None:
        """That of one more epoch."""
        self.stale = 0 if self.is_better(validation_map) else self.stale + 1
        self._best_map = max(self._best_map, validation_map)

    def put_back(self, network: nn.Module) -> bool:
        """Into the network, if any were kept."""
        if self.tensors:
            network.load_state_dict(self.tensors)
        return bool(self.tensors)

    def values(self) -> dict[str, Any]:
        """What a run needs to go on, beside the tensors."""
        return {"best_map": self._best_map, "best_slope": self.slope, "stale": self.stale}

    def load(self, tensors: dict[str, Tensor], values: dict[str, Any]) -> None:
        self.tensors = tensors
        self._best_map, self.stale = float(values["best_map"]), int(values["stale"])
        self.slope = float(values["best_slope"])
