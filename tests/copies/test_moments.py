"""When pictures were taken, and which of them within seconds."""

from pathlib import Path

from engine.copies.bursts import moments, near_in_time
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
