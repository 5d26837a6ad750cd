"""What a network is trained on: rows of training pictures, handed over as batches on the device.

`Inputs` is all that training knows of them. `FeatureInputs` holds stored features (the backbone stays as it is),
`engine.training.pixels.PixelInputs` decoded pictures (the backbone learns too).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import torch

PartOfRows = Callable[[int], slice]  # which rows of so many are wanted


def whole(count: int) -> slice:
    return slice(0, count)


class Inputs(Protocol):
    """The training pictures by row number. Row numbers come as LongTensors on the CPU."""

    def __len__(self) -> int: ...

    def batches(self, rows: Sequence[torch.Tensor], seed: int, part: PartOfRows = whole) -> Iterator[torch.Tensor]:
        """For training: one input batch of the network, on the device, for each tensor of row numbers.

        Of a batch of m rows only those of `part(m)` come. Augmented where that makes sense; what comes of a row
        depends on (rows, seed) alone. Closing it early is well.
        """

    def plain(self, rows: torch.Tensor) -> torch.Tensor:
        """As for encoding: the same rows without augmentation, on the device."""

    def to(self, device: torch.device | str) -> None:
        """From now on, batches come on this device."""


class FeatureInputs:
    """Stored features: small enough to lie on the device as a whole, and nothing to augment."""

    def __init__(self, features_ND: torch.Tensor, device: torch.device | str = "cpu") -> None:
        self._features_ND = features_ND.to(device)

    def __len__(self) -> int:
        return len(self._features_ND)

    def batches(self, rows: Sequence[torch.Tensor], seed: int, part: PartOfRows = whole) -> Iterator[torch.Tensor]:
        for rows_m in rows:
            yield self.plain(rows_m[part(len(rows_m))])

    def plain(self, rows: torch.Tensor) -> torch.Tensor:
        # The store keeps float16; only the rows of a batch need the room of float32.
        return self._features_ND.index_select(0, rows.to(self._features_ND.device)).float()

    def to(self, device: torch.device | str) -> None:
        self._features_ND = self._features_ND.to(device)
