"""Which images a search may find, by id."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import Ids


@dataclass(frozen=True, slots=True, eq=False)
class Allowed:
    """The images in each of `among` (all, where there is none) that are not in `but`."""

    among: tuple[Ids, ...] = ()
    but: Ids | None = None

    @classmethod
    def of(cls, among: Sequence[Ids], but: Sequence[int] = ()) -> "Allowed | None":
        """None: all of them."""
        return cls(tuple(among), np.array(but, np.int64) if len(but) else None) if len(among) or len(but) else None
