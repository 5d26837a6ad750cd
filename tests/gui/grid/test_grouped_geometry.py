"""Where tiles and headers are in a grid with groups, against a layout that puts them one after the other."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize

from gui.grid.geometry import LINE_GAP, MARGIN, MAX_BAND_LINES, GridGeometry
from gui.grid.grouped_geometry import GroupedGeometry

TILE, HIGH, HEADER = 60, 70, 30


@dataclass
class Laid:
    """A grid laid out tile by tile, as slowly and plainly as can be."""

    sizes: list[int]
    columns: int
    tops: list[int] = field(default_factory=list)  # of the tiles
    lines: list[list[int]] = field(default_factory=list)  # rows
    headers: list[int] = field(default_factory=list)
    bottom: int = MARGIN

    def __post_init__(self) -> None:
        row = 0
        for size in self.sizes:
            self.headers.append(self.bottom)
            self.bottom += HEADER
            for at in range(size):
                if at % self.columns == 0:
                    self.lines.append([])
                    self.bottom += HIGH + LINE_GAP if at else 0
                self.lines[-1].append(row)
                self.tops.append(self.bottom)
                row += 1
            self.bottom += HIGH + LINE_GAP


def made(sizes: list[int], width: int = 300) -> tuple[GroupedGeometry, Laid]:
    starts = np.cumsum([0, *sizes[:-1]])
    geometry = GroupedGeometry(sum(sizes), width, TILE, HIGH, starts, HEADER)
    return geometry, Laid(sizes, geometry.columns)


@pytest.fixture(params=range(6))
def both(request: pytest.FixtureRequest) -> tuple[GroupedGeometry, Laid]:
    draw = random.Random(request.param)
    sizes = [draw.choice([1, 1, 2, 3, 4, 5, 8, 9, 17]) for _ in range(draw.randrange(1, 12))]
    return made(sizes, draw.choice([50, 150, 300, 437]))


def test_tiles_lines_and_headers_are_where_the_slow_layout_has_them(both):
    geometry, laid = both
    assert geometry.lines == len(laid.lines)
    assert geometry.content_height == laid.bottom - LINE_GAP + MARGIN
    assert [geometry.rect(row).top() for row in range(geometry.count)] == laid.tops
    for line, rows in enumerate(laid.lines):
        assert list(geometry.rows_of_line(line)) == rows
        assert geometry.top_of_line(line) == laid.tops[rows[0]]
        for column, row in enumerate(rows):
            assert (geometry.line_of(row), geometry.column_of(row)) == (line, column)
            assert geometry.rect(row).left() == geometry.left_of(column)
    assert [geometry.top_of_group(group) for group in range(geometry.groups)] == laid.headers
    first = 0
    for group, size in enumerate(laid.sizes):
        assert geometry.rows_of_group(group) == range(first, first + size)
        assert {geometry.group_of(row) for row in range(first, first + size)} == {group}
        first += size


def test_what_is_at_a_point_is_what_a_look_at_every_tile_finds(both):
    geometry, laid = both
    rects = [geometry.rect(row) for row in range(geometry.count)]
    for y in range(-20, geometry.content_height + 20, 7):
        for x in range(-5, geometry.width + 5, 19):
            found = [row for row, rect in enumerate(rects) if rect.contains(x, y)]
            assert [geometry.row_at(x, y)] == (found or [None])
        above = [line for line, rows in enumerate(laid.lines) if laid.tops[rows[0]] <= y]
        assert geometry.last_line_from(y) == (above[-1] if above else -1)
        begun = [group for group, top in enumerate(laid.headers) if top <= y]
        assert geometry.group_at(y) == (begun[-1] if begun else 0)


def test_lines_between_two_heights_and_the_rows_of_them(both):
    geometry, laid = both
    draw = random.Random(5)
    for _ in range(200):
        top = draw.randrange(-50, geometry.content_height + 50)
        bottom = top + draw.randrange(400)
        touched = [
            line
            for line, rows in enumerate(laid.lines)
            if laid.tops[rows[0]] <= bottom and laid.tops[rows[0]] + HIGH > top
        ]
        assert list(geometry.lines_touching(top, bottom)) == touched
        rows = [row for line in touched for row in laid.lines[line]]
        assert list(geometry.rows_of_lines(geometry.lines_touching(top, bottom))) == rows
        seen = geometry.groups_touching(top, bottom)
        assert {g for g, y in enumerate(laid.headers) if top <= y + HEADER - 1 and y <= bottom} <= set(seen)
    assert list(geometry.rows_of_lines(range(-3, 99))) == list(range(geometry.count))


def test_a_band_takes_the_tiles_that_it_touches(both):
    geometry, _ = both
    draw = random.Random(6)
    for _ in range(200):
        band = QRect(draw.randrange(-20, 400), draw.randrange(-20, 900), 1, 1)
        band.setSize(QSize(draw.randrange(1, 300), draw.randrange(1, 400)))
        touched = [row for row in range(geometry.count) if geometry.rect(row).intersects(band)]
        runs = [row for first, last in geometry.runs_in(band) for row in range(first, last + 1)]
        assert runs == touched


def test_every_scroll_position_is_found_again_and_begins_with_a_line(both):
    geometry, laid = both
    starts = {rows[0] for rows in laid.lines}
    for offset in range(0, geometry.start_of_line(geometry.lines), 3):
        row, hidden = geometry.place_at(offset)
        assert row in starts
        assert 0 <= hidden < 1
        assert geometry.offset_of(row, hidden) == offset
    assert geometry.place_at(geometry.start_of_line(geometry.lines)) is None
    assert geometry.place_at(0) == (0, 0.0)


def test_a_step_up_or_down_leads_to_the_next_line_and_a_page_as_far_as_it_is_high(both):
    geometry, laid = both
    tops = [laid.tops[rows[0]] for rows in laid.lines]
    for line in range(geometry.lines):
        assert geometry.lines_away(line, 1) == min(line + 1, geometry.lines - 1)
        assert geometry.lines_away(line, -1) == max(line - 1, 0)
        below = [at for at in range(line + 1, geometry.lines) if tops[at] <= tops[line] + 300]
        assert geometry.lines_away(line, 300) == (below[-1] if below else min(line + 1, geometry.lines - 1))
        above = [at for at in range(line) if tops[at] >= tops[line] - 300]
        assert geometry.lines_away(line, -300) == (above[0] if above else max(line - 1, 0))


def test_one_group_is_the_plain_grid_below_one_header():
    grouped, _ = made([57])
    plain = GridGeometry(57, 300, TILE, HIGH)
    for row in range(57):
        assert grouped.rect(row) == plain.rect(row).translated(0, HEADER)
    assert grouped.content_height == plain.content_height + HEADER


def test_a_band_over_very_many_groups_is_one_range():
    geometry, _ = made([2] * (MAX_BAND_LINES + 5))
    assert len(geometry.runs_in(QRect(0, 0, 20, geometry.content_height))) == 1


def test_a_million_images_in_20_000_groups_are_20_000_numbers():
    """What the geometry holds, and what it does for a row, hangs on groups alone."""
    geometry = GroupedGeometry(1_000_000, 1500, 176, 200, np.arange(20_000) * 50, 40)
    held = [value for name in GroupedGeometry.__slots__ if isinstance(value := getattr(geometry, name), list)]
    assert [len(each) for each in held] == [20_001] * 3
    assert geometry.lines == 20_000 * -(-50 // geometry.columns)
    last = geometry.rect(999_999)
    assert geometry.row_at(last.center().x(), last.center().y()) == 999_999
    assert geometry.group_of(999_999) == 19_999
