"""Where each tile of the grid is, and which tile is where, by arithmetic alone.

All tiles have one size, so nothing is laid out and nothing is stored per image. Coordinates are those of the
whole content, before scrolling. "Line" is a row of tiles on screen; "row" is a row of the model. With groups
(`grouped_geometry`) lines stand elsewhere, and all that follows from lines stays.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRect

LINE_GAP = 8
MARGIN = LINE_GAP  # above the first and below the last line, so that n pitches of scrolling hide exactly n lines
MIN_COLUMN_GAP = 8
# A rubber band over more lines than this selects everything between its ends: one range instead of thousands.
MAX_BAND_LINES = 512


@dataclass(frozen=True, slots=True)
class GridGeometry:
    count: int = 0
    width: int = 0
    tile_width: int = 1
    tile_height: int = 1
    columns: int = field(init=False)
    lines: int = field(init=False)
    pitch: int = field(init=False)  # from one line to the next

    def __post_init__(self) -> None:
        columns = max(1, (self.width - MIN_COLUMN_GAP) // (self.tile_width + MIN_COLUMN_GAP))
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "lines", -(-self.count // columns))
        object.__setattr__(self, "pitch", self.tile_height + LINE_GAP)

    @property
    def content_height(self) -> int:
        return 2 * MARGIN + self.lines * self.pitch - LINE_GAP if self.count else 0

    # -- lines: all that groups change ------------------------------------------------------------------------

    def line_of(self, row: int) -> int:
        return row // self.columns

    def rows_of_line(self, line: int) -> range:
        first = line * self.columns
        return range(first, min(self.count, first + self.columns))

    def top_of_line(self, line: int) -> int:
        return MARGIN + line * self.pitch

    def last_line_from(self, y: int) -> int:
        """The last line that begins there or above; -1 if none does."""
        return max(-1, min(self.lines - 1, (y - MARGIN) // self.pitch))

    def start_of_line(self, line: int) -> int:
        """How far to scroll to have the line at the top, with all that belongs to it."""
        return line * self.pitch

    # -- tiles ------------------------------------------------------------------------------------------------

    def left_of(self, column: int) -> int:
        """Space that is left over is spread evenly between the columns and at both sides."""
        spare = max(0, self.width - self.columns * self.tile_width)
        return column * self.tile_width + spare * (column + 1) // (self.columns + 1)

    def column_of(self, row: int) -> int:
        return row - self.rows_of_line(self.line_of(row)).start

    def rect(self, row: int) -> QRect:
        line = self.line_of(row)
        left = self.left_of(row - self.rows_of_line(line).start)
        return QRect(left, self.top_of_line(line), self.tile_width, self.tile_height)

    def row_at(self, x: int, y: int) -> int | None:
        """The row whose tile covers this point; None in the gaps and outside."""
        line = self.last_line_from(y)
        columns = self._columns_touching(x, x)
        if line < 0 or not columns or y >= self.top_of_line(line) + self.tile_height:
            return None
        rows = self.rows_of_line(line)
        return rows[columns.start] if columns.start < len(rows) else None

    def lines_touching(self, top: int, bottom: int) -> range:
        """Lines with a tile between these heights, both inclusive."""
        first = max(0, self.last_line_from(top))
        if self.lines and self.top_of_line(first) + self.tile_height <= top:
            first += 1
        return range(first, max(first, self.last_line_from(bottom) + 1))

    def rows_of_lines(self, lines: range) -> range:
        """All rows from the first to the last of these lines, as far as there are so many."""
        lines = range(max(0, lines.start), min(self.lines, lines.stop))
        if not lines:
            return range(0)
        return range(self.rows_of_line(lines.start).start, self.rows_of_line(lines.stop - 1).stop)

    def runs_in(self, band: QRect) -> list[tuple[int, int]]:
        """First and last row of each run of tiles that the band touches."""
        lines = self.lines_touching(band.top(), band.bottom())
        columns = self._columns_touching(band.left(), band.right())
        if not lines or not columns:
            return []
        if len(columns) == self.columns or len(lines) > MAX_BAND_LINES:
            rows = self.rows_of_lines(lines)
            first = rows.start + columns.start
            last = min(rows.stop, self.rows_of_line(lines.stop - 1).start + columns.stop) - 1
            return [(first, last)] if first <= last else []
        runs = ((rows.start + columns.start, rows) for rows in map(self.rows_of_line, lines))
        return [(first, min(first + len(columns), rows.stop) - 1) for first, rows in runs if first < rows.stop]

    # -- places -----------------------------------------------------------------------------------------------

    def place_at(self, offset: int) -> tuple[int, float] | None:
        """What is at the top when scrolled so far: the first row of a line, and the share of the line above it."""
        line = self._line_at(offset)
        if not 0 <= line < self.lines:
            return None
        start = self.start_of_line(line)
        return self.rows_of_line(line).start, (offset - start) / (self.start_of_line(line + 1) - start)

    def offset_of(self, row: int, hidden: float) -> int:
        """How far to scroll to have such a share of the row's line above the top."""
        line = self.line_of(row)
        start = self.start_of_line(line)
        return round(start + hidden * (self.start_of_line(line + 1) - start))

    def _line_at(self, offset: int) -> int:
        """The line that `start_of_line` and that of the next one have between them."""
        return offset // self.pitch

    def lines_away(self, line: int, pixels: int) -> int:
        """The line so far below or above, at least the next one."""
        top = self.top_of_line(line) + pixels
        if pixels > 0:
            return min(self.lines - 1, max(line + 1, self.last_line_from(top)))
        above = self.last_line_from(top)
        first = above if above >= 0 and self.top_of_line(above) == top else above + 1
        return max(0, min(line - 1, first))

    def _columns_touching(self, left: int, right: int) -> range:
        # Column positions are rounded, so ask around the guess instead of trusting it.
        guess = left * self.columns // max(1, self.width)
        first = max(0, guess - 1)
        while first < self.columns and self.left_of(first) + self.tile_width <= left:
            first += 1
        stop = first
        while stop < self.columns and self.left_of(stop) <= right:
            stop += 1
        return range(first, stop)
