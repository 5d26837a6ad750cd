"""A database that is not ours, or holds what is not ours, is refused before anything in it can run."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import DamagedLibraryError, UserError
from engine.library import open_library
from engine.store import folders, migrations
from tests.folder_state import folder_state


@pytest.fixture
def closed_library(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    library = open_library(str(path))
    with library.writing() as db:
        folders.add(db, b"/photos")
    library.close()
    return path


def run_sql(path: Path, *statements: str) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        db.execute(statement)
    db.close()


@pytest.mark.parametrize("version", [0, 3, 99])
@pytest.mark.parametrize("write", [True, False])
def test_a_database_of_another_program_is_refused_and_not_a_byte_changes(tmp_path: Path, version: int, write: bool):
    place = tmp_path / "library"
    place.mkdir()
    run_sql(
        place / "library.db",
        "CREATE TABLE songs (title TEXT)",
        "INSERT INTO songs VALUES ('Yesterday')",
        f"PRAGMA user_version = {version}",
    )
    before = folder_state(place)
    with pytest.raises(UserError, match="another program") as refused:
        open_library(str(place), write=write)
    assert not isinstance(refused.value, DamagedLibraryError), "nobody may put it aside as our own"
    assert folder_state(place) == before


FOREIGN_OBJECTS = {
    "trigger": "CREATE TRIGGER spy AFTER INSERT ON labels BEGIN DELETE FROM images; END",
    "view": "CREATE VIEW spy AS SELECT * FROM images",
    "table": "CREATE TABLE spy (text TEXT)",
    "index": "CREATE INDEX spy ON images (camera)",
}


@pytest.mark.parametrize("kind", FOREIGN_OBJECTS)
@pytest.mark.parametrize("name", ["library.db", "thumbnails.db"])
def test_what_is_not_ours_in_a_library_is_named_and_refused(closed_library: Path, kind: str, name: str):
    sql = FOREIGN_OBJECTS[kind]
    if name == "thumbnails.db":
        sql = sql.replace("labels", "thumbnails").replace("images", "thumbnails").replace("camera", "jpeg")
    run_sql(closed_library / name, sql)
    before = folder_state(closed_library)
    with pytest.raises(UserError, match=f"holds a {kind} named 'spy'"):
        open_library(str(closed_library))
    assert folder_state(closed_library) == before


ONLY_IN_THE_LOG = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA wal_autocheckpoint = 0")
db.execute(sys.argv[2])
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_foreign_trigger_that_stands_only_in_the_log_is_refused_too(closed_library: Path):
    child = [sys.executable, "-c", ONLY_IN_THE_LOG, str(closed_library / "library.db"), FOREIGN_OBJECTS["trigger"]]
    subprocess.run(child, check=False)
    assert (closed_library / "library.db-wal").stat().st_size > 0
    before = folder_state(closed_library)
    with pytest.raises(UserError, match="holds a trigger named 'spy'"):
        open_library(str(closed_library))
    assert folder_state(closed_library) == before


def test_a_library_that_was_left_with_a_log_opens(closed_library: Path):
    sql = "INSERT INTO labels (name) VALUES ('sea')"
    subprocess.run([sys.executable, "-c", ONLY_IN_THE_LOG, str(closed_library / "library.db"), sql], check=False)
    assert (closed_library / "library.db-wal").stat().st_size > 0
    library = open_library(str(closed_library))
    assert library.db.execute("SELECT name FROM labels").fetchall() == [("sea",)]
    library.close()


def test_a_table_of_ours_that_is_gone_is_damage(closed_library: Path):
    run_sql(closed_library / "library.db", "DROP TABLE skipped")
    with pytest.raises(DamagedLibraryError, match="its table skipped is not as it was"):
        open_library(str(closed_library))


def test_a_damaged_row_of_the_schema_is_no_stranger(closed_library: Path):
    """Else it would be refused for good, and nobody could put it aside."""
    for old, new in ((b"tablesqlite_sequence", b"tabLesqlite_sequence"), (b"tablesqlite_seq", b"tabletqlite_seq")):
        file = closed_library / "library.db"
        data = file.read_bytes()
        assert data.count(old) == 1
        file.write_bytes(data.replace(old, new))
        with pytest.raises(DamagedLibraryError, match="qlite_sequence"):
            open_library(str(closed_library))
        file.write_bytes(data)


@pytest.mark.parametrize("value", ["CAST(name AS BLOB)", "NULL", "7"])
def test_a_name_in_the_schema_that_is_no_text_any_more_is_damage(closed_library: Path, value: str):
    run_sql(
        closed_library / "library.db",
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET name = {value} WHERE name = 'labels_insert'",
    )
    with pytest.raises(DamagedLibraryError):
        open_library(str(closed_library))


@pytest.mark.parametrize("number", [0, 1, 4, 7, 1 << 30, -1])
@pytest.mark.parametrize("name", ["library.db", "thumbnails.db"])
def test_which_steps_made_a_database_its_schema_tells_not_the_number_in_the_file(
    closed_library: Path, name: str, number: int
):
    run_sql(closed_library / name, f"PRAGMA user_version = {number}")
    for write in (False, True):
        library = open_library(str(closed_library), write=write)
        assert [folder.path for folder in library.folders()] == [b"/photos"]
        library.close()
    assert list(closed_library.glob("*damaged*")) == list(closed_library.glob("*before*")) == []
    db = sqlite3.connect(closed_library / name)
    steps = {"library.db": migrations.LIBRARY, "thumbnails.db": migrations.THUMBNAILS}[name]
    assert db.execute("PRAGMA user_version").fetchone() == (len(steps),)
    db.close()


@pytest.mark.parametrize("write", [True, False])
def test_a_database_without_any_table_that_has_a_number_is_not_ours(tmp_path: Path, write: bool):
    place = tmp_path / "library"
    place.mkdir()
    run_sql(place / "library.db", "PRAGMA user_version = 7")
    before = folder_state(place)
    with pytest.raises(UserError, match="another program"):
        open_library(str(place), write=write)
    assert folder_state(place) == before


def test_statistics_that_sqlite_keeps_for_itself_are_no_stranger(closed_library: Path):
    run_sql(closed_library / "library.db", "ANALYZE")
    library = open_library(str(closed_library))
    assert library.db.execute("PRAGMA user_version").fetchone() == (len(migrations.LIBRARY),)
    library.close()


def test_nothing_in_a_schema_is_trusted_and_no_page_is_mapped(closed_library: Path):
    library = open_library(str(closed_library))
    for db in (library.db, library.thumbnails_db):
        assert db.execute("PRAGMA trusted_schema").fetchone() == (0,)
        assert db.execute("PRAGMA mmap_size").fetchone() == (0,), "a failing disk would end the process"
    library.close()
