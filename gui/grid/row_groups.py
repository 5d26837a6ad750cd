"""The groups that a grid shows its images in: where each begins, and what its header says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import Rows


@dataclass(frozen=True, slots=True, eq=False)
class RowGroups:
    """All rows belong to one: the first group begins with row 0, each ends where the next one begins."""

    starts: Rows
    titles: Sequence[str]

    def is_as(self, other: RowGroups | None) -> bool:
        return (
            other is not None
            and np.array_equal(self.starts, other.starts)
            and list(self.titles) == list(other.titles)
        )

    def title_at(self, row: int) -> str | None:
        """What is said of the group that begins with this row; None if none does."""
        group = int(np.searchsorted(self.starts, row))
        return self.titles[group] if group < len(self.starts) and self.starts[group] == row else None
