"""What is known of the training images: their labels, and what a person decided about pairs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor

AN_EXCEPTION = 0.1  # a share of the labelled images


@dataclass(frozen=True, eq=False)
class Targets:
    """One row for each row of the inputs; rows that a method must not know of have no label."""

    labels_NC: Tensor  # bool
    decisions: Sequence[tuple[int, int, bool]] = ()  # rows i, j and whether they are the same

    @property
    def have_several_labels(self) -> bool:
        """It is no exception that an image has more than one."""
        labels_N = self.labels_NC.sum(dim=1)
        return int((labels_N > 1).sum()) > AN_EXCEPTION * int((labels_N > 0).sum())
