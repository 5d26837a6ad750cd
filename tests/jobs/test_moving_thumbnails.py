"""Thumbnails where a person wants them: brought there and back, away, interrupted, in two copies of a library."""

import json
import os
import shutil
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs.checking import check
from engine.jobs.library_merging import merge
from engine.jobs.moving_thumbnails import move_thumbnails
from engine.library import Library, open_library, restore_library
from engine.progress import finish
from engine.store import images, thumbnails
from engine.thumbnail_place import NAME, PLACE, chosen_place, file_now
from tests.conftest import IndexedLibrary
from tests.mounted_drive import mounted_drive
from tests.photo_makers import photo

AWAY = "The folder of the thumbnails is away"


def shown(library: Library) -> dict[int, bytes]:
    found = [i for (i,) in library.db.execute("SELECT id FROM images ORDER BY id")]
    return thumbnails.get(library.thumbnails_db, found)


def left_in(folder: Path) -> list[str]:
    return sorted(name for _, _, names in os.walk(folder) for name in names)


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    folder = tmp_path / "other drive"
    folder.mkdir()
    return folder


@pytest.fixture
def moved(indexed: IndexedLibrary, drive: Path) -> IndexedLibrary:
    finish(move_thumbnails(indexed.library, str(drive)))
    return indexed


def reopened(library: Library, **how: bool) -> Library:
    library.close()
    return open_library(library.path, **how)


def test_they_go_there_with_progress_and_nothing_of_them_stays_behind(indexed: IndexedLibrary, drive: Path):
    before = shown(indexed.library)
    reports = list(move_thumbnails(indexed.library, str(drive)))
    assert reports[-1].total == 30
    assert shown(indexed.library) == before
    assert len(before) == 30
    assert (Path(indexed.library.path) / NAME).stat().st_size < 20_000
    assert left_in(drive)[0] == NAME
    again = reopened(indexed.library)
    assert shown(again) == before
    assert again.notices == []
    assert finish(check(again)) == []
    again.close()


def test_they_are_their_owner_s_alone(moved: IndexedLibrary, drive: Path):
    (own,) = drive.iterdir()
    own.chmod(0o755)
    again = reopened(moved.library)
    for path in (own, *own.iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    again.close()


def test_they_come_back_and_the_folder_is_as_it_was(moved: IndexedLibrary, drive: Path):
    before = shown(moved.library)
    finish(move_thumbnails(moved.library, ""))
    assert shown(moved.library) == before
    assert list(drive.iterdir()) == []
    assert not (Path(moved.library.path) / PLACE).exists()
    assert os.path.dirname(file_now(moved.library.path)) == moved.library.path


def test_a_thread_that_knew_them_before_does_no_harm_to_those_of_now(indexed: IndexedLibrary, drive: Path):
    """SQLite removes the log beside a database by its name when the last who has it open closes it."""
    library, before = indexed.library, shown(indexed.library)
    known, go_on = threading.Event(), threading.Event()

    def look() -> None:
        shown(library)
        known.set()
        go_on.wait(60)
        assert shown(library) == before
        library.close_thread()

    with ThreadPoolExecutor() as pool:
        looking = pool.submit(look)
        known.wait(60)
        finish(move_thumbnails(library, str(drive)))
        finish(move_thumbnails(library, ""))
        with library.writing_thumbnails() as db:
            thumbnails.put(db, [(99, b"new")])
        go_on.set()
        looking.result()
    log = Path(library.path) / f"{NAME}-wal"
    assert log.exists()
    library.close()
    again = open_library(library.path)
    assert shown(again) == before
    assert thumbnails.get(again.thumbnails_db, [99]) == {99: b"new"}
    again.close()


def test_from_one_chosen_folder_to_another(moved: IndexedLibrary, drive: Path, tmp_path: Path):
    before, other = shown(moved.library), tmp_path / "third"
    other.mkdir()
    finish(move_thumbnails(moved.library, str(other)))
    assert shown(moved.library) == before
    assert list(drive.iterdir()) == []
    assert left_in(other)[0] == NAME


def test_what_comes_and_goes_meanwhile_is_right_in_the_end(
    indexed: IndexedLibrary, drive: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.jobs.moving_thumbnails.AT_A_TIME", 5)
    library = indexed.library
    first, last = min(shown(library)), max(shown(library))
    for report in move_thumbnails(library, str(drive)):
        if report.done == 10:
            with library.writing_thumbnails() as db:
                thumbnails.remove(db, [first])
                thumbnails.put(db, [(last + 1, b"new")])
    assert first not in shown(library)
    assert thumbnails.get(library.thumbnails_db, [last + 1]) == {last + 1: b"new"}


@pytest.mark.parametrize("after", [1, 2])
def test_cancelled_they_stay_where_they_were(indexed: IndexedLibrary, drive: Path, after: int):
    before, moving = shown(indexed.library), move_thumbnails(indexed.library, str(drive))
    for _ in range(after):
        next(moving)
    moving.close()
    assert shown(indexed.library) == before
    assert list(drive.iterdir()) == []
    assert chosen_place(indexed.library.path) is None


def test_what_a_killed_move_left_goes_with_the_next_opening(indexed: IndexedLibrary, drive: Path):
    before, moving = shown(indexed.library), move_thumbnails(indexed.library, str(drive))
    next(moving)
    next(moving)
    copy = Path(indexed.library.path + " as it was then")
    shutil.copytree(indexed.library.path, copy)
    left = shutil.copytree(drive, str(drive) + " then")
    moving.close()
    indexed.library.close()
    shutil.rmtree(indexed.library.path)
    copy.rename(indexed.library.path)
    drive.rmdir()
    Path(left).rename(drive)
    assert left_in(drive)
    again = open_library(indexed.library.path)
    assert shown(again) == before
    assert list(drive.iterdir()) == []
    again.close()


def test_while_the_folder_is_away_all_else_works_and_it_is_said(moved: IndexedLibrary, drive: Path):
    before = shown(moved.library)
    moved.library.close()
    drive.rename(str(drive) + " unplugged")
    away = open_library(moved.library.path)
    assert any(AWAY in notice for notice in away.notices)
    assert shown(away) == {}
    photo("discs", 77).save(moved.photos / "new.jpg")
    here = IndexedLibrary(away, moved.folder, moved.photos)
    assert here.again().added == 1
    (new,) = shown(away)
    away.close()

    Path(str(drive) + " unplugged").rename(drive)
    back = open_library(moved.library.path)
    assert back.notices == []
    assert shown(back).keys() == before.keys()
    IndexedLibrary(back, moved.folder, moved.photos).again()
    assert shown(back).keys() == before.keys() | {new}
    assert (Path(back.path) / NAME).stat().st_size < 20_000
    back.close()


def test_who_gives_up_what_is_away_gets_them_made_anew(moved: IndexedLibrary, drive: Path):
    before = shown(moved.library)
    moved.library.close()
    shutil.rmtree(drive)
    library = open_library(moved.library.path)
    assert finish(move_thumbnails(library, "")) == 30
    IndexedLibrary(library, moved.folder, moved.photos).again()
    assert shown(library) == before
    assert finish(check(library)) == []
    library.close()


def test_where_nobody_can_write_nothing_changes(indexed: IndexedLibrary, tmp_path: Path):
    before, file = shown(indexed.library), tmp_path / "file"
    file.write_bytes(b"")
    for place in (file, tmp_path / "nowhere", Path("/proc")):
        with pytest.raises(UserError):
            finish(move_thumbnails(indexed.library, str(place)))
    assert shown(indexed.library) == before
    assert chosen_place(indexed.library.path) is None
    reader = reopened(indexed.library, write=False)
    with pytest.raises(UserError, match="reading only"):
        finish(move_thumbnails(reader, str(tmp_path)))
    reader.close()


def test_a_drive_without_room_is_refused_and_one_that_fills_up_is_told(indexed: IndexedLibrary, drive: Path):
    before = shown(indexed.library)
    with mounted_drive(drive, "1m"):
        with pytest.raises(UserError, match="not enough room"):
            finish(move_thumbnails(indexed.library, str(drive)))
        assert list(drive.iterdir()) == []
    assert shown(indexed.library) == before


def test_of_two_copies_of_a_library_only_the_first_writes_there(moved: IndexedLibrary, tmp_path: Path):
    before = shown(moved.library)
    moved.library.close()
    copy = shutil.copytree(moved.library.path, tmp_path / "copy")
    other = open_library(str(copy))
    assert shown(other) == {}
    assert chosen_place(other.path) is None
    other.close()
    first = open_library(moved.library.path)
    assert shown(first) == before
    first.close()


def test_a_library_that_was_moved_keeps_them(moved: IndexedLibrary, tmp_path: Path):
    before = shown(moved.library)
    moved.library.close()
    elsewhere = tmp_path / "elsewhere"
    os.rename(moved.library.path, elsewhere)
    for _ in range(2):
        library = open_library(str(elsewhere))
        assert shown(library) == before
        library.close()
    place = chosen_place(str(elsewhere))
    assert place is not None
    assert place.owner == str(elsewhere)


def test_damaged_ones_are_put_aside_there_and_made_anew(moved: IndexedLibrary, drive: Path):
    before = shown(moved.library)
    file = Path(file_now(moved.library.path))
    moved.library.close()
    file.write_bytes(b"damaged" * 1000)
    library = open_library(moved.library.path)
    assert any("damaged-" in name for name in left_in(drive))
    IndexedLibrary(library, moved.folder, moved.photos).again()
    assert shown(library) == before
    assert Path(file_now(library.path)) == file
    library.close()


def test_a_library_that_begins_anew_takes_none_of_before(moved: IndexedLibrary, drive: Path):
    moved.library.close()
    (Path(moved.library.path) / "library.db").write_bytes(b"damaged" * 1000)
    restore_library(moved.library.path)
    assert list(drive.iterdir()) == []
    library = open_library(moved.library.path)
    assert thumbnails.ids(library.thumbnails_db) == set()
    library.close()


def test_merging_takes_them_from_where_they_lie(moved: IndexedLibrary, tmp_path: Path):
    before = set(shown(moved.library).values())
    moved.library.close()
    into = open_library(str(tmp_path / "joined"))
    finish(merge(into, [moved.library.path]))
    assert set(shown(into).values()) == before
    into.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 9999,
        json.dumps({"folder": "/a\0b", "own": "dualhash-thumbnails-0123456789abcdef", "owner": "/"}),
        json.dumps({"folder": "/tmp", "own": "../../home", "owner": "/"}),
        json.dumps({"folder": "/tmp", "own": "dualhash-thumbnails-0123456789abcdef\n", "owner": "/"}),
        json.dumps({"folder": "\ud800", "own": "dualhash-thumbnails-0123456789abcdef", "owner": "/"}),
        json.dumps({"folder": 3, "own": None, "owner": []}),
    ],
)
def test_a_note_that_cannot_be_read_leaves_them_in_the_library(indexed: IndexedLibrary, text: str):
    before = shown(indexed.library)
    indexed.library.close()
    for name in (PLACE, "thumbnails.moving"):
        (Path(indexed.library.path) / name).write_text(text)
    library = open_library(indexed.library.path)
    assert shown(library) == before
    assert images.count(library.db) == 30
    library.close()
