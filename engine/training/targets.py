"""What is known of the training images: their labels, and what a person decided about pairs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor


@dataclass(frozen=True, eq=False)
class Targets:
    """One row for each row of the inputs; rows that a method must not know of have no label."""

    labels_NC: Tensor  # bool
    decisions: Sequence[tuple[int, int, bool]] = ()  # rows i, j and whether they are the same

    @property
    def share_with_several(self) -> float:
        """The share of the labelled images that has more than one label; 0 where none is labelled."""
        labels_N = self.labels_NC.sum(dim=1)
        return int((labels_N > 1).sum()) / max(1, int((labels_N > 0).sum()))
