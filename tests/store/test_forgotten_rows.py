"""Rows of forgotten images: kept aside, and put back as they were."""

import numpy as np
import pytest

from engine.metadata import Metadata
from engine.store import (
    alike_pairs,
    checked_rows,
    codes,
    decisions,
    faces,
    features,
    files,
    images,
    keyword_labels,
    label_edits,
    labels,
    metadata_rows,
    pixel_codes,
    skipped,
    taken_labels,
    training_images,
)
from engine.store.alike_pairs import AlikePair
from engine.store.connection import Database
from engine.store.folders import Folder
from engine.store.forgotten_rows import _ROWS, ForgottenRows
from engine.store.keyword_labels import KeywordLabel
from engine.store.label_edits import Delete, Give
from engine.store.pixel_codes import PixelCode
from tests.store.row_makers import add_image, add_version, file_of


@pytest.fixture
def ids(db: Database, folder: Folder) -> list[int]:
    """Five images of which all is known that can be."""
    found = [add_image(db, folder, b"%d.jpg" % n, taken_at="2024-01-01T00:00:00") for n in range(5)]
    version = add_version(db)
    codes.put(db, version, found, np.arange(10, dtype=np.uint8).reshape(5, 2))
    features.put(db, "b", found, np.arange(20, dtype=np.float32).reshape(5, 4))
    label_edits.apply(db, Give({"cat": found[:3], "dog": found[1:]}))
    decisions.put(db, found[0], found[1], True)
    decisions.put(db, found[3], found[0], False)
    training_images.put(db, version, found[:2])
    pixel_codes.put(db, [PixelCode(i, bytes(32), bytes(32), 1.0) for i in found])
    pixel_codes.set_compared(db, found)
    alike_pairs.put(db, [AlikePair(found[0], found[1], False, 90), AlikePair(found[1], found[2], True, 80)])
    metadata_rows.put(db, {i: Metadata(iso=100 * i, lens="Läns") for i in found})
    metadata_rows.note_all(db)
    faces.put(db, [(i, ()) for i in found])
    files.add(db, folder.id, b"copy of 1.jpg", 7, 7, found[1])
    skipped.put(db, file_of(db, found[0]), "changed", "why")
    taken_labels.put(db, {(file := file_of(db, found[2])): b"stamp"}, {file: {"Läufer": True}})
    for name, image_id in (("cat", found[0]), ("dog", found[1])):
        (label_id,) = db.execute("SELECT id FROM labels WHERE name = ?", (name,)).fetchone()
        keyword_labels.put(db, [KeywordLabel(file_of(db, image_id), label_id, image_id, beside=False)])
    return found


def state(db: Database) -> dict[str, list[tuple]]:
    """Row by row, with the checksums; codes without their stamps."""
    found = {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}").fetchall())) for name in _ROWS}
    found["codes"] = sorted(map(repr, db.execute("SELECT version_id, image_id, code FROM codes").fetchall()))
    return found


def damaged(db: Database) -> list[str]:
    return [table.name for table in checked_rows.TABLES if list(checked_rows.damaged(db, table))]


def test_every_table_that_names_images_or_files_is_kept(db: Database):
    """A table that is added later is missed here, not by a person."""
    named = set()
    for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        points_at = {row[2] for row in db.execute(f"PRAGMA foreign_key_list({name})")}
        if points_at & {"images", "files"}:
            named.add(name)
    assert named | {"images"} == set(_ROWS)


def test_all_of_it_goes_and_comes_back_exactly(db: Database, ids: list[int]):
    before, rows = state(db), ForgottenRows()
    assert all(before.values()), "nothing is tested by an empty table"
    (stamp,) = db.execute("SELECT removed_stamp FROM model_versions").fetchone()
    assert rows.take_out(db, ids[:2]) == 2
    assert rows.take_out(db, ids[2:3]) == 1
    left = state(db)
    assert [i for (i,) in db.execute("SELECT image_id FROM codes")] == ids[3:]
    assert (len(left["images"]), len(left["files"]), left["alike_pairs"], left["decisions"]) == (2, 2, [], [])
    assert db.execute("SELECT removed_stamp FROM model_versions").fetchone()[0] > stamp, "indexes notice"
    assert (rows.images, rows.batches) == (3, 2)
    assert rows.put_back(db) == ids[2:3]
    rows.drop()
    assert rows.put_back(db) == ids[:2]
    rows.drop()
    assert state(db) == before
    assert (rows.images, rows.batches, damaged(db)) == (0, 0, [])
    newest = db.execute("SELECT max(stamp) FROM codes").fetchone()
    assert newest == db.execute("SELECT stamp FROM model_versions").fetchone(), "indexes notice that, too"


def test_damage_stays_what_it_was(db: Database, ids: list[int]):
    db.conn.execute("UPDATE images SET checksum = 5 WHERE id = ?", (ids[0],))
    db.conn.execute("UPDATE metadata SET checksum = 5 WHERE image_id = ?", (ids[0],))
    db.conn.execute("UPDATE codes SET checksum = 5 WHERE image_id = ?", (ids[0],))
    rows = ForgottenRows()
    rows.take_out(db, ids[:1])
    rows.put_back(db)
    assert sorted(damaged(db)) == ["images", "metadata"]
    assert db.execute("SELECT count(*) FROM codes").fetchone() == (4,), "that one is computed again"


def test_what_is_gone_meanwhile_does_not_come_back_with_them(db: Database, ids: list[int]):
    rows = ForgottenRows()
    rows.take_out(db, ids[:2])
    label_edits.apply(db, Delete("cat"))
    db.execute("DELETE FROM model_versions")
    db.execute("DELETE FROM images WHERE id = ?", (-1,))
    files.remove(db, file_of(db, ids[3]))
    db.execute("DELETE FROM images WHERE id = ?", (ids[3],))
    assert rows.put_back(db) == ids[:2]
    assert labels.of_images(db, ids[:2]) == {ids[1]: ["dog"]}
    assert decisions.all_decisions(db) == [(ids[0], ids[1], True)]
    assert training_images.of_version(db, 1) == set()
    assert damaged(db) == []


def test_numbers_and_places_of_files_that_others_have_by_now(db: Database, folder: Folder, ids: list[int]):
    rows = ForgottenRows()
    last = ids[4]
    number = file_of(db, last)
    places = db.execute("SELECT path FROM files WHERE image_id = ? ORDER BY id", (ids[1],)).fetchall()
    rows.take_out(db, [ids[1], last])
    db.execute("DELETE FROM files WHERE id > ?", (number - 1,))
    other = add_image(db, folder, b"other.jpg")
    taken = add_image(db, folder, b"1.jpg", content=b"another")
    assert file_of(db, other) == number
    assert rows.put_back(db) == [ids[1], last]
    assert len({file_of(db, image) for image in (other, taken, last)}) == 3
    assert [path for path, _ in files.paths_of(db, ids[1])] == [b"/photos/copy of 1.jpg"]
    assert (b"1.jpg",) in places
    assert damaged(db) == []


def test_an_image_that_came_again_is_told_what_was_said_of_the_old_one(
    db: Database, folder: Folder, ids: list[int]
):
    rows = ForgottenRows()
    rows.take_out(db, ids[:1])
    again = add_image(db, folder, b"elsewhere.jpg", content=b"0.jpg")
    assert rows.put_back(db) == []
    assert images.one(db, ids[0]) is None
    assert labels.of_images(db, [again]) == {again: ["cat"]}
    assert decisions.of_query(db, again) == {ids[1]: True, ids[3]: False}
    assert again in training_images.of_version(db, 1)
    assert damaged(db) == []
