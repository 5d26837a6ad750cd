"""What cameras wrote comes out as it went in, and a damaged row is never believed."""

import sqlite3
from pathlib import Path

from engine.library import open_library
from engine.metadata import NAMES, Metadata
from engine.store import checked_rows, images, metadata_rows, migrations, word_changes
from engine.store.connection import Database
from engine.store.database import open_database
from engine.store.folders import Folder
from tests.images.test_metadata_reading import ALL_OF_IT
from tests.store.row_makers import add_image


def test_all_of_it_comes_out_as_it_went_in(db: Database, folder: Folder):
    full, empty, none = (add_image(db, folder, name) for name in (b"a.jpg", b"b.jpg", b"c.jpg"))
    metadata_rows.put_with_dates(db, {full: ALL_OF_IT, empty: Metadata()})
    assert metadata_rows.get(db, [full, empty, none]) == {full: ALL_OF_IT, empty: Metadata()}
    assert metadata_rows.one(db, none) is None
    assert images.taken(db, [full]) == {full: ("2024-05-31T17:03:59", "Canon EOS R6")}
    assert not list(checked_rows.damaged(db, checked_rows.BY_NAME["metadata"]))


def test_every_field_has_its_column(db: Database):
    columns = [row[1] for row in db.execute("PRAGMA table_info(metadata)")]
    assert columns == [*metadata_rows.COLUMNS, "checksum"]
    assert set(metadata_rows.COLUMNS) == {"image_id", *NAMES} - {"taken_at"}


def test_a_damaged_row_is_left_out_and_lacks(db: Database, folder: Folder):
    one, other = add_image(db, folder, b"a.jpg"), add_image(db, folder, b"b.jpg")
    metadata_rows.put(db, {one: ALL_OF_IT, other: ALL_OF_IT})
    db.execute("UPDATE metadata SET iso = 801, rating = 2 WHERE image_id = ?", (one,))
    assert list(metadata_rows.get(db, [one, other])) == [other]
    metadata_rows.remove(db, [one])
    assert metadata_rows.lacking(db, [folder.id], 0, 9) == [one]
    assert metadata_rows.count_lacking(db, [folder.id]) == 1
    assert metadata_rows.lacking(db, [folder.id + 1], 0, 9) == []


def library_from_before(path: Path) -> None:
    """As it was before there was this table, with three files, of which the second and the third are damaged."""
    db = open_database(str(path), migrations.LIBRARY[:8])
    checked_rows.add_functions(db.conn)
    db.execute("INSERT INTO folders (id, path, added_at) VALUES (1, x'2f78', 'then')")
    for number in (1, 2, 3):
        db.execute("INSERT INTO images (id, content, added_at) VALUES (?, ?, 'then')", (number, bytes([number])))
        cells = (number, 1, b"p%d.jpg" % number, number, 1, 1, 0, 0)
        db.execute(
            "INSERT INTO files (id, folder_id, path, image_id, size, mtime_ns, missing, waiting, checksum)"
            " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, row_checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))",
            cells,
        )
    db.execute("UPDATE files SET path = x'70302e6a7067' WHERE id = 2")  # one bit: p0.jpg
    db.execute("UPDATE files SET path = x'ffff', size = 77 WHERE id = 3")
    db.close()


def test_a_library_from_before_gets_names_to_sort_by_and_damage_stays_what_it_was(tmp_path: Path):
    library_from_before(tmp_path / "library.db")
    library = open_library(str(tmp_path))
    assert word_changes.all_noted(library.db) == {1, 2, 3}
    with library.writing() as db:
        rows = list(checked_rows.damaged(db, checked_rows.BY_NAME["files"]))
        assert {row.key: checked_rows.mend(db, row) for row in rows} == {(2,): True, (3,): False}
        kept = db.execute("SELECT path, name_key, path_key FROM files WHERE id < 3 ORDER BY id").fetchall()
    assert kept == [(b"p1.jpg", "p011.jpg", "p011.jpg"), (b"p2.jpg", "p012.jpg", "p012.jpg")]
    library.close()
    db = sqlite3.connect(tmp_path / "library.db")
    assert db.execute("PRAGMA user_version").fetchone() == (len(migrations.LIBRARY),)
