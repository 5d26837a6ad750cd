"""Where each tile of the grid is, and which tile is where, by arithmetic alone.

All tiles have one size, so nothing is laid out and nothing is stored per image. Coordinates are those of the
whole content, before scrolling. "Line" is a row of tiles on screen; "row" is a row of the model.
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

    def left_of(self, column: int) -> int:
        """Space that is left over is spread evenly between the columns and at both sides."""
        spare = max(0, self.width - self.columns * self.tile_width)
        return column * self.tile_width + spare * (column + 1) // (self.columns + 1)

    def top_of_line(self, line: int) -> int:
        return MARGIN + line * self.pitch

    def rect(self, row: int) -> QRect:
        line, column = divmod(row, self.columns)
        return QRect(self.left_of(column), self.top_of_line(line), self.tile_width, self.tile_height)

    def row_at(self, x: int, y: int) -> int | None:
        """The row whose tile covers this point; None in the gaps and outside."""
        line, inside = divmod(y - MARGIN, self.pitch)
        columns = self._columns_touching(x, x)
        if not columns or inside >= self.tile_height or line < 0:
            return None
        row = line * self.columns + columns.start
        return row if row < self.count else None

    def lines_touching(self, top: int, bottom: int) -> range:
        """Lines with a tile between these heights, both inclusive."""
        first = (top - MARGIN + LINE_GAP) // self.pitch
        last = (bottom - MARGIN) // self.pitch
        return range(max(0, first), min(self.lines, last + 1))

    def rows_of_lines(self, lines: range) -> range:
        start, stop = lines.start * self.columns, lines.stop * self.columns
        return range(min(self.count, start), max(min(self.count, start), min(self.count, stop)))

    def runs_in(self, band: QRect) -> list[tuple[int, int]]:
        """First and last row of each run of tiles that the band touches."""
        lines = self.lines_touching(band.top(), band.bottom())
        columns = self._columns_touching(band.left(), band.right())
        if not lines or not columns:
            return []
        last_row = self.count - 1
        if len(columns) == self.columns or len(lines) > MAX_BAND_LINES:
            first = lines.start * self.columns + columns.start
            last = (lines.stop - 1) * self.columns + columns.stop - 1
            return [(first, min(last, last_row))] if first <= last_row else []
        starts = [line * self.columns + columns.start for line in lines]
        return [(start, min(start + len(columns) - 1, last_row)) for start in starts if start <= last_row]

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
