"""Another program that writes is waited for; a copy is kept before the schema changes; a full disk is called so."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.errors import DamagedLibraryError, UserError
from engine.library import open_library
from engine.store import checked_rows, database, folders, images, labels, migrations
from engine.store.connection import Database
from engine.store.database import open_database
from tests.mounted_drive import mounted_drive
from tests.store.test_database import add_colour, make_notes


@contextmanager
def write_lock(path: Path) -> Iterator[sqlite3.Connection]:
    """Held as another program holds it."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
    finally:
        db.close()


@pytest.fixture
def closed_library(tmp_path: Path) -> Path:
    open_library(str(tmp_path / "library")).close()
    return tmp_path / "library"


def test_a_lock_that_does_not_go_is_one_sentence(closed_library: Path, monkeypatch: pytest.MonkeyPatch):
    assert database.WAIT == 30
    monkeypatch.setattr(database, "WAIT", 0.2)
    library = open_library(str(closed_library))
    with write_lock(closed_library / "library.db"):
        with pytest.raises(UserError, match="Another program is writing to the library") as said, library.writing():
            pass
        assert "\n" not in str(said.value)
    with library.writing() as db:
        labels.assign(db, "sea", [])
    assert labels.all_labels(library.db) == {"sea": 0}
    library.close()


def test_a_writer_that_reads_first_waits_for_another_program_and_is_not_turned_away(closed_library: Path):
    library = open_library(str(closed_library))
    with write_lock(closed_library / "library.db") as other:
        other.execute("INSERT INTO labels (name) VALUES ('of the other')")
        threading.Timer(0.3, lambda: other.execute("COMMIT")).start()
        with library.writing() as db:
            assert labels.find(db, "of the other") is not None, "what it reads is what was there when it may write"
            labels.assign(db, "mine", [])
    assert set(labels.all_labels(library.db)) == {"mine", "of the other"}
    library.close()


def test_a_migration_that_cannot_have_the_lock_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(database, "WAIT", 0.2)
    path = tmp_path / "notes.db"
    open_database(str(path), [make_notes]).close()
    with write_lock(path), pytest.raises(UserError, match="Another program is writing"):
        open_database(str(path), [make_notes, add_colour])


# --- a copy before the schema changes


def as_of(path: Path, steps: int) -> None:
    """A library as an older DualHash left it, with something in every table that gets checksums now."""
    db = sqlite3.connect(path, isolation_level=None)
    checked_rows.add_functions(db)
    for number, step in enumerate(migrations.LIBRARY[:steps], 1):
        step(Database(db))
        db.execute(f"PRAGMA user_version = {number}")
    old = {
        "folders": "(id, path, added_at) VALUES (1, x'2f78', 'then')",
        "images": "(id, content, format, added_at) VALUES (1, x'00', 'JPEG', 'then')",
        "files": "(id, folder_id, path, image_id, size, mtime_ns) VALUES (1, 1, x'61', 1, 1, 1)",
        "labels": "(id, name) VALUES (1, 'Größe')",
        "model_versions": "(id, name, method, bits, backbone, file, file_checksum, details, created_at, active)"
        " VALUES (1, 'Old', 'm', 8, 'b', 'f', 'c', '{}', 'then', 1)",
        "codes": "VALUES (1, 1, x'05', row_checksum(1, 1, x'05'), 1)",
        "skipped": "VALUES (1, 'damaged', 'why', 'then')",
        "mounts": "VALUES (1, x'62')",
        "training_images": "VALUES (1, 1)",
    }
    for table, values in old.items():
        db.execute(f"INSERT INTO {table} {values}")
    db.close()


def test_rows_from_before_get_their_checksums_and_a_copy_of_the_old_library_is_kept(tmp_path: Path):
    place = tmp_path / "library"
    place.mkdir()
    as_of(place / "library.db", 3)
    (place / "library.db.before-3").write_bytes(b"of an earlier change")
    library = open_library(str(place))
    for table in checked_rows.TABLES:
        assert list(checked_rows.damaged(library.db, table)) == [], table.name
    assert library.db.execute("SELECT count(*) FROM codes WHERE checksum <> 0").fetchone() == (1,)
    library.close()
    (kept,) = place.glob("library.db.before-*")
    assert kept.name == f"library.db.before-{len(migrations.LIBRARY)}"
    copy = sqlite3.connect(kept)
    assert copy.execute("PRAGMA user_version").fetchone() == (3,)
    assert copy.execute("SELECT name FROM labels").fetchall() == [("Größe",)]
    copy.close()


def test_an_old_library_whose_number_is_damaged_is_brought_up_to_date_all_the_same(tmp_path: Path):
    place = tmp_path / "library"
    place.mkdir()
    as_of(place / "library.db", 3)
    db = sqlite3.connect(place / "library.db")
    db.execute(f"PRAGMA user_version = {len(migrations.LIBRARY)}")
    db.close()
    with pytest.raises(UserError, match="older DualHash"):
        open_library(str(place), write=False)
    library = open_library(str(place))
    assert checked_rows.any_damaged(library.db, ("labels", "images", "codes")) is False
    assert set(labels.all_labels(library.db)) == {"Größe"}
    library.close()
    assert (place / f"library.db.before-{len(migrations.LIBRARY)}").exists()


def test_a_code_that_was_damaged_before_is_not_made_right_by_the_change(tmp_path: Path):
    place = tmp_path / "library"
    place.mkdir()
    as_of(place / "library.db", 3)
    db = sqlite3.connect(place / "library.db")
    db.execute("UPDATE codes SET code = x'06'")
    db.commit()
    db.close()
    library = open_library(str(place))
    assert len(list(checked_rows.damaged(library.db, checked_rows.BY_NAME["codes"]))) == 1
    library.close()


def with_marks_of_missing_images(path: Path) -> None:
    """A library as the fourth step left it: its images are marked missing, right or wrong."""
    as_of(path, 3)
    db = sqlite3.connect(path)
    pictures = [(2, b"\x02", 0), (3, b"\x03", 1), (4, b"\x04", 1), (5, b"\x05", 1)]
    db.executemany("INSERT INTO images (id, content, missing, added_at) VALUES (?, ?, ?, 'then')", pictures)
    places = [(2, b"b", 0), (3, b"c", 1), (4, b"d", 1), (4, b"e", 0)]  # the fifth image has no file
    sql = "INSERT INTO files (image_id, path, missing, folder_id, size, mtime_ns) VALUES (?, ?, ?, 1, 1, 1)"
    db.executemany(sql, places)
    db.commit()
    db.close()
    open_database(str(path), migrations.LIBRARY[:4]).close()


def test_which_images_of_an_older_library_are_missing_follows_from_their_files(tmp_path: Path):
    with_marks_of_missing_images(tmp_path / "library.db")
    library = open_library(str(tmp_path))
    assert sorted(images.missing(library.db)) == [1, 3], "the file of the first was found damaged"
    assert {image.id for image in images.get(library.db, range(1, 6)).values() if image.missing} == {1, 3}
    assert not checked_rows.any_damaged(library.db, checked_rows.BY_NAME)
    library.close()


def test_images_that_were_damaged_before_can_be_mended_as_far_as_they_could_before(tmp_path: Path):
    with_marks_of_missing_images(tmp_path / "library.db")
    db = sqlite3.connect(tmp_path / "library.db")
    db.execute("UPDATE images SET content = x'12' WHERE id = 2")  # one bit
    db.execute("UPDATE images SET content = x'ff33' WHERE id = 3")
    db.execute("UPDATE images SET missing = 0 WHERE id = 4")  # one bit of the mark, which is gone now
    db.commit()
    db.close()
    library = open_library(str(tmp_path))
    with library.writing() as db:
        rows = list(checked_rows.damaged(db, checked_rows.BY_NAME["images"]))
        assert {row.key: checked_rows.mend(db, row) for row in rows} == {(2,): True, (3,): False}
    assert images.contents(library.db, [2]) == {2: b"\x02"}
    library.close()


def test_a_new_library_and_one_that_is_up_to_date_keep_no_copy(closed_library: Path):
    open_library(str(closed_library)).close()
    assert list(closed_library.glob("*before-*")) == []


def test_without_room_for_a_copy_the_library_is_brought_up_all_the_same(tmp_path: Path, caplog):
    drive = tmp_path / "drive"
    with mounted_drive(drive, "1M"):
        (drive / "library").mkdir()
        as_of(drive / "library" / "library.db", 3)
        with contextlib.closing(sqlite3.connect(drive / "library" / "library.db", isolation_level=None)) as db:
            db.execute("INSERT INTO features VALUES (1, 'b', zeroblob(200000), 0)")
        (drive / "filler").write_bytes(bytes(250_000))
        library = open_library(str(drive / "library"))
        assert library.db.execute("PRAGMA user_version").fetchone() == (len(migrations.LIBRARY),)
        library.close()
        assert list((drive / "library").glob("*before-*")) == []
    assert "no copy of the library" in caplog.text


# --- a full disk


@pytest.mark.parametrize("room", [0, 20_000])
def test_a_full_disk_while_opening_is_called_full_and_not_damaged(tmp_path: Path, room: int):
    drive = tmp_path / "drive"
    with mounted_drive(drive, "2m"):
        library = open_library(str(drive / "library"))
        with library.writing() as db:
            folders.add(db, b"/photos")
        library.close()
        fill(drive, room)
        with pytest.raises(UserError, match=r"full|No space left") as said:
            open_library(str(drive / "library"))
        assert not isinstance(said.value, DamagedLibraryError)
        assert "damaged" not in str(said.value)
        (drive / "filler").unlink()
        again = open_library(str(drive / "library"))
        assert [folder.path for folder in again.folders()] == [b"/photos"]
        again.close()


def test_on_a_full_disk_what_is_there_can_still_be_read(tmp_path: Path):
    drive = tmp_path / "drive"
    with mounted_drive(drive, "2m"):
        library = open_library(str(drive / "library"))
        with library.writing() as db:
            labels.assign(db, "sea", [])
        library.close()
        fill(drive, 0)
        reading = open_library(str(drive / "library"), write=False)
        assert labels.all_labels(reading.db) == {"sea": 0}
        reading.close()


def test_a_new_library_on_a_full_disk_is_refused_with_the_reason(tmp_path: Path):
    drive = tmp_path / "drive"
    with mounted_drive(drive, "100k"):
        fill(drive, 8192)
        with pytest.raises(UserError, match=r"full|No space left") as said:
            open_library(str(drive / "library"))
        assert "damaged" not in str(said.value)


def fill(drive: Path, room: int) -> None:
    """Leave so many bytes."""
    about = os.statvfs(drive)
    (drive / "filler").write_bytes(bytes(about.f_bavail * about.f_frsize - room))


FILE_SIZE_LIMIT = """
import resource, sys
from engine.errors import DamagedLibraryError, UserError
from engine.library import open_library
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    open_library(sys.argv[1])
except DamagedLibraryError as error:
    print("damaged", error)
except UserError as error:
    print("said", error)
"""


def test_a_limit_on_the_size_of_files_is_not_called_damage_either(tmp_path: Path):
    command = [sys.executable, "-c", FILE_SIZE_LIMIT, str(tmp_path / "library")]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.startswith("said ")
    assert "damaged" not in result.stdout
