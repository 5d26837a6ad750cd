"""The geometry of a grid in groups: each group begins with a header and a line of its own.

What a group needs is worked out for all groups at once, in one pass of numpy; where a line or a row is, bisecting
finds. A million images in 20,000 groups cost no more than 20,000 numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np

from engine.arrays import Rows
from gui.grid.geometry import LINE_GAP, MARGIN, GridGeometry


@dataclass(frozen=True, slots=True, eq=False)
class GroupedGeometry(GridGeometry):
    starts: Rows = field(default_factory=lambda: np.zeros(1, np.int64))  # the first row of each group, from 0 on
    header: int = 0  # how high a header is, with the gap below it
    _first_rows: list[int] = field(init=False, repr=False)  # of each group, and where the next one would begin
    _first_lines: list[int] = field(init=False, repr=False)
    _tops: list[int] = field(init=False, repr=False)  # of its header

    def __post_init__(self) -> None:
        GridGeometry.__post_init__(self)
        firsts = np.append(self.starts, self.count)
        lines = np.concatenate([[0], np.cumsum(-(-np.diff(firsts) // self.columns))])
        tops = MARGIN + lines * self.pitch + np.arange(len(firsts)) * self.header
        object.__setattr__(self, "lines", int(lines[-1]))
        object.__setattr__(self, "_first_rows", firsts.tolist())
        object.__setattr__(self, "_first_lines", lines.tolist())
        object.__setattr__(self, "_tops", tops.tolist())

    @property
    def groups(self) -> int:
        return len(self._first_rows) - 1

    @property
    def content_height(self) -> int:
        return self._tops[-1] + MARGIN - LINE_GAP if self.count else 0

    # -- lines ------------------------------------------------------------------------------------------------

    def line_of(self, row: int) -> int:
        group = self.group_of(row)
        return self._first_lines[group] + (row - self._first_rows[group]) // self.columns

    def rows_of_line(self, line: int) -> range:
        group = self._group_of_line(line)
        first = self._first_rows[group] + (line - self._first_lines[group]) * self.columns
        return range(first, min(self._first_rows[group + 1], first + self.columns))

    def top_of_line(self, line: int) -> int:
        group = self._group_of_line(line)
        return self._tops[group] + self.header + (line - self._first_lines[group]) * self.pitch

    def last_line_from(self, y: int) -> int:
        group = bisect_right(self._tops, y - self.header, hi=self.groups) - 1
        if group < 0:
            return -1
        inside = (y - self.header - self._tops[group]) // self.pitch
        return min(self._first_lines[group + 1] - 1, self._first_lines[group] + inside)

    def start_of_line(self, line: int) -> int:
        if line >= self.lines:
            return self._tops[-1] - MARGIN
        group = self._group_of_line(line)
        inside = line - self._first_lines[group]
        return self._tops[group] - MARGIN + (self.header + inside * self.pitch if inside else 0)

    def _line_at(self, offset: int) -> int:
        if not 0 <= offset < self.start_of_line(self.lines):
            return -1
        group = self.group_at(offset + MARGIN)
        inside = max(0, (offset + MARGIN - self._tops[group] - self.header) // self.pitch)
        return min(self._first_lines[group + 1] - 1, self._first_lines[group] + inside)

    # -- groups -----------------------------------------------------------------------------------------------

    def group_of(self, row: int) -> int:
        return bisect_right(self._first_rows, row, hi=self.groups) - 1

    def rows_of_group(self, group: int) -> range:
        return range(self._first_rows[group], self._first_rows[group + 1])

    def top_of_group(self, group: int) -> int:
        """Of its header; of the group behind the last one, where it would begin."""
        return self._tops[group]

    def group_at(self, y: int) -> int:
        """The group that this height belongs to, the first or the last one outside of them."""
        return max(0, bisect_right(self._tops, y, hi=self.groups) - 1)

    def groups_touching(self, top: int, bottom: int) -> range:
        """Those whose headers may lie between these heights."""
        return range(self.group_at(top), self.group_at(bottom) + 1) if self.count else range(0)

    def _group_of_line(self, line: int) -> int:
        return bisect_right(self._first_lines, line, hi=self.groups) - 1
