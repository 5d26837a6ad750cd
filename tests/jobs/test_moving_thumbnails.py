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
from engine.jobs.moving_thumbnails import bring_together, move_thumbnails
from engine.library import Library, open_library, restore_library
from engine.progress import finish
from engine.store import images, pixel_codes, thumbnails
from engine.thumbnail_place import MOVING, NAME, PLACE, chosen_place, file_now
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
    first, second, *_, last = sorted(shown(library))
    for report in move_thumbnails(library, str(drive)):
        if report.done == 10:
            with library.writing_thumbnails() as db:
                thumbnails.remove(db, [first])
                thumbnails.put(db, [(second, b"edited"), (last + 1, b"new")])
    assert first not in shown(library)
    assert shown(library)[second] == b"edited"
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


def killed_when(library: Library, monkeypatch: pytest.MonkeyPatch, folder: str) -> Library:
    """Moving them there is over, but for what is left where they were; opened again."""

    class KilledError(BaseException):
        pass

    def end(file: str) -> None:
        raise KilledError

    with monkeypatch.context() as killed:
        killed.setattr("engine.jobs.moving_thumbnails.clear", end)
        with pytest.raises(KilledError):
            finish(move_thumbnails(library, folder))
    return reopened(library)


def test_what_a_move_left_that_was_killed_at_its_end_comes_back_over_nothing(
    indexed: IndexedLibrary, drive: Path, monkeypatch: pytest.MonkeyPatch
):
    library = killed_when(indexed.library, monkeypatch, str(drive))
    first = min(shown(library))
    with library.writing_thumbnails() as db:
        thumbnails.put(db, [(first, b"edited since")])
    finish(bring_together(library))
    assert shown(library)[first] == b"edited since"
    assert (Path(library.path) / NAME).stat().st_size < 20_000
    assert not (Path(library.path) / MOVING).exists()
    library.close()


@pytest.mark.parametrize("place", ["", "third"])
def test_a_move_that_was_killed_at_its_end_leaves_none_where_they_were(
    moved: IndexedLibrary, drive: Path, tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "third").mkdir()
    before = shown(moved.library)
    library = killed_when(moved.library, monkeypatch, place and str(tmp_path / place))
    assert shown(library) == before
    assert list(drive.iterdir()) == []
    library.close()


def test_the_folder_may_be_among_photos(indexed: IndexedLibrary):
    finish(move_thumbnails(indexed.library, str(indexed.photos)))
    assert indexed.again().found == 30
    assert shown(indexed.library)


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


def test_while_a_library_is_open_the_folder_may_go_and_come_back(moved: IndexedLibrary, drive: Path):
    before = shown(moved.library)
    drive.rename(str(drive) + " unplugged")
    assert shown(moved.library) == {}
    photo("discs", 77).save(moved.photos / "new.jpg")
    assert moved.again().added == 1
    (new,) = shown(moved.library)

    Path(str(drive) + " unplugged").rename(drive)
    assert shown(moved.library).keys() == before.keys()
    moved.again()
    assert shown(moved.library).keys() == before.keys() | {new}


def test_while_they_are_away_nothing_is_concluded_from_what_is_lacking(moved: IndexedLibrary, drive: Path):
    library, unplugged = moved.library, Path(str(drive) + " unplugged")
    drive.rename(unplugged)
    assert finish(check(library, repair=True)) == []
    photo("discs", 1).resize((90, 60)).save(moved.photos / "smaller.jpg")
    moved.again()
    assert pixel_codes.count_new(library.db) == 1, "it waits until those that are like it can be looked at"
    unplugged.rename(drive)
    moved.again()
    assert pixel_codes.count_new(library.db) == 0
    assert finish(check(library)) == []


def test_damaged_ones_in_the_library_s_own_folder_stop_nothing(moved: IndexedLibrary):
    before = shown(moved.library)
    (Path(moved.library.path) / NAME).write_bytes(b"damaged" * 5000)
    assert moved.again().unchanged == 30
    assert shown(moved.library) == before
    assert any("damaged-" in name for name in os.listdir(moved.library.path))


def test_a_drive_that_is_taken_out_and_put_in_again_is_read_anew(moved: IndexedLibrary, tmp_path: Path):
    first, second = tmp_path / "drive", tmp_path / "kept"
    with mounted_drive(first, "80m"):
        finish(move_thumbnails(moved.library, str(first)))
        before = shown(moved.library)
        shutil.copytree(first, second)
        with mounted_drive(first, "80m"):  # the same place, another drive
            assert shown(moved.library) == {}
            shutil.copytree(second, first, dirs_exist_ok=True)
            assert shown(moved.library) == before
        moved.library.close()


def test_what_was_made_while_it_was_away_comes_along_when_they_come_back(moved: IndexedLibrary, drive: Path):
    first = min(shown(moved.library))
    drive.rename(str(drive) + " unplugged")
    with moved.library.writing_thumbnails() as db:
        thumbnails.put(db, [(first, b"edited while it was away")])
    Path(str(drive) + " unplugged").rename(drive)
    finish(move_thumbnails(moved.library, ""))
    assert shown(moved.library)[first] == b"edited while it was away"


def test_a_drive_that_goes_while_they_are_moved_away_from_it_is_said(moved: IndexedLibrary, drive: Path):
    before = shown(moved.library)
    moving = move_thumbnails(moved.library, "")
    next(moving)
    next(moving)
    drive.rename(str(drive) + " unplugged")
    with pytest.raises(UserError, match="away"):
        finish(moving)
    Path(str(drive) + " unplugged").rename(drive)
    assert shown(moved.library) == before


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


def test_a_library_that_comes_back_finds_none_that_its_copy_has_taken_over(moved: IndexedLibrary, tmp_path: Path):
    before, path = shown(moved.library), moved.library.path
    moved.library.close()
    shutil.copytree(path, tmp_path / "copy")
    os.rename(path, tmp_path / "on a drive that is away")
    copy = open_library(str(tmp_path / "copy"))
    assert shown(copy) == before
    os.rename(tmp_path / "on a drive that is away", path)
    first = open_library(path)
    assert file_now(path) != file_now(copy.path)
    assert shown(first) == {}
    first.close()
    copy.close()


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
