"""Flipped bits in the first bytes of a database: turned back, and nothing is lost for them."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from engine.errors import DamagedLibraryError, UserError
from engine.jobs.checking import check
from engine.library import open_library
from engine.progress import finish
from engine.store import folders, thumbnails
from engine.store.database import complaints
from tests.folder_state import folder_state

COUNTS = range(28, 40)  # of pages and of free ones: these can be anything
FREE_PAGES = range(32, 40)  # the first one, and how many there are
SCHEMA_NUMBER = range(60, 64)
NO_MATTER = (*range(24, 28), *range(40, 44), *range(48, 52), *range(68, 100))


@pytest.fixture
def closed_library(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    library = open_library(str(path))
    with library.writing() as db:
        folders.add(db, b"/photos")
    with library.writing_thumbnails() as db:
        thumbnails.put(db, [(1, b"a thumbnail")])
    library.close()
    return path


def flip(file: Path, at: int, bit: int) -> None:
    data = bytearray(file.read_bytes())
    data[at] ^= 1 << bit
    file.write_bytes(data)


def is_whole(path: Path) -> bool:
    """For who writes, and then for who reads: nothing was put aside, and all that was there is."""
    for write in (True, False):
        library = open_library(str(path), write=write)
        held = [folder.path for folder in library.folders()], thumbnails.get(library.thumbnails_db, [1])
        wrong = complaints(library.db) + complaints(library.thumbnails_db)
        library.close()
        if held != ([b"/photos"], {1: b"a thumbnail"}) or wrong:
            return False
    return not list(path.glob("*damaged*"))


@pytest.mark.parametrize("name", ["library.db", "thumbnails.db"])
def test_no_row_is_lost_for_a_flipped_bit_in_the_first_bytes(closed_library: Path, name: str):
    file = closed_library / name
    healthy = file.read_bytes()
    for at in sorted(set(range(100)) - set(COUNTS)):
        for bit in {1, at % 8} if name == "library.db" else {(at + 3) % 8}:
            file.write_bytes(healthy)
            flip(file, at, bit)
            assert is_whole(closed_library), f"byte {at}, bit {bit}"
            assert at in (*NO_MATTER, *SCHEMA_NUMBER) or file.read_bytes()[at] == healthy[at], "it is mended"


@pytest.mark.parametrize("at", COUNTS)
def test_a_flipped_bit_in_a_count_of_pages_is_found_or_does_nothing(closed_library: Path, at: int):
    flip(closed_library / "library.db", at, at % 8)
    try:
        library = open_library(str(closed_library), write=False)
    except DamagedLibraryError:
        return
    assert complaints(library.db)
    library.close()


@pytest.mark.parametrize("had_free_pages", [False, True])
@pytest.mark.parametrize("at", FREE_PAGES)
def test_a_damaged_list_of_free_pages_is_made_again_and_no_row_is_lost(
    closed_library: Path, at: int, had_free_pages: bool
):
    if had_free_pages:
        library = open_library(str(closed_library))
        for statement in ("CREATE TABLE large (text TEXT)", "INSERT INTO large VALUES (zeroblob(50000))"):
            library.db.execute(statement)
        library.db.execute("DROP TABLE large")
        assert library.db.execute("PRAGMA freelist_count").fetchone()[0] > 5
        library.close()
    flip(closed_library / "library.db", at, 7)
    library = open_library(str(closed_library))
    found = [finding.repaired for finding in finish(check(library, repair=True))]
    assert found == [True], "it is found, and mended"
    library.close()
    assert is_whole(closed_library)


def test_who_only_reads_changes_nothing(closed_library: Path):
    flip(closed_library / "library.db", 18, 3)
    before = folder_state(closed_library)
    with pytest.raises(DamagedLibraryError, match="first bytes"):
        open_library(str(closed_library), write=False)
    assert folder_state(closed_library) == before


def test_a_library_that_is_open_elsewhere_is_not_mended_under_its_hands(closed_library: Path):
    library = open_library(str(closed_library))
    flip(closed_library / "library.db", 20, 3)
    damaged = (closed_library / "library.db").read_bytes()
    with suppress(DamagedLibraryError):  # unless the log holds the first page
        open_library(str(closed_library)).close()
    assert (closed_library / "library.db").read_bytes() == damaged
    library.close()


LEFT_WITH_A_LOG = """
import os, signal, sys
from engine.library import open_library
from engine.progress import finish
from engine.store import labels
library = open_library(sys.argv[1])
library.db.execute("PRAGMA wal_autocheckpoint = 0")
with library.writing() as db:
    labels.assign(db, "sea", [])
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_stands_only_in_the_log_is_not_lost_either(closed_library: Path, tmp_path: Path):
    subprocess.run([sys.executable, "-c", LEFT_WITH_A_LOG, str(closed_library)], check=False)
    assert (closed_library / "library.db-wal").stat().st_size > 0
    for at in (5, 18, 22, 47, 55, 59, 63):
        copy = Path(shutil.copytree(closed_library, tmp_path / f"copy {at}"))
        flip(copy / "library.db", at, 3)
        library = open_library(str(copy))
        assert library.db.execute("SELECT name FROM labels").fetchall() == [("sea",)], f"byte {at}"
        library.close()
        assert is_whole(copy), f"byte {at}"


@pytest.mark.parametrize(
    "pragma", ["page_size = 8192", "auto_vacuum = INCREMENTAL", "encoding = 'UTF-16'", "page_size = 512"]
)
def test_a_database_of_another_program_that_is_made_otherwise_stays_as_it_is(tmp_path: Path, pragma: str):
    place = tmp_path / "library"
    place.mkdir()
    db = sqlite3.connect(place / "library.db", isolation_level=None)
    for statement in (f"PRAGMA {pragma}", "CREATE TABLE songs (title TEXT)", "PRAGMA user_version = 5"):
        db.execute(statement)
    db.close()
    before = folder_state(place)
    with pytest.raises(UserError, match="another program") as refused:
        open_library(str(place))
    assert not isinstance(refused.value, DamagedLibraryError)
    assert folder_state(place) == before


def test_a_library_with_pages_of_another_size_opens(closed_library: Path):
    for name in ("library.db", "thumbnails.db"):
        db = sqlite3.connect(closed_library / name, isolation_level=None)
        for statement in ("journal_mode = DELETE", "page_size = 8192"):
            db.execute(f"PRAGMA {statement}")
        db.execute("VACUUM")
        db.close()
    assert is_whole(closed_library)
    assert (closed_library / "thumbnails.db").read_bytes()[16:18] == (8192).to_bytes(2)


def test_a_library_whose_program_was_killed_before_its_log_was_written_back_is_not_called_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    library = open_library(str(tmp_path / "library"))
    with library.writing() as db:
        folders.add(db, b"/photos")
    killed = tmp_path / "killed"  # what is on the disk while it is open: all of it in the log
    shutil.copytree(library.path, killed, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
    library.close()
    left = (killed / "library.db").read_bytes()[:100]
    opened = open_library(str(killed))
    assert [folder.path for folder in folders.all_folders(opened.db)] == [b"/photos"]
    opened.close()
    assert not any(left[44:48])
    assert not any(left[56:60])
    assert not caplog.records
