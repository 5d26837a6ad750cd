"""Bits of a library's database flipped: found, turned back or named, and nobody ever sees a traceback."""

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.flips import make_library, random_flip, try_flip, try_flip_in_the_file

FLIPS = 60  # a short form; the benchmark campaign tries a thousand


@pytest.fixture(scope="module")
def healthy(
    exported_onnx: str, photos_made: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Any]]:
    """A library with something in every table, and what is shown of it."""
    root = tmp_path_factory.mktemp("flips")
    return make_library(root, Path(shutil.copytree(photos_made, root / "photos")))


def tried(healthy: tuple[Path, dict[str, Any]], place: Path, flips: int, seed: int, more: int = 0) -> list[str]:
    """What must not have been, of so many flips."""
    path, expected = healthy
    draw, trouble, done = random.Random(seed), [], 0
    while done < flips:
        flip = random_flip(path, draw)
        outcome = try_flip(path, place / "flipped", flip, expected, more)
        if outcome is not None:
            done += 1
            trouble += [f"{flip}: {what}" for what in outcome.trouble]
    return trouble


def test_single_flipped_bits_are_found_and_mended_and_never_end_in_a_traceback(healthy, tmp_path: Path):
    assert tried(healthy, tmp_path, FLIPS, seed=11) == []


@pytest.mark.parametrize("more", [1, 2])
def test_cells_with_several_flipped_bits_are_found_and_mended_or_named(healthy, tmp_path: Path, more: int):
    assert tried(healthy, tmp_path, FLIPS // 4, seed=12, more=more) == []


def test_flipped_bits_of_the_file_itself_are_mended_or_named_and_never_end_in_a_traceback(healthy, tmp_path: Path):
    path, expected = healthy
    draw, size = random.Random(13), 8 * (path / "library.db").stat().st_size
    for at in (draw.randrange(size) for _ in range(FLIPS // 4)):
        assert try_flip_in_the_file(path, tmp_path / "flipped", at, expected).trouble == [], f"bit {at}"
