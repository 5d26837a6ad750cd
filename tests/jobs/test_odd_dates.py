"""Indexing files whose date or size is not usual: neither ends the indexing, and a changed date is noticed."""

import os
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from engine.images.pool import ReadingPool
from engine.jobs import indexing
from engine.store import images, skipped
from tests.conftest import IndexedLibrary
from tests.jobs.indexing_talk import counts, nearest, save
from tests.mounted_drive import mounted_drive
from tests.photo_makers import photo

SECOND = 10**9


def set_year(path: Path, year: int, later: int = 0) -> int:
    """Date the file; returns what the file system made of it."""
    time = int((datetime(year, 6, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()) + later
    os.utime(path, ns=(0, time * SECOND + 7))
    return os.stat(path).st_mtime_ns


def indexed_time(indexed: IndexedLibrary, name: str) -> int:
    image = images.one(indexed.library.db, indexed.id_of(name))
    assert image is not None
    return image.mtime_ns


def test_files_of_any_year_are_indexed_and_read_again_when_their_date_changes(indexed: IndexedLibrary):
    names = {year: f"{year}.jpg" for year in (1900, 1969, 2263, 2300, 2446, 9999)}
    times = {}
    for number, (year, name) in enumerate(names.items()):
        save(indexed.photos / name, photo("discs", 90 + number))
        times[name] = set_year(indexed.photos / name, year)
    assert counts(indexed.again()) == {"found": 36, "added": 6, "unchanged": 30}
    for name, time in times.items():
        assert indexed_time(indexed, name) // SECOND == time // SECOND, name
    assert counts(indexed.again()) == {"found": 36, "unchanged": 36}
    for number, (year, name) in enumerate(names.items()):
        save(indexed.photos / name, photo("bricks", 90 + number))
        set_year(indexed.photos / name, min(year, 2400), later=-1)
    assert counts(indexed.again()) == {"found": 36, "changed": 6, "unchanged": 30}
    odd = {indexed.id_of(name) for name in names.values()}
    for image_id in odd:
        others = [i for i in nearest(indexed, image_id, k=12) if i not in odd]
        assert {indexed.kind_of(i) for i in others[:5]} == {"bricks"}


def test_all_years_of_a_file_system_without_limits(indexed: IndexedLibrary):
    drive = indexed.photos / "drive"
    with mounted_drive(drive):
        years = [1, 1600, 1700, 2300, 2500, 9999]
        for number, year in enumerate(years):
            save(drive / f"{year}.jpg", photo("discs", 90 + number))
            set_year(drive / f"{year}.jpg", year)
        save(drive / "late.jpg", photo("bricks", 97))
        os.utime(drive / "late.jpg", ns=(0, 10**21))  # the year 33658
        assert counts(indexed.again()) == {"found": 37, "added": 7, "unchanged": 30}
        assert counts(indexed.again()) == {"found": 37, "unchanged": 37}
        for year in years:
            size = (drive / f"{year}.jpg").stat().st_size
            (drive / f"{year}.jpg").write_bytes(bytes(size))  # damaged, and as large as before
            set_year(drive / f"{year}.jpg", year, later=1)
        assert counts(indexed.again()) == {"found": 37, "skipped": 6, "unchanged": 31}


def test_a_file_as_large_as_a_number_can_be_is_skipped_with_its_reason(
    indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    """A worker is given less time for it than usual: it computes all the while."""
    monkeypatch.setattr(indexing, "ReadingPool", partial(ReadingPool, seconds_a_file=2))
    drive = indexed.photos / "drive"
    with mounted_drive(drive):
        (drive / "endless.jpg").touch()
        os.truncate(drive / "endless.jpg", (1 << 63) - 1)
        save(drive / "good.jpg", photo("discs", 98))
        assert counts(indexed.again()) == {"found": 32, "added": 1, "unchanged": 30, "skipped": 1}
        (row,) = skipped.all_skipped(indexed.library.db)
        assert row.path.endswith(b"endless.jpg")
        assert row.reason
