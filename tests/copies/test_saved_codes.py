"""All codes as a file: what it gives is what the database holds, whatever became of either."""

from pathlib import Path

import numpy as np
import pytest

from engine.copies import saved_codes
from engine.jobs.checking import check
from engine.library import Library
from engine.progress import finish
from engine.store import folders, pixel_codes
from engine.store.pixel_codes import PixelCode
from tests.store.row_makers import add_image

IMAGES = 60


@pytest.fixture
def ids(library: Library, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of images in blocks of eight; four blocks are many."""
    for module in (pixel_codes, saved_codes):
        monkeypatch.setattr(module, "BLOCK", 8)
    monkeypatch.setattr(saved_codes, "MANY", 32)
    draw = np.random.default_rng(0)
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        made = [add_image(db, folder, b"%d.jpg" % number) for number in range(IMAGES)]
        pixel_codes.put(db, [PixelCode(i, draw.bytes(32), draw.bytes(32), 1.0) for i in made])
        pixel_codes.set_compared(db, made[:50])
    return made


def must_agree(library: Library) -> int:
    """Returns how many were read one by one."""
    now, truth = saved_codes.up_to_date(library), pixel_codes.read(library.db)
    for name in ("image_ids_N", "codes_NB", "looks_NB", "compared_N"):
        assert np.array_equal(getattr(now.codes, name), getattr(truth, name)), name
    assert now.codes.damaged == truth.damaged
    return now.read_anew


def test_only_what_changed_is_read_from_the_database(library: Library, ids: list[int]):
    assert must_agree(library) == IMAGES
    saved_codes.save(library)
    assert must_agree(library) == 0
    with library.writing() as db:
        pixel_codes.set_compared(db, ids[50:52])
    assert 0 < must_agree(library) <= 16
    saved_codes.save(library)
    with library.writing() as db:
        pixel_codes.remove(db, ids[9:11])
        pixel_codes.put(db, [PixelCode(ids[30], bytes(32), bytes(32), 2.0)])
    assert 0 < must_agree(library) <= 14
    with library.writing() as db:
        db.execute("UPDATE pixel_codes SET checksum = checksum + 1 WHERE image_id = ?", (ids[20],))
    assert must_agree(library) > 0
    assert saved_codes.up_to_date(library).codes.damaged == (ids[20],)


def test_what_is_damaged_in_the_database_is_right_in_the_file(library: Library, ids: list[int]):
    before = pixel_codes.read(library.db)
    saved_codes.save(library)
    with library.writing() as db:
        db.execute("UPDATE pixel_codes SET code = zeroblob(32) WHERE image_id = ?", (ids[3],))
    assert np.array_equal(saved_codes.up_to_date(library).codes.codes_NB, before.codes_NB)


def test_a_damaged_file_is_not_used_and_is_made_again(library: Library, ids: list[int]):
    saved_codes.save(library)
    path = Path(saved_codes.path_of(library))
    whole = path.read_bytes()
    for at in (0, 40, 200, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert must_agree(library) == IMAGES
    path.write_bytes(whole[:100])
    assert must_agree(library) == IMAGES
    assert "the saved codes of near-copies are damaged" in [each.what for each in finish(check(library))]
    finish(check(library, repair=True))
    assert must_agree(library) < IMAGES  # of the file, all but those that were compared since
    path.unlink()
    assert must_agree(library) == IMAGES
