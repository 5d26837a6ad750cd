"""Indexing with the real backbone: what is new, changed, moved, copied, gone and back again."""

import io
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from engine.errors import UserError
from engine.jobs.indexing import Indexed, index
from engine.library import open_library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import features, files, folders, images, labels, skipped, thumbnails, versions
from engine.store.browsing import Browse, image_ids
from tests.conftest import CPU, IndexedLibrary
from tests.images.picture_makers import png_bomb
from tests.jobs.library_state import active_codes, library_state
from tests.mounted_drive import mount, mounted_drive, unmount
from tests.photo_makers import photo


def counts(result: Indexed) -> dict[str, int]:
    """What is not 0, and the sum must be right."""
    names = ("found", "added", "changed", "moved", "missing", "skipped", "unchanged")
    found = {name: getattr(result, name) for name in names if getattr(result, name)}
    assert result.found == result.added + result.changed + result.moved + result.unchanged + result.skipped
    return found


def save(path: Path, picture: Image.Image, quality: int = 90) -> None:
    picture.save(path, "JPEG", quality=quality)


def shown(indexed: IndexedLibrary, **browse: object) -> list[int]:
    return image_ids(indexed.library.db, Browse(**browse)).tolist()


def nearest(indexed: IndexedLibrary, image_id: int, k: int = 6) -> list[int]:
    found = Searcher(indexed.library).search(Query((QueryPicture(image_id=image_id),), k=k))
    return [hit.image_id for hit in found.hits]


def missing(indexed: IndexedLibrary) -> list[str]:
    rows = indexed.library.db.execute("SELECT path FROM files WHERE missing = 1 ORDER BY path")
    return [os.fsdecode(row[0]) for row in rows]


def label(indexed: IndexedLibrary, name: str, image_id: int) -> None:
    with indexed.library.writing() as db:
        labels.assign(db, name, [image_id])


def labels_of(indexed: IndexedLibrary, image_id: int) -> list[str]:
    return labels.of_images(indexed.library.db, [image_id]).get(image_id, [])


# --- once, and once more


def test_the_first_run_gives_every_picture_facts_features_code_and_thumbnail(indexed: IndexedLibrary):
    ids = shown(indexed)
    assert len(ids) == 30
    for image in images.get(indexed.library.db, ids).values():
        assert (image.format, image.width, image.height) == ("JPEG", 224, 160)
        assert not image.pending
        assert not image.missing
    assert all(len(v) == 1280 for v in features.get(indexed.library.db, EFFICIENTNET_LITE0.name, ids).values())
    assert sorted(active_codes(indexed.library)) == sorted(ids)
    for jpeg in thumbnails.get(indexed.library.thumbnails_db, ids).values():
        assert Image.open(io.BytesIO(jpeg)).size == (224, 160)
    assert files.count_waiting(indexed.library.db, [indexed.folder.id]) == 0


def test_the_second_run_changes_nothing(indexed: IndexedLibrary):
    before = library_state(indexed.library)
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}
    assert library_state(indexed.library) == before


def test_a_touched_file_is_looked_at_once_and_is_unchanged(indexed: IndexedLibrary):
    before = indexed.id_of("leaves/leaves-1.jpg")
    os.utime(indexed.photos / "leaves/leaves-1.jpg", (1, 1))
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30}
    assert indexed.id_of("leaves/leaves-1.jpg") == before
    row = indexed.library.db.execute("SELECT mtime_ns, waiting FROM files WHERE image_id = ?", (before,)).fetchone()
    assert row == (1_000_000_000, 0)


def test_new_pictures_get_their_codes_while_indexing_and_re_encoding_gives_the_same(indexed: IndexedLibrary):
    save(indexed.photos / "new-1.jpg", photo("bricks", 40))
    save(indexed.photos / "new-2.jpg", photo("sunset", 41))
    assert counts(indexed.again()) == {"found": 32, "added": 2, "unchanged": 30}
    library, written = indexed.library, active_codes(indexed.library)
    active = versions.active(library.db)
    assert active is not None
    function = model_files.of_version(library.models_folder, active)
    stored = features.get(library.db, active.backbone, list(written))
    assert {i: function.codes(vector[None])[0].tobytes() for i, vector in stored.items()} == written
    assert len(written) == 32


def test_pictures_of_any_name_are_indexed_and_keep_it(indexed: IndexedLibrary):
    names = [b"caf\xe9.jpg", b"two\nlines.jpg", "🐈 ‮.jpg".encode(), b"-rf.jpg", b"\xc3\xa9.jpg", b"e\xcc\x81.jpg"]
    names += [b"x" * 251 + b".jpg", b"<b>bold<b>.jpg", b"'; DROP TABLE files; --.jpg"]
    for number, name in enumerate(names):
        save(indexed.photos / "plain.jpg", photo("discs", 50 + number))
        os.rename(os.fsencode(indexed.photos / "plain.jpg"), os.path.join(os.fsencode(indexed.photos), name))
    assert counts(indexed.again()) == {"found": 39, "added": 9, "unchanged": 30}
    known = {image.name for image in images.get(indexed.library.db, shown(indexed)).values()}
    assert set(names) <= known
    assert counts(indexed.again()) == {"found": 39, "unchanged": 39}


# --- edited in place


def test_an_edited_picture_that_looks_alike_stays_the_same_image_with_its_labels(indexed: IndexedLibrary):
    path = indexed.photos / "discs/discs-0.jpg"
    image_id = indexed.id_of("discs/discs-0.jpg")
    label(indexed, "round", image_id)
    old = library_state(indexed.library)[os.fsencode(path)]
    save(path, ImageEnhance.Brightness(photo("discs", 0)).enhance(0.8), quality=60)
    assert counts(indexed.again()) == {"found": 30, "changed": 1, "unchanged": 29}
    assert indexed.id_of("discs/discs-0.jpg") == image_id
    assert labels_of(indexed, image_id) == ["round"]
    new = library_state(indexed.library)[os.fsencode(path)]
    content, vector, code, thumbnail = 4, 9, -2, -1
    assert all(new[part] != old[part] for part in (content, vector, code, thumbnail)), "nothing of the old is left"
    assert nearest(indexed, image_id)[0] == image_id
    assert len(shown(indexed)) == images.count(indexed.library.db) == 30


def test_a_file_overwritten_with_another_picture_is_a_new_image(indexed: IndexedLibrary):
    path = indexed.photos / "discs/discs-0.jpg"
    old = indexed.id_of("discs/discs-0.jpg")
    label(indexed, "round", old)
    save(path, photo("leaves", 77))
    assert counts(indexed.again()) == {"found": 30, "changed": 1, "unchanged": 29}
    new = indexed.id_of("discs/discs-0.jpg")
    assert new != old
    assert labels_of(indexed, new) == []
    assert old not in shown(indexed)
    assert {indexed.kind_of(i) for i in nearest(indexed, new)[1:]} == {"leaves"}
    assert old not in nearest(indexed, new, k=100)


def test_the_old_picture_back_in_its_place_is_the_old_image_again(indexed: IndexedLibrary):
    path = indexed.photos / "discs/discs-0.jpg"
    original, old = path.read_bytes(), indexed.id_of("discs/discs-0.jpg")
    label(indexed, "round", old)
    save(path, photo("leaves", 77))
    indexed.again()
    path.write_bytes(original)
    assert counts(indexed.again()) == {"found": 30, "changed": 1, "unchanged": 29}
    assert indexed.id_of("discs/discs-0.jpg") == old
    assert labels_of(indexed, old) == ["round"]
    assert len(shown(indexed)) == len(active_codes(indexed.library)) == 30
    assert nearest(indexed, old)[0] == old


def test_editing_one_of_two_copies_makes_a_second_image_that_keeps_the_labels(indexed: IndexedLibrary):
    image_id = indexed.id_of("discs/discs-0.jpg")
    label(indexed, "round", image_id)
    shutil.copy(indexed.photos / "discs/discs-0.jpg", indexed.photos / "copy.jpg")
    indexed.again()
    save(indexed.photos / "copy.jpg", ImageEnhance.Brightness(photo("discs", 0)).enhance(0.8))
    assert counts(indexed.again()) == {"found": 31, "changed": 1, "unchanged": 30}
    edited = indexed.id_of("copy.jpg")
    assert edited != image_id == indexed.id_of("discs/discs-0.jpg")
    assert labels_of(indexed, edited) == labels_of(indexed, image_id) == ["round"]


# --- moved, copied, swapped


def test_a_renamed_file_is_the_same_image_and_leaves_no_second_row(indexed: IndexedLibrary):
    image_id = indexed.id_of("bricks/bricks-3.jpg")
    label(indexed, "wall", image_id)
    before = library_state(indexed.library).pop(os.fsencode(indexed.photos / "bricks/bricks-3.jpg"))
    os.rename(indexed.photos / "bricks/bricks-3.jpg", indexed.photos / "renamed.jpg")
    assert counts(indexed.again()) == {"found": 30, "moved": 1, "unchanged": 29}
    assert indexed.id_of("renamed.jpg") == image_id
    assert labels_of(indexed, image_id) == ["wall"]
    assert library_state(indexed.library)[os.fsencode(indexed.photos / "renamed.jpg")] == before
    assert missing(indexed) == []
    assert indexed.library.db.execute("SELECT count(*) FROM files").fetchone() == (30,)
    assert images.count(indexed.library.db) == 30


def test_a_renamed_folder_takes_all_its_images_along(indexed: IndexedLibrary):
    ids = {n: indexed.id_of(f"leaves/leaves-{n}.jpg") for n in range(6)}
    label(indexed, "green", ids[2])
    os.rename(indexed.photos / "leaves", indexed.photos / "foliage")
    assert counts(indexed.again()) == {"found": 30, "moved": 6, "unchanged": 24}
    assert {n: indexed.id_of(f"foliage/leaves-{n}.jpg") for n in range(6)} == ids
    assert labels_of(indexed, ids[2]) == ["green"]
    assert images.count(indexed.library.db) == len(library_state(indexed.library)) == 30


def test_a_file_moved_to_another_photo_folder_keeps_its_id(indexed: IndexedLibrary, tmp_path: Path):
    (tmp_path / "archive").mkdir()
    archive = indexed.library.add_folder(os.fsencode(tmp_path / "archive"))
    image_id = indexed.id_of("stripes/stripes-0.jpg")
    os.rename(indexed.photos / "stripes/stripes-0.jpg", tmp_path / "archive/old.jpg")
    result = finish(index(indexed.library, [archive, indexed.folder], workers=1, device=CPU))
    assert counts(result) == {"found": 30, "moved": 1, "unchanged": 29}
    assert indexed.id_of("old.jpg") == image_id
    assert missing(indexed) == []


def test_moved_and_edited_at_once_is_a_new_image_and_the_old_one_is_missing(indexed: IndexedLibrary):
    (indexed.photos / "discs/discs-0.jpg").unlink()
    save(indexed.photos / "elsewhere.jpg", photo("discs", 0), quality=50)
    assert counts(indexed.again()) == {"found": 30, "added": 1, "unchanged": 29, "missing": 1}
    assert missing(indexed) == ["discs/discs-0.jpg"]


def test_a_copy_shares_the_image(indexed: IndexedLibrary):
    image_id = indexed.id_of("sunset/sunset-1.jpg")
    shutil.copy(indexed.photos / "sunset/sunset-1.jpg", indexed.photos / "copy.jpg")
    assert counts(indexed.again()) == {"found": 31, "added": 1, "unchanged": 30}
    assert indexed.id_of("copy.jpg") == image_id
    assert len(files.paths_of(indexed.library.db, image_id)) == 2
    assert len(shown(indexed)) == images.count(indexed.library.db) == 30
    os.unlink(indexed.photos / "sunset/sunset-1.jpg")
    assert counts(indexed.again()) == {"found": 30, "unchanged": 30, "missing": 1}
    image = images.one(indexed.library.db, image_id)
    assert image is not None
    assert (image.missing, image.name) == (False, b"copy.jpg")


def test_new_copies_in_one_batch_become_one_image(indexed: IndexedLibrary):
    for name in ("a.jpg", "b.jpg", "c.jpg"):
        save(indexed.photos / name, photo("bricks", 66))
    assert counts(indexed.again()) == {"found": 33, "added": 3, "unchanged": 30}
    assert len({indexed.id_of(name) for name in ("a.jpg", "b.jpg", "c.jpg")}) == 1
    assert len(shown(indexed)) == images.count(indexed.library.db) == len(active_codes(indexed.library)) == 31


def test_two_files_that_swap_names_swap_images(indexed: IndexedLibrary):
    one, other = indexed.photos / "discs/discs-0.jpg", indexed.photos / "leaves/leaves-0.jpg"
    one_id, other_id = indexed.id_of("discs/discs-0.jpg"), indexed.id_of("leaves/leaves-0.jpg")
    label(indexed, "round", one_id)
    os.rename(one, indexed.photos / "between")
    os.rename(other, one)
    os.rename(indexed.photos / "between", other)
    assert counts(indexed.again()) == {"found": 30, "changed": 2, "unchanged": 28}
    assert (indexed.id_of("discs/discs-0.jpg"), indexed.id_of("leaves/leaves-0.jpg")) == (other_id, one_id)
    assert labels_of(indexed, one_id) == ["round"]
    assert len(shown(indexed)) == images.count(indexed.library.db) == len(active_codes(indexed.library)) == 30
    assert nearest(indexed, one_id)[0] == one_id


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


# --- between scan and read


def found_but_not_read(indexed: IndexedLibrary):
    """An indexing that has scanned and not yet read."""
    work = index(indexed.library, [indexed.folder], workers=1, device=CPU)
    for _ in range(2):
        assert next(work).note == "Looking for pictures"
    return work


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


# --- all together


def test_everything_at_once_adds_up(indexed: IndexedLibrary):
    photos = indexed.photos
    save(photos / "added.jpg", photo("discs", 90))
    save(photos / "discs/discs-0.jpg", photo("discs", 0), quality=70)
    os.rename(photos / "leaves/leaves-0.jpg", photos / "moved.jpg")
    shutil.copy(photos / "leaves/leaves-1.jpg", photos / "copied.jpg")
    os.unlink(photos / "stripes/stripes-0.jpg")
    os.utime(photos / "stripes/stripes-1.jpg", (1, 1))
    (photos / "bad.jpg").touch()
    (photos / "worse.jpg").symlink_to("nowhere")
    expected = {"found": 33, "added": 2, "changed": 1, "moved": 1, "unchanged": 27, "skipped": 2, "missing": 1}
    assert counts(indexed.again()) == expected


def test_a_library_that_can_only_be_read_is_not_indexed(indexed: IndexedLibrary):
    reader = open_library(indexed.library.path)
    with pytest.raises(UserError, match="only be read"):
        finish(index(reader, [indexed.folder]))
    reader.close()


def test_features_do_not_depend_on_what_else_was_indexed(indexed: IndexedLibrary, library_made: Path):
    """The same pictures, two by two with two workers, give the very same rows."""
    other = open_library(str(indexed.photos.parent / "other"))
    folder = other.add_folder(os.fsencode(indexed.photos))
    finish(index(other, [folder], workers=2, device=CPU))
    mine, theirs = library_state(indexed.library), library_state(other)
    other.close()
    assert mine.keys() == theirs.keys()
    assert all(np.array_equal(mine[path][9], theirs[path][9]) for path in mine)
    assert mine == theirs
