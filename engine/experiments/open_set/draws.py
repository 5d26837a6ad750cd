"""Which pictures are labelled in a draw, and which are asked for.

Half of the kinds are labelled: 80 % of the pictures of each, or ten. The others of these kinds are queries, and so
are all pictures of the other kinds. A fifth of the labels are for validation; nobody learns from these.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Rows

MOST, FEW = "80 %", "10 each"  # of the pictures of each labelled kind
AMOUNTS = (MOST, FEW)
SHARE, COUNT, VALIDATION = 0.8, 10, 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Rows of pictures. Labelled are `train` and `valid`; `held_out` are others of the same kinds, `never` are all
    pictures of the kinds that nobody labelled."""

    train: Rows
    valid: Rows
    held_out: Rows
    never: Rows


def drawn(kind_N: NDArray[np.int64], number: int, amount: str) -> Draw:
    """The same number always draws the same kinds, and of `FEW` labels those that are among `MOST`."""
    random = np.random.default_rng(number)
    kinds = random.permutation(int(kind_N.max()) + 1)
    train, valid, held_out = list[Rows](), list[Rows](), list[Rows]()
    for kind in kinds[: len(kinds) // 2]:
        rows = random.permutation(np.flatnonzero(kind_N == kind))
        labels = round(SHARE * len(rows)) if amount == MOST else min(COUNT, round(SHARE * len(rows)))
        checked = max(1, round(VALIDATION * labels))
        valid.append(rows[:checked])
        train.append(rows[checked:labels])
        held_out.append(rows[labels:])
    never = np.flatnonzero(np.isin(kind_N, kinds[len(kinds) // 2 :]))
    return Draw(_together(train), _together(valid), _together(held_out), never)


def _together(rows: list[Rows]) -> Rows:
    return np.sort(np.concatenate(rows))
