"""Indexing when files and drives go, come back, change meanwhile or cannot be read."""

import os
import shutil
from pathlib import Path

import pytest
from PIL import ImageEnhance

from engine.errors import UserError
from engine.jobs.indexing import index
from engine.progress import finish
from engine.store import database, folders, images, skipped
from tests.conftest import CPU, IndexedLibrary
from tests.images.picture_makers import png_bomb
from tests.jobs.indexing_talk import counts, found_but_not_read, label, labels_of, missing, nearest, save, shown
from tests.jobs.library_state import active_codes, library_state
from tests.mounted_drive import mount, mounted_drive, unmount
from tests.other_writer import OtherWriter
from tests.photo_makers import photo

# --- gone, and back


def test_a_deleted_file_is_missing_not_forgotten_and_back_at_once_when_it_returns(indexed: IndexedLibrary):
    path, image_id = indexed.photos / "discs/discs-0.jpg", indexed.id_of("discs/discs-0.jpg")
    label(indexed, "round", image_id)
    os.rename(path, indexed.photos.parent / "away.jpg")
    assert counts(indexed.again()) == {"found": 29, "unchanged": 29, "missing": 1}
    assert missing(indexed) == ["discs/discs-0.jpg"]
    assert image_id in shown(indexed)
    assert image_id not in shown(indexed, show_missing=False)
    assert nearest(indexed, image_id)[0] == image_id, "search works while it is away"
    assert counts(indexed.again()) == {"found": 29, "unchanged": 29}, "it is said once"
    os.rename(indexed.photos.parent / "away.jpg", path)
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}
    assert missing(indexed) == []
    assert image_id in shown(indexed, show_missing=False)
    assert labels_of(indexed, image_id) == ["round"]


def test_an_image_to_be_read_again_keeps_its_labels_should_its_file_be_spoilt(indexed: IndexedLibrary):
    """As `check --repair` leaves an image whose row was damaged: its content is not known until it is read."""
    image_id = indexed.id_of("discs/discs-0.jpg")
    label(indexed, "round", image_id)
    with indexed.library.writing() as db:
        db.execute("UPDATE images SET content = NULL WHERE id = ?", (image_id,))
        db.execute("UPDATE files SET waiting = 1 WHERE image_id = ?", (image_id,))
    (indexed.photos / "discs/discs-0.jpg").write_bytes(b"spoilt")
    assert indexed.again().skipped == 1
    assert labels_of(indexed, image_id) == ["round"]


def test_a_new_picture_deleted_before_it_was_read_leaves_nothing(indexed: IndexedLibrary):
    before = library_state(indexed.library)
    save(indexed.photos / "short-lived.jpg", photo("discs", 70))
    work = index(indexed.library, [indexed.folder], workers=1, device=CPU)
    next(work)
    assert len(shown(indexed)) == 31, "it is shown as soon as it is found"
    work.close()
    os.unlink(indexed.photos / "short-lived.jpg")
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}
    assert library_state(indexed.library) == before
    assert images.count(indexed.library.db) == 30


@pytest.mark.parametrize("how", ["renamed", "empty"])
def test_a_folder_that_is_not_available_marks_nothing_and_is_back_at_once(indexed: IndexedLibrary, how: str):
    before = library_state(indexed.library)
    away = indexed.photos.parent / "away"
    os.rename(indexed.photos, away)
    if how == "empty":
        indexed.photos.mkdir()  # as a mount point that is left behind
    result = indexed.again()
    assert counts(result) == {}
    assert result.unavailable == [indexed.folder.path]
    assert library_state(indexed.library) == before
    if how == "empty":
        indexed.photos.rmdir()
    os.rename(away, indexed.photos)
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}


def test_one_folder_away_does_not_keep_the_others_from_being_indexed(indexed: IndexedLibrary, tmp_path: Path):
    (tmp_path / "second").mkdir()
    save(tmp_path / "second/a.jpg", photo("discs", 80))
    second = indexed.library.add_folder(os.fsencode(tmp_path / "second"))
    os.rename(indexed.photos, tmp_path / "away")
    result = finish(index(indexed.library, [indexed.folder, second], workers=1, device=CPU))
    assert counts(result) == {"found": 1, "added": 1}
    assert missing(indexed) == []


def test_a_library_that_cannot_be_written_is_not_called_a_folder_that_is_away(
    indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    indexed.library.close_thread()
    monkeypatch.setattr(database, "WAIT", 0.2)
    with OtherWriter(indexed.library), pytest.raises(UserError, match="Another program is writing"):
        indexed.again()
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}


def test_an_empty_folder_that_was_never_indexed_is_no_problem(library, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    folder = library.add_folder(os.fsencode(tmp_path / "empty"))
    result = finish(index(library, [folder], workers=1, device=CPU))
    assert (counts(result), result.unavailable) == ({}, [])


def test_a_drive_inside_the_folder_that_is_away_marks_nothing(indexed: IndexedLibrary):
    with indexed.library.writing() as db:
        folders.remember_mounts(db, indexed.folder, {b"discs"})
    shutil.rmtree(indexed.photos / "discs")
    (indexed.photos / "discs").mkdir()
    os.unlink(indexed.photos / "leaves/leaves-0.jpg")
    assert counts(indexed.again()) == {"found": 23, "unchanged": 23, "missing": 1}
    assert missing(indexed) == ["leaves/leaves-0.jpg"]


def test_a_real_drive_inside_the_folder_comes_and_goes(indexed: IndexedLibrary):
    drive = indexed.photos / "drive"
    with mounted_drive(drive):
        save(drive / "a.jpg", photo("discs", 85))
        assert counts(indexed.again()) == {"found": 31, "added": 1, "unchanged": 30}
        image_id, kept = indexed.id_of("drive/a.jpg"), (drive / "a.jpg").read_bytes()
        status = os.stat(drive / "a.jpg")
        unmount(drive)
        assert counts(indexed.again()) == {"found": 30, "unchanged": 30}
        assert missing(indexed) == []
        mount(drive)
        (drive / "a.jpg").write_bytes(kept)
        os.utime(drive / "a.jpg", ns=(status.st_atime_ns, status.st_mtime_ns))
        assert counts(indexed.again()) == {"found": 31, "unchanged": 31}
        assert indexed.id_of("drive/a.jpg") == image_id
        os.unlink(drive / "a.jpg")
        save(drive / "b.jpg", photo("discs", 86))
        assert counts(indexed.again()) == {"found": 31, "added": 1, "unchanged": 30, "missing": 1}


def test_a_drive_pulled_while_it_is_read_loses_nothing(indexed: IndexedLibrary):
    save(indexed.photos / "discs/new.jpg", photo("discs", 71))
    os.utime(indexed.photos / "leaves/leaves-0.jpg", (1, 1))
    work = index(indexed.library, [indexed.folder], workers=1, device=CPU)
    for _ in range(2):
        next(work)  # found, not read yet
    label(indexed, "labelled early", indexed.id_of("discs/new.jpg"))
    os.rename(indexed.photos, indexed.photos.parent / "away")
    finish(work)
    assert missing(indexed) == []
    assert len(shown(indexed)) == 31
    os.rename(indexed.photos.parent / "away", indexed.photos)
    assert counts(indexed.again()) == {"found": 31, "added": 1, "unchanged": 30}
    assert labels_of(indexed, indexed.id_of("discs/new.jpg")) == ["labelled early"]


def test_a_drive_pulled_just_before_it_is_listed_loses_nothing(
    indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    """It was there when the scan began, and its mount point is empty when it is listed."""
    before, away = library_state(indexed.library), indexed.photos.parent / "away"
    listed = os.scandir

    def pulled(path: bytes) -> object:
        if path == os.fsencode(indexed.photos) + b"/" and not away.exists():
            os.rename(indexed.photos, away)
            indexed.photos.mkdir()
        return listed(path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", pulled)
        assert counts(indexed.again()) == {}
    assert away.exists()
    assert library_state(indexed.library) == before
    assert missing(indexed) == []
    indexed.photos.rmdir()
    os.rename(away, indexed.photos)
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}


# --- between scan and read


def test_a_file_deleted_between_scan_and_read(indexed: IndexedLibrary):
    save(indexed.photos / "discs/new.jpg", photo("discs", 72))
    os.utime(indexed.photos / "leaves/leaves-0.jpg", (1, 1))
    work = found_but_not_read(indexed)
    os.unlink(indexed.photos / "discs/new.jpg")
    os.unlink(indexed.photos / "leaves/leaves-0.jpg")
    result = finish(work)
    assert (result.found, result.unchanged, result.missing, result.skipped) == (31, 29, 2, 0)
    assert missing(indexed) == ["leaves/leaves-0.jpg"]
    assert images.count(indexed.library.db) == 30
    assert counts(indexed.again()) == {"found": 29, "unchanged": 29}


def test_a_file_changed_between_scan_and_read_has_the_row_of_what_was_read(indexed: IndexedLibrary):
    save(indexed.photos / "new.jpg", photo("discs", 73))
    work = found_but_not_read(indexed)
    save(indexed.photos / "new.jpg", photo("bricks", 74))
    finish(work)
    status = os.stat(indexed.photos / "new.jpg")
    row = library_state(indexed.library)[os.fsencode(indexed.photos / "new.jpg")]
    assert row[:2] == (status.st_size, status.st_mtime_ns)
    assert {indexed.kind_of(i) for i in nearest(indexed, indexed.id_of("new.jpg"))[1:]} == {"bricks"}
    assert counts(indexed.again()) == {"found": 31, "unchanged": 31}


def test_removing_the_folder_while_it_is_read_ends_well(indexed: IndexedLibrary):
    for number in range(3):
        save(indexed.photos / f"new-{number}.jpg", photo("discs", 75 + number))
    work = found_but_not_read(indexed)
    indexed.library.remove_folder(indexed.folder)
    finish(work)
    assert shown(indexed) == []
    assert indexed.library.db.execute("SELECT count(*) FROM files").fetchone() == (0,)
    assert indexed.library.db.execute("SELECT count(*) FROM images WHERE content IS NULL").fetchone() == (0,)
    assert active_codes(indexed.library) == {}


# --- skipped


def reasons(indexed: IndexedLibrary) -> dict[str, tuple[str, str]]:
    root = os.fsencode(indexed.photos)
    rows = skipped.all_skipped(indexed.library.db)
    return {os.fsdecode(os.path.relpath(row.path, root)): (row.kind, row.reason) for row in rows}


def test_bad_files_are_listed_with_their_reasons_and_the_rest_is_indexed(indexed: IndexedLibrary):
    (indexed.photos / "empty.jpg").touch()
    (indexed.photos / "text.jpg").write_text("not a picture at all")
    (indexed.photos / "bomb.png").write_bytes(png_bomb(100_000))
    (indexed.photos / "link.jpg").symlink_to("nowhere")
    os.mkfifo(indexed.photos / "pipe.jpg")
    save(indexed.photos / "good.jpg", photo("discs", 78))
    whole = (indexed.photos / "good.jpg").read_bytes()
    (indexed.photos / "half.png").write_bytes(whole[: len(whole) // 3])
    assert counts(indexed.again()) == {"found": 37, "added": 1, "unchanged": 30, "skipped": 6}
    found = reasons(indexed)
    assert set(found) == {"empty.jpg", "text.jpg", "bomb.png", "link.jpg", "pipe.jpg", "half.png"}
    assert all(reason and reason.isprintable() for _, reason in found.values())
    assert "too large" in found["bomb.png"][1]
    assert counts(indexed.again()) == {"found": 37, "unchanged": 31, "skipped": 6}
    assert images.count(indexed.library.db) == 31


def test_a_skipped_file_is_read_again_when_it_is_asked_for_or_mended(indexed: IndexedLibrary):
    path = indexed.photos / "bad.jpg"
    path.write_bytes(b"nothing")
    indexed.again()
    with indexed.library.writing() as db:
        skipped.retry(db, [row.file_id for row in skipped.all_skipped(db)])
    assert counts(indexed.again()) == {"found": 31, "unchanged": 30, "skipped": 1}
    save(path, photo("discs", 79))
    assert counts(indexed.again()) == {"found": 31, "added": 1, "unchanged": 30}
    assert reasons(indexed) == {}
    assert indexed.kind_of(nearest(indexed, indexed.id_of("bad.jpg"))[1]) == "discs"


def test_a_known_picture_that_becomes_damaged_stays_and_is_itself_again_when_mended(indexed: IndexedLibrary):
    path, image_id = indexed.photos / "discs/discs-0.jpg", indexed.id_of("discs/discs-0.jpg")
    label(indexed, "round", image_id)
    path.write_bytes(b"damaged")
    assert counts(indexed.again()) == {"found": 30, "unchanged": 29, "skipped": 1}
    assert nearest(indexed, image_id)[0] == image_id
    assert labels_of(indexed, image_id) == ["round"]
    save(path, ImageEnhance.Brightness(photo("discs", 0)).enhance(0.9))
    assert counts(indexed.again()) == {"found": 30, "changed": 1, "unchanged": 29}
    assert indexed.id_of("discs/discs-0.jpg") == image_id
    assert labels_of(indexed, image_id) == ["round"]
    assert reasons(indexed) == {}
    assert len(shown(indexed)) == len(active_codes(indexed.library)) == 30


def test_a_picture_whose_only_file_holds_something_else_is_missing_until_it_is_mended(indexed: IndexedLibrary):
    path, image_id = indexed.photos / "discs/discs-0.jpg", indexed.id_of("discs/discs-0.jpg")
    whole = path.read_bytes()
    path.write_bytes(b"damaged")
    indexed.again()
    assert image_id in shown(indexed)
    assert image_id not in shown(indexed, show_missing=False)
    path.write_bytes(whole)
    indexed.again()
    assert image_id in shown(indexed, show_missing=False)


def test_a_picture_with_a_copy_is_there_when_one_of_its_files_is_damaged(indexed: IndexedLibrary):
    image_id = indexed.id_of("discs/discs-0.jpg")
    shutil.copy(indexed.photos / "discs/discs-0.jpg", indexed.photos / "copy.jpg")
    assert counts(indexed.again()) == {"found": 31, "added": 1, "unchanged": 30}
    (indexed.photos / "discs/discs-0.jpg").write_bytes(b"damaged")
    assert counts(indexed.again()) == {"found": 31, "unchanged": 30, "skipped": 1}
    assert image_id in shown(indexed, show_missing=False)
    (indexed.photos / "copy.jpg").write_bytes(b"damaged too")
    indexed.again()
    assert image_id not in shown(indexed, show_missing=False)


def test_a_missing_picture_that_comes_back_over_another_one_is_there_again(indexed: IndexedLibrary):
    image_id, other_id = indexed.id_of("discs/discs-0.jpg"), indexed.id_of("leaves/leaves-0.jpg")
    away = indexed.photos.parent / "away.jpg"
    os.rename(indexed.photos / "discs/discs-0.jpg", away)
    assert counts(indexed.again()) == {"found": 29, "unchanged": 29, "missing": 1}
    assert image_id not in shown(indexed, show_missing=False)
    shutil.copyfile(away, indexed.photos / "leaves/leaves-0.jpg")
    assert counts(indexed.again()) == {"found": 29, "moved": 1, "unchanged": 28}
    assert indexed.id_of("leaves/leaves-0.jpg") == image_id
    assert image_id in shown(indexed, show_missing=False)
    assert other_id not in shown(indexed)


def test_a_link_that_leads_nowhere_for_a_while_is_back_when_its_target_is(indexed: IndexedLibrary):
    path, image_id = indexed.photos / "discs/discs-0.jpg", indexed.id_of("discs/discs-0.jpg")
    outside = indexed.photos.parent / "outside.jpg"
    os.rename(path, outside)
    path.symlink_to(outside)
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}
    os.rename(outside, outside.with_name("away.jpg"))
    assert counts(indexed.again()) == {"found": 30, "unchanged": 29, "skipped": 1}
    assert reasons(indexed) == {"discs/discs-0.jpg": ("unreadable", "it is a link that leads nowhere")}
    os.rename(outside.with_name("away.jpg"), outside)
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}
    assert reasons(indexed) == {}
    assert indexed.id_of("discs/discs-0.jpg") == image_id


def test_a_new_file_that_turns_into_a_pipe_before_it_is_read_is_counted_once(indexed: IndexedLibrary):
    save(indexed.photos / "new.jpg", photo("discs", 81))
    found_but_not_read(indexed).close()
    os.unlink(indexed.photos / "new.jpg")
    os.mkfifo(indexed.photos / "new.jpg")
    assert counts(indexed.again()) == {"found": 31, "unchanged": 30, "skipped": 1}
    assert reasons(indexed) == {"new.jpg": ("unreadable", "it is a pipe, not a picture")}
