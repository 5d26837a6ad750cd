"""Opening: a new database gets its schema, an old one is brought up, what is newer or not ours stays as it is."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.library import Library, open_library
from engine.store import folders, migrations, recognising
from engine.store.connection import Database
from engine.store.database import open_database
from tests.folder_state import folder_state


def make_notes(db: Database) -> None:
    db.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")


def add_colour(db: Database) -> None:
    db.execute("ALTER TABLE notes ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")


def make_table(number: int, db: Database) -> None:
    db.execute(f"CREATE TABLE more{number} (id INTEGER PRIMARY KEY) STRICT")


def fail_halfway(db: Database) -> None:
    db.execute("DELETE FROM notes")
    raise RuntimeError("a step with a mistake in it")


def version_of(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


@pytest.fixture
def old_notes(tmp_path: Path) -> Path:
    """A database of the first schema with two rows."""
    path = tmp_path / "notes.db"
    db = open_database(str(path), [make_notes])
    db.execute("INSERT INTO notes (text) VALUES ('milk'), ('bread')")
    db.close()
    return path


def tables_of(db: Database) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def test_a_new_library_has_the_newest_schema(library: Library):
    assert library.db.execute("PRAGMA user_version").fetchone() == (len(migrations.LIBRARY),)
    assert library.thumbnails_db.execute("PRAGMA user_version").fetchone() == (len(migrations.THUMBNAILS),)
    assert {"folders", "files", "images", "features", "codes", "labels"} <= tables_of(library.db)


def test_a_library_is_safe_against_a_crash_and_lets_readers_in(library: Library):
    for db in (library.db, library.thumbnails_db):
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL: what was acknowledged is on the disk"
        assert db.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_an_old_database_is_brought_up_with_its_rows(old_notes: Path):
    db = open_database(str(old_notes), [make_notes, add_colour])
    assert db.execute("SELECT text, colour FROM notes ORDER BY id").fetchall() == [
        ("milk", "red"),
        ("bread", "red"),
    ]
    assert db.execute("PRAGMA user_version").fetchone() == (2,)
    db.close()


def test_opening_again_runs_no_step_twice(old_notes: Path):
    for _ in range(2):
        open_database(str(old_notes), [make_notes, add_colour]).close()
    assert version_of(old_notes) == 2


def test_threads_that_open_an_old_database_at_once_bring_it_up_once(tmp_path: Path):
    steps = [make_notes, add_colour, *(partial(make_table, number) for number in range(6))]
    start = threading.Barrier(4)

    def open_it(path: Path) -> int:
        start.wait()
        db = open_database(str(path), steps)
        try:
            return len(tables_of(db))
        finally:
            db.close()

    with ThreadPoolExecutor(4) as threads:
        for attempt in range(10):
            path = tmp_path / f"{attempt}.db"
            open_database(str(path), steps[:1]).close()
            assert list(threads.map(open_it, [path] * 4)) == [7] * 4
            assert version_of(path) == len(steps)


def torn(path: Path) -> bytes:
    """The whole database; what lies there from now on is torn in the middle of its schema."""
    whole = path.read_bytes()
    path.write_bytes(whole[:1000] + b"\xff" * 3096 + whole[4096:])
    return whole


def test_what_another_program_is_just_writing_is_looked_at_again(old_notes: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recognising, "JUST_NOW", 3600 * 10**9)
    monkeypatch.setattr(recognising, "WRITING", 600.0)
    whole = torn(old_notes)
    writer = threading.Timer(0.1, old_notes.write_bytes, [whole])
    writer.start()
    recognising.refuse_foreign(str(old_notes), [make_notes])
    writer.join()
    assert old_notes.read_bytes() == whole


def test_what_stays_torn_is_refused_also_while_others_write(old_notes: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(recognising, "JUST_NOW", 3600 * 10**9)
    monkeypatch.setattr(recognising, "WRITING", 0.1)
    torn(old_notes)
    with pytest.raises(UserError, match="damaged"):
        recognising.refuse_foreign(str(old_notes), [make_notes])


def test_a_step_that_fails_changes_nothing(old_notes: Path):
    with pytest.raises(RuntimeError):
        open_database(str(old_notes), [make_notes, fail_halfway])
    db = open_database(str(old_notes), [make_notes])
    assert db.execute("SELECT count(*) FROM notes").fetchone() == (2,)
    db.close()


def test_an_old_database_opened_for_reading_only_says_what_to_do(old_notes: Path):
    before = old_notes.read_bytes()
    with pytest.raises(UserError, match="older DualHash"):
        open_database(str(old_notes), [make_notes, add_colour], read_only=True)
    assert old_notes.read_bytes() == before


KILLED_WHILE_MIGRATING = """
import sys, time
from engine.store.database import open_database
from tests.store.test_database import make_notes

def slow(db):
    db.execute("ALTER TABLE notes ADD COLUMN colour TEXT")
    db.execute("DELETE FROM notes WHERE text = 'milk'")
    # More than the page cache holds, so that half of the step has reached the log on disk.
    db.execute("PRAGMA cache_size = 1")
    db.conn.executemany("INSERT INTO notes (text) VALUES (?)", [("x" * 4000,) for _ in range(500)])
    print("halfway", flush=True)
    time.sleep(60)

open_database(sys.argv[1], [make_notes, slow])
"""


def test_a_kill_during_a_migration_leaves_the_old_schema_and_the_next_start_goes_on(old_notes: Path):
    child = subprocess.Popen([sys.executable, "-c", KILLED_WHILE_MIGRATING, str(old_notes)], stdout=subprocess.PIPE)
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"halfway\n"
        child.send_signal(signal.SIGKILL)
    db = open_database(str(old_notes), [make_notes, add_colour])
    assert db.execute("SELECT text, colour FROM notes ORDER BY id").fetchall() == [
        ("milk", "red"),
        ("bread", "red"),
    ]
    assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()


# --- what must not be touched


@pytest.fixture
def closed_library(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    library = open_library(str(path))
    with library.writing() as db:
        folders.add(db, b"/photos")
    library.close()
    return path


@pytest.mark.parametrize("name", ["library.db", "thumbnails.db"])
@pytest.mark.parametrize("write", [True, False])
def test_a_newer_library_is_refused_and_not_a_byte_changes(closed_library: Path, name: str, write: bool):
    with sqlite3.connect(closed_library / name) as db:
        db.execute("CREATE TABLE of_the_future (id INTEGER)")
        db.execute("PRAGMA user_version = 99")
    db.close()
    before = folder_state(closed_library)
    with pytest.raises(UserError, match=r"newer DualHash \(schema 99"):
        open_library(str(closed_library), write=write)
    assert folder_state(closed_library) == before


NEWER_ONLY_IN_THE_LOG = """
import os, signal, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA wal_autocheckpoint = 0")
db.execute("CREATE TABLE of_the_future (id INTEGER)")
db.execute("PRAGMA user_version = 99")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("write", [True, False])
def test_a_newer_library_whose_version_stands_only_in_the_log_is_refused_too(closed_library: Path, write: bool):
    subprocess.run([sys.executable, "-c", NEWER_ONLY_IN_THE_LOG, str(closed_library / "library.db")], check=False)
    header = (closed_library / "library.db").read_bytes()[60:64]
    assert int.from_bytes(header, "big") == len(migrations.LIBRARY), "the file itself still says the old version"
    assert (closed_library / "library.db-wal").stat().st_size > 0
    before = folder_state(closed_library)
    with pytest.raises(UserError, match=r"newer DualHash \(schema 99"):
        open_library(str(closed_library), write=write)
    assert folder_state(closed_library) == before


def garbage(data: bytes) -> bytes:
    return b"This is not a database at all. " * 100


def cut_in_the_header(data: bytes) -> bytes:
    return data[:60]


def cut_in_half(data: bytes) -> bytes:
    return data[: len(data) // 2]


def first_page_overwritten(data: bytes) -> bytes:
    return data[:100] + b"\xa5" * 3996 + data[4096:]


def schema_that_is_no_text(data: bytes) -> bytes:
    """SQLite quotes it in its complaint."""
    return data.replace(b"CREATE TABLE", b"CREATE \xd2ABLE")


def no_page_of_rows(data: bytes) -> bytes:
    """The first byte of a page says what it is; the schema is on the first."""
    pages = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    return b"".join([pages[0], *(b"\x07" + page[1:] if page[0] == 13 else page for page in pages[1:])])


DAMAGES = [garbage, cut_in_the_header, cut_in_half, first_page_overwritten, schema_that_is_no_text]


@pytest.mark.parametrize("damage", [*DAMAGES, no_page_of_rows])
def test_what_is_damaged_or_no_database_is_said_at_open_and_left_as_it_is(closed_library: Path, damage):
    name = "library.db"
    path = closed_library / name
    path.write_bytes(damage(path.read_bytes()))
    before = folder_state(closed_library)
    with pytest.raises(UserError) as refused:
        open_library(str(closed_library))
    assert name in str(refused.value)
    assert "\n" not in str(refused.value)
    after = folder_state(closed_library)
    assert after[os.fsencode(name)] == before[os.fsencode(name)]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_thumbnails_are_put_aside_unchanged(closed_library: Path, damage):
    path = closed_library / "thumbnails.db"
    path.write_bytes(damage(path.read_bytes()))
    damaged = path.read_bytes()
    open_library(str(closed_library)).close()
    assert damaged in [aside.read_bytes() for aside in closed_library.glob("thumbnails.db.damaged-*")]


def test_a_library_can_be_opened_again_after_it_was_refused(closed_library: Path):
    path = closed_library / "library.db"
    good = path.read_bytes()
    path.write_bytes(garbage(good))
    with pytest.raises(UserError):
        open_library(str(closed_library))
    path.write_bytes(good)
    library = open_library(str(closed_library))
    assert not library.read_only, "the lock was given back"
    assert [folder.path for folder in library.folders()] == [b"/photos"]
    library.close()


@pytest.mark.parametrize("name", ["with space & 100% #1?", "ünï", "not-utf8-\udce9"])
def test_a_library_may_lie_in_a_folder_of_any_name(tmp_path: Path, name: str):
    library = open_library(str(tmp_path / name))
    with library.writing() as db:
        folders.add(db, b"/photos")
    library.close()
    assert (tmp_path / name / "library.db").stat().st_size > 0
    again = open_library(str(tmp_path / name), write=False)
    assert len(again.folders()) == 1
    again.close()
