"""Skipped files: a kind and a reason each; they may be tried again."""

import pytest

from engine.store import files, images, skipped, waiting_rows
from engine.store.connection import Database
from engine.store.folders import Folder
from tests.store.row_makers import add_image, file_of


@pytest.fixture
def bad(db: Database, folder: Folder) -> int:
    """A file that could not be read."""
    file_id = files.add(db, folder.id, b"bad.jpg", 10, 20, None)
    skipped.put(db, file_id, "damaged", "the file is cut short")
    return file_id


def test_a_skipped_file_is_listed_with_its_full_path_and_reason(db: Database, bad: int):
    assert skipped.all_skipped(db) == [skipped.Skipped(bad, b"/photos/bad.jpg", "damaged", "the file is cut short")]
    assert skipped.count(db) == 1


def test_a_new_reason_takes_the_place_of_the_old(db: Database, bad: int):
    skipped.put(db, bad, "timeout", "it took too long")
    assert [(row.kind, row.reason) for row in skipped.all_skipped(db)] == [("timeout", "it took too long")]


def test_a_skipped_file_that_is_gone_is_not_listed(db: Database, bad: int):
    files.set_missing(db, [bad], True)
    assert skipped.all_skipped(db) == []
    assert skipped.count(db) == 0


def test_removing_the_file_removes_its_reason(db: Database, bad: int):
    files.remove(db, bad)
    assert db.execute("SELECT count(*) FROM skipped").fetchone() == (0,)


def test_a_file_to_be_tried_again_waits_as_a_pending_image(db: Database, folder: Folder, bad: int):
    skipped.retry(db, [bad])
    assert skipped.count(db) == 0
    (waiting,) = waiting_rows.next_of(db, [folder.id], 0, 10)
    assert waiting.full_path == b"/photos/bad.jpg"
    assert images.is_pending(db, waiting.image_id)


def test_a_known_image_whose_file_became_unreadable_stays_that_image_when_tried_again(db: Database, folder: Folder):
    image = add_image(db, folder, b"a.jpg")
    skipped.put(db, file_of(db, image), "damaged", "the file is cut short")
    skipped.retry(db, [file_of(db, image)])
    (waiting,) = waiting_rows.next_of(db, [folder.id], 0, 10)
    assert waiting.image_id == image
