"""A library from before, whose pictures are known by BLAKE2b, keeps them: nothing is read or labelled twice."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.content import ContentKind, content_of, kind_of
from engine.errors import UserError
from engine.jobs.library_merging import merge
from engine.library import open_library
from engine.progress import finish
from engine.store import backup, images, migrations
from engine.store.database import open_database
from tests.conftest import IndexedLibrary
from tests.jobs.indexing_talk import counts, label, labels_of, save, shown
from tests.photo_makers import photo


@pytest.fixture
def of_before(indexed: IndexedLibrary) -> IndexedLibrary:
    """With the contents that it would have had then."""
    with indexed.library.writing() as db:
        for image in images.get(db, shown(indexed)).values():
            content = content_of(Path(os.fsdecode(image.path)).read_bytes(), ContentKind.BLAKE2B)
            db.execute("UPDATE images SET content = ? WHERE id = ?", (content, image.id))
    return indexed


def kinds(indexed: IndexedLibrary) -> set[ContentKind]:
    found = indexed.library.db.execute("SELECT content FROM images WHERE content IS NOT NULL")
    return {kind_of(content) for (content,) in found.fetchall()}


def test_a_new_library_knows_its_pictures_by_blake3(indexed: IndexedLibrary):
    assert kinds(indexed) == {ContentKind.BLAKE3}


def moved(photos: Path) -> None:
    os.rename(photos / "discs/discs-1.jpg", photos / "elsewhere.jpg")


def replaced_and_moved(photos: Path) -> None:
    """Of its size, no other file tells any more."""
    shutil.copy(photos / "discs/discs-1.jpg", photos / "elsewhere.jpg")
    save(photos / "discs/discs-1.jpg", photo("bricks", 77))


def swapped(photos: Path) -> None:
    os.rename(photos / "discs/discs-1.jpg", photos / "elsewhere.jpg")
    os.rename(photos / "discs/discs-2.jpg", photos / "discs/discs-1.jpg")


@pytest.mark.parametrize("change", [moved, replaced_and_moved, swapped])
def test_what_is_moved_keeps_its_image_and_its_labels(of_before: IndexedLibrary, change: Callable[[Path], None]):
    image_id = of_before.id_of("discs/discs-1.jpg")
    label(of_before, "mine", image_id)
    change(of_before.photos)
    of_before.again()
    assert of_before.id_of("elsewhere.jpg") == image_id
    assert labels_of(of_before, image_id) == ["mine"]


def test_what_was_touched_or_copied_is_known_without_being_decoded(of_before: IndexedLibrary):
    os.utime(of_before.photos / "leaves/leaves-1.jpg", (1, 1))
    shutil.copy(of_before.photos / "leaves/leaves-1.jpg", of_before.photos / "copy.jpg")
    assert counts(of_before.again()) == {"found": 31, "added": 1, "unchanged": 30}
    assert of_before.id_of("copy.jpg") == of_before.id_of("leaves/leaves-1.jpg")


def test_its_new_pictures_are_known_the_same_way_so_that_no_picture_has_two_contents(of_before: IndexedLibrary):
    save(of_before.photos / "new.jpg", photo("bricks", 40))
    of_before.again()
    assert kinds(of_before) == {ContentKind.BLAKE2B}
    assert counts(of_before.again()) == {"found": 31, "unchanged": 31}


def test_its_backup_gives_the_labels_back_to_the_pictures(of_before: IndexedLibrary, tmp_path: Path):
    label(of_before, "mine", of_before.id_of("discs/discs-1.jpg"))
    of_before.library.save_backup()
    stored = backup.read(os.path.join(of_before.library.path, "backup.json"))
    restored = open_library(str(tmp_path / "restored"))
    shutil.copytree(of_before.library.models_folder, restored.models_folder, dirs_exist_ok=True)
    with restored.writing() as db:
        backup.restore(db, stored)
    again = IndexedLibrary(restored, restored.folders()[0], of_before.photos)
    again.again()
    assert labels_of(again, again.id_of("discs/discs-1.jpg")) == ["mine"]
    assert kinds(again) == {ContentKind.BLAKE2B}
    restored.close()


def test_how_its_pictures_are_known_is_found_by_an_index_that_the_migration_makes(tmp_path: Path):
    """A library of a million pictures is asked for each file."""
    open_database(str(tmp_path / "library.db"), migrations.LIBRARY[:15]).close()
    db = open_database(str(tmp_path / "library.db"), migrations.LIBRARY)
    assert images.content_kind(db) is ContentKind.BLAKE3
    db.execute("INSERT INTO images (content, added_at) VALUES (?, ?)", (bytes(16), ""))
    assert images.content_kind(db) is ContentKind.BLAKE2B
    db.close()


def test_it_is_not_merged_with_one_of_today_and_is_with_one_of_its_own(of_before: IndexedLibrary, tmp_path: Path):
    """One picture would be two images."""
    of_before.library.close()
    own = shutil.copytree(of_before.library.path, tmp_path / "own")
    today = open_library(str(tmp_path / "today"))
    today.add_folder(os.fsencode(of_before.photos))
    assert finish(merge(today, [of_before.library.path])).counts["images"] == 30
    assert finish(merge(today, [str(own)])).counts["images"] == 0
    with today.writing() as db:
        for image_id, content in images.contents(db, range(1, 31)).items():
            db.execute("UPDATE images SET content = ? WHERE id = ?", (content_of(content), image_id))
    with pytest.raises(UserError, match="is from before pictures were known by BLAKE3"):
        finish(merge(today, [str(own)]))
    today.close()
