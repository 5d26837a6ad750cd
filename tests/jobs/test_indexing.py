"""Indexing with the real backbone: what is new, edited, moved, copied, and all of it at once."""

import io
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from engine.errors import UserError
from engine.jobs.indexing import index
from engine.library import open_library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.store import features, files, images, thumbnails, versions, waiting_rows
from tests.conftest import CPU, IndexedLibrary
from tests.jobs.indexing_talk import counts, label, labels_of, missing, nearest, save, shown
from tests.jobs.library_state import active_codes, library_state
from tests.photo_makers import photo

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
    assert waiting_rows.count(indexed.library.db, [indexed.folder.id]) == 0


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
    content, vector, code, thumbnail = 4, 8, -2, -1
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
