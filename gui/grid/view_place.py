"""Where a view stands, said by image ids, so that it can be found again in another list."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

RowRuns = list[tuple[int, int]]  # first and last row of each run of rows
# Restoring a selection that fell apart into more runs than this would cost seconds inside Qt.
MAX_RUNS = 4096


@dataclass(slots=True)
class Anchor:
    """The image at the top left, and how much of its line is scrolled out above, as a share of the line."""

    image_id: int
    row: int
    hidden: float


@dataclass(slots=True)
class ViewPlace:
    """Scroll position, current image and selection of a view."""

    anchor: Anchor | None = None
    current: int | None = None
    selected: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    runs: RowRuns = field(default_factory=list)  # where the selected were, in case they still are there


def ids_in(runs: RowRuns, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.concatenate([ids[:0], *(ids[first : last + 1] for first, last in runs)])


def runs_of(rows: npt.NDArray[np.intp]) -> RowRuns:
    """First and last of each run of consecutive rows; an empty list if there are too many runs to be of use."""
    rows = np.sort(rows[rows >= 0])
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.diff(rows) > 1)
    if len(breaks) >= MAX_RUNS:
        return []
    firsts = rows[np.concatenate([[0], breaks + 1])]
    lasts = rows[np.concatenate([breaks, [len(rows) - 1]])]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


def merged(runs: RowRuns) -> RowRuns:
    """The same rows as sorted runs that neither overlap nor touch."""
    result: RowRuns = []
    for first, last in sorted(runs):
        if result and first <= result[-1][1] + 1:
            result[-1] = result[-1][0], max(last, result[-1][1])
        else:
            result.append((first, last))
    return result
