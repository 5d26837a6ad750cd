"""What the first blocks of a network gave for the views of each picture, as inputs of its last blocks.

Pictures cannot be augmented any more once they have gone through the first blocks, so chance chooses among their
views: in training each picture of a batch is seen in one of them, drawn anew each time; else in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.training.augmentation import seeded
from engine.training.inputs import PartOfRows, whole


class ActivationInputs:
    """Inputs (see `engine.training.inputs`) of a network over views, from what its first blocks gave."""

    def __init__(self, x_NVCHW: NDArray[np.float16], device: torch.device | str = "cpu") -> None:
        self._x_NVCHW = x_NVCHW
        self.to(device)

    def __len__(self) -> int:
        return len(self._x_NVCHW)

    def to(self, device: torch.device | str) -> None:
        self._device = torch.device(device)

    def batches(self, rows: Sequence[Tensor], seed: int, part: PartOfRows = whole) -> Iterator[Tensor]:
        for number, rows_m in enumerate(rows):
            view_m = torch.randint(self._x_NVCHW.shape[1], (len(rows_m),), generator=seeded(seed, number))
            own = part(len(rows_m))
            yield self._placed(self._x_NVCHW[rows_m[own].numpy(), view_m[own].numpy()][:, None])

    def plain(self, rows: Tensor) -> Tensor:
        return self._placed(self._x_NVCHW[rows.numpy()])

    def _placed(self, x_mVCHW: NDArray[np.float16]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(x_mVCHW)).to(self._device).float()
