"""Rows that are too many for memory: written once, mapped, and never believed when they are damaged."""

from io import FileIO
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.data import mapped_cache
from engine.experiments.data.mapped_cache import MappedRows
from engine.progress import Progress, finish

COUNT, WIDTH = 22, 6  # two pieces of eight and one of six
ROWS = np.arange(COUNT * WIDTH, dtype="<f2").reshape(COUNT, WIDTH)


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapped_cache, "PIECE", 8)


def opened(path: Path, count: int = COUNT) -> MappedRows:
    kept = MappedRows(path, count, WIDTH)
    finish(kept.checked())
    return kept


def fill(path: Path, until: int = COUNT, at_once: int = 5) -> None:
    kept = opened(path)
    with kept.filling() as filling:
        for start in range(kept.known, until, at_once):
            filling.add(ROWS[start : min(start + at_once, until)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "some.features"


def test_what_was_written_is_mapped(path: Path):
    assert opened(path).known == 0
    fill(path)
    kept = MappedRows(path, COUNT, WIDTH)
    assert [report.done for report in kept.checked()] == [0, 8, 16]
    assert kept.known == COUNT
    mapped_ND = kept.mapped()
    assert isinstance(mapped_ND, np.memmap)
    np.testing.assert_array_equal(mapped_ND, ROWS)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(("until", "known"), [(7, 0), (8, 8), (17, 16), (21, 16)])
def test_who_is_interrupted_loses_a_piece(path: Path, until: int, known: int):
    fill(path, until)
    assert opened(path).known == known
    fill(path)
    kept = opened(path)
    assert kept.known == COUNT
    np.testing.assert_array_equal(kept.mapped(), ROWS)


@pytest.mark.parametrize(("byte", "known"), [(0, 0), (8 * 2 * WIDTH, 8), (COUNT * 2 * WIDTH - 1, 16)])
def test_a_damaged_piece_and_all_after_it_are_made_anew(path: Path, byte: int, known: int):
    fill(path)
    damaged = bytearray(path.read_bytes())
    damaged[byte] ^= 1
    path.write_bytes(damaged)
    assert opened(path).known == known
    fill(path)
    np.testing.assert_array_equal(opened(path).mapped(), ROWS)


def test_a_file_that_is_cut_off_or_has_no_checksums_is_made_anew(path: Path):
    fill(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert opened(path).known == 16
    path.write_bytes(whole)
    sums = path.with_name(f"{path.name}.sums")
    sums.write_bytes(sums.read_bytes()[:-7])
    assert opened(path).known == 16
    sums.unlink()
    assert opened(path).known == 0
    fill(path)
    assert path.read_bytes() == whole


def test_more_checksums_than_pieces_are_no_rows(path: Path):
    fill(path)
    assert opened(path, 16).known == 16
    assert opened(path, 8).known == 8


def test_two_may_fill_it_at_once_and_who_maps_it_first_loses_nothing(path: Path):
    slow, quick = opened(path), opened(path)
    with quick.filling() as filling:
        filling.add(ROWS)
    mapped_ND = quick.mapped()
    with slow.filling() as filling:
        assert path.stat().st_size == ROWS.nbytes, "the system would end who reads what is not there any more"
        filling.add(ROWS[:10])
        np.testing.assert_array_equal(mapped_ND, ROWS)
        filling.add(ROWS[10:])
    np.testing.assert_array_equal(mapped_ND, ROWS)
    assert opened(path).known == COUNT


def test_looking_at_what_is_kept_can_be_broken_off(path: Path):
    fill(path)
    kept = MappedRows(path, COUNT, WIDTH)
    looking = kept.checked()
    assert next(looking) == Progress(0, COUNT, mapped_cache.CHECKING)
    looking.close()


def test_a_disk_that_fails_is_said(tmp_path: Path):
    (tmp_path / "cache").write_bytes(b"a file where the folder should be")
    kept = MappedRows(tmp_path / "cache" / "some.features", COUNT, WIDTH)
    with pytest.raises(UserError, match="cannot be written"), kept.filling():
        raise AssertionError("it cannot be opened")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "some.features"
    kept = MappedRows(path, COUNT, WIDTH)
    with open("/dev/full", "wb", buffering=0) as full, pytest.raises(UserError, match="No space left"):
        fill_into(full, kept, monkeypatch)
    assert opened(path).known == 0


def fill_into(file: FileIO, kept: MappedRows, monkeypatch: pytest.MonkeyPatch) -> None:
    with kept.filling() as filling:
        monkeypatch.setattr(filling, "_file", file)
        filling.add(ROWS)
