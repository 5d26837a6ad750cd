"""When pictures were taken, and which of them within seconds."""

from pathlib import Path

import numpy as np
import pytest

from engine.copies import bursts
from engine.copies.bursts import moments, moments_near, near_in_time
from engine.library import Library
from engine.store import folders
from tests.store.row_makers import add_image

SECOND = 10**9


def test_pictures_within_seconds_of_one_camera_or_of_one_file_time(library: Library, tmp_path: Path):
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        taken = [
            ("2021-07-03T12:30:00", "A"),
            ("2021-07-03T12:30:05", "A"),
            ("2021-07-03T12:30:11", "A"),
            ("2021-07-03T12:30:01", "B"),
            ("no date", "A"),
            (None, None),
            (None, "A"),
        ]
        ids = [
            add_image(db, folder, b"%d" % at, taken_at=when, camera=camera, mtime_ns=(100 + 3 * at) * SECOND)
            for at, (when, camera) in enumerate(taken)
        ]
        found = moments(db, ids)
    assert found.dated_N.tolist() == [True, True, True, True, False, False, False]
    pairs = list(zip(*(rows.tolist() for rows in near_in_time(found, 0, len(ids))), strict=True))
    assert sorted(pairs) == [(0, 1), (4, 5), (5, 6)]
    assert [(a, b) for a in range(7) for b in range(a + 1, 7) if found.within_seconds(a, b)] == sorted(pairs)
    assert [rows.tolist() for rows in near_in_time(found, 5, 6)] == [[4], [5]]


def test_of_few_new_pictures_among_many_only_what_may_be_near_is_read(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And gives the same pairs."""
    monkeypatch.setattr(bursts, "FEW", 4)
    taken = [
        ("2021-07-03T12:30:00", 0),
        ("2021-07-03T23:59:58", 1),
        ("2021-07-08T12:30:03", 2),
        (None, 1000),
        (None, -3),
        (None, 2004),
        (None, 1004),
        ("2021-07-04T00:00:02", 4),
        ("2021-07-03T12:30:04", 5),
        (None, 1),
    ]
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        ids = [
            add_image(db, folder, b"%d" % at, taken_at=when, camera="A", mtime_ns=seconds * SECOND)
            for at, (when, seconds) in enumerate(taken)
        ]
    every, few = moments(library.db, ids), moments_near(library.db, ids, 6)
    assert [bool(np.isnan(each.seconds_N[5])) for each in (every, few)] == [False, True], "it is not read"
    pairs = [
        list(zip(*(rows.tolist() for rows in near_in_time(each, 6, 10)), strict=True)) for each in (every, few)
    ]
    assert sorted(pairs[0]) == sorted(pairs[1]) == [(0, 8), (1, 7), (3, 6), (4, 9)]
