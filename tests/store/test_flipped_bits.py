"""Bits of a library's database flipped: found, turned back or named, and nobody ever sees a traceback."""

import random
import shutil
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from engine.store import checked_rows
from tests.flips import filled_tables, flip_in, try_flip, try_flip_in_the_file
from tests.shown_library import make_library

FLIPS_IN_THE_FILE = 10  # a short form, as are flips of one cell of each table; the campaign tries thousands


@pytest.fixture(scope="module")
def healthy(
    exported_onnx: str, photos_made: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Any]]:
    """A library with something in every table, and what is shown of it."""
    root = tmp_path_factory.mktemp("flips")
    return make_library(root, Path(shutil.copytree(photos_made, root / "photos")))


def tried(healthy: tuple[Path, dict[str, Any]], place: Path, seed: int, more: tuple[int, ...] = (0,)) -> list[str]:
    """What must not have been, of a flip in each table, with so many more bits beside it, taken in turn."""
    path, expected = healthy
    draw, trouble = random.Random(seed), []
    for (database, table), besides in zip(filled_tables(path), cycle(more), strict=False):
        outcome = None
        while outcome is None:  # until SQLite takes it
            flip = flip_in(path, database, table, draw)
            outcome = try_flip(path, place / "flipped", flip, expected, besides)
        trouble += [f"{flip} and {besides} more: {what}" for what in outcome.trouble]
    return trouble


def test_the_flips_are_in_every_table(healthy):
    assert {table for _, table in filled_tables(healthy[0])} >= set(checked_rows.BY_NAME)


def test_single_flipped_bits_are_found_and_mended_and_never_end_in_a_traceback(healthy, tmp_path: Path):
    assert tried(healthy, tmp_path, seed=11) == []


def test_cells_with_several_flipped_bits_are_found_and_mended_or_named(healthy, tmp_path: Path):
    assert tried(healthy, tmp_path, seed=14, more=(1, 2)) == []


def test_flipped_bits_of_the_file_itself_are_mended_or_named_and_never_end_in_a_traceback(healthy, tmp_path: Path):
    path, expected = healthy
    draw, size = random.Random(13), 8 * (path / "library.db").stat().st_size
    for at in (draw.randrange(size) for _ in range(FLIPS_IN_THE_FILE)):
        assert try_flip_in_the_file(path, tmp_path / "flipped", at, expected).trouble == [], f"bit {at}"
