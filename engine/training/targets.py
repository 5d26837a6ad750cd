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
