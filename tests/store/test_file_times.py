"""Dates and sizes that a file system can give and SQLite cannot hold."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.store import files, images
from engine.store.browsing import Browse, Sort, browsed
from engine.store.connection import Database
from engine.store.file_times import LARGEST, stored_size, stored_time, time_of
from engine.store.folders import Folder
from tests.store.row_makers import add_image

SECOND = 10**9
YEARS = [1, 2, 1600, 1676, 1679, 1900, 1969, 1970, 2026, 2261, 2263, 2300, 2446, 9998, 9999]


def start_of(year: int) -> int:
    """The nanoseconds from 1970 to that year."""
    past = datetime(year, 1, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)
    return past // timedelta(seconds=1) * SECOND


def test_dates_of_all_years_come_back_to_the_second_and_in_their_order():
    times = [start_of(year) + second * SECOND for year in YEARS for second in range(-3, 4)]
    stored = [stored_time(time) for time in times]
    assert [time_of(number) for number in stored] == times
    assert stored == sorted(set(stored))
    assert all(-LARGEST <= number <= LARGEST for number in stored)


def test_dates_of_our_centuries_are_stored_as_they_are():
    for time in (0, -1, 1, start_of(1700) + 123, start_of(2026) + 999_999_999, start_of(2261) - 1):
        assert stored_time(time) == time_of(time) == time


@pytest.mark.parametrize("time", [1 << 63, (1 << 63) - 1, -(1 << 63), 1 << 70, 1 << 94, -(1 << 70), -(1 << 94)])
def test_a_date_without_a_calendar_is_a_number_that_can_be_stored(time: int):
    assert -LARGEST <= stored_time(time) <= LARGEST
    assert stored_time(time_of(stored_time(time))) == stored_time(time)


def test_a_size_is_cut_where_numbers_end():
    assert [stored_size(size) for size in (0, LARGEST, LARGEST + 1, 1 << 80)] == [0, LARGEST, LARGEST, LARGEST]


def test_files_of_all_dates_and_sizes_are_kept_recognised_and_sorted(db: Database, folder: Folder):
    ids = {}
    for year in YEARS:
        path, time, size = f"{year}.jpg".encode(), start_of(year), LARGEST + year
        ids[year] = add_image(db, folder, path, mtime_ns=time, size=size)
        files.set_waiting(db, files.known(db, folder.id, [path])[path].id, size, time)
        file = files.known(db, folder.id, [path])[path]
        assert file.is_as(size, time)
        assert not file.is_as(size, time + SECOND)
        assert not file.is_as(7, time)
    found = images.get(db, list(ids.values()))
    assert {year: found[image_id].mtime_ns for year, image_id in ids.items()} == {y: start_of(y) for y in YEARS}
    assert browsed(db, Browse(sort=Sort.MODIFIED)).ids.tolist() == list(ids.values())
