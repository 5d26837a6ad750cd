"""A look at what was noticed gives what an indexing of the whole folder gives, and reads nothing it need not."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.images.kept_worker import KeptWorker
from engine.jobs.indexing import Indexed, index_noticed
from engine.progress import finish
from engine.store import metadata_rows
from engine.watching.settling import LookAt, Noticed
from tests.conftest import IndexedLibrary, opened_copy
from tests.jobs.indexing_talk import counts, label, labels_of, missing, save
from tests.jobs.library_state import library_state
from tests.mounted_drive import mounted_drive, unmount
from tests.photo_makers import photo

Change = Callable[[Path], list[tuple[str, bool]]]  # something on disk, and what would be noticed


@pytest.fixture(scope="module")
def kept() -> Iterator[KeptWorker]:
    worker = KeptWorker("the tests are over")
    yield worker
    worker.stop()


def noticed(photos: Path, *looks: tuple[str, bool], unfinished: tuple[str, ...] = ()) -> Noticed:
    return Noticed(
        {LookAt(os.fsencode(os.path.normpath(photos / name)), below): 0.0 for name, below in looks},
        frozenset(os.fsencode(photos / name) for name in unfinished),
    )


def look(
    indexed: IndexedLibrary, kept: KeptWorker, *looks: tuple[str, bool], unfinished: tuple[str, ...] = ()
) -> Indexed:
    what = noticed(indexed.photos, *looks, unfinished=unfinished)
    return finish(index_noticed(indexed.library, what, (), kept, workers=1))


def add(photos: Path) -> list[tuple[str, bool]]:
    save(photos / "new.jpg", photo("discs", 40))
    (photos / "leaves/not a picture.jpg").write_bytes(b"words")
    return [("new.jpg", False), ("leaves/not a picture.jpg", False)]


def add_a_tree(photos: Path) -> list[tuple[str, bool]]:
    (photos / "came/deep").mkdir(parents=True)
    save(photos / "came/deep/1.jpg", photo("bricks", 41))
    shutil.copy(photos / "discs/discs-1.jpg", photos / "came/copy.jpg")
    (photos / "came/.hidden.jpg").write_bytes(b"hidden")
    return [("came", True), ("came/deep", True), ("came/.hidden.jpg", False)]


def change(photos: Path) -> list[tuple[str, bool]]:
    save(photos / "discs/discs-1.jpg", photo("discs", 1), quality=60)  # edited
    save(photos / "discs/discs-2.jpg", photo("sunset", 42))  # replaced
    os.utime(photos / "discs/discs-3.jpg", (1, 1))
    shutil.copy(photos / "leaves/leaves-1.jpg", photos / "discs/discs-4.jpg")
    return [(f"discs/discs-{number}.jpg", False) for number in (1, 2, 3, 4)]


def move_and_rename(photos: Path) -> list[tuple[str, bool]]:
    os.rename(photos / "discs/discs-1.jpg", photos / "discs/renamed.jpg")
    os.rename(photos / "discs/discs-2.jpg", photos / "leaves/discs-2.jpg")
    os.rename(photos / "stripes", photos / "leaves/stripes")
    return [
        ("discs/discs-1.jpg", True),
        ("discs/renamed.jpg", False),
        ("discs/discs-2.jpg", True),
        ("leaves/discs-2.jpg", False),
        ("stripes", True),
        ("leaves/stripes", True),
    ]


def exchange(photos: Path) -> list[tuple[str, bool]]:
    os.rename(photos / "discs/discs-1.jpg", photos / "discs/x")
    os.rename(photos / "discs/discs-2.jpg", photos / "discs/discs-1.jpg")
    os.rename(photos / "discs/x", photos / "discs/discs-2.jpg")
    return [("discs/discs-1.jpg", False), ("discs/discs-2.jpg", False), ("discs/x", True)]


def remove(photos: Path) -> list[tuple[str, bool]]:
    os.unlink(photos / "discs/discs-1.jpg")
    shutil.rmtree(photos / "leaves")
    (photos / "sunset/sunset-1.jpg").unlink()
    os.mkfifo(photos / "sunset/sunset-1.jpg")
    return [("discs/discs-1.jpg", True), ("leaves", True), ("sunset/sunset-1.jpg", False)]


def link(photos: Path) -> list[tuple[str, bool]]:
    """Known by the name that is met first, which is the link."""
    os.symlink(photos / "stripes", photos / "a link to a folder")
    os.symlink(photos, photos / "discs/circle")
    os.symlink(photos / "nowhere", photos / "nowhere.jpg")
    return [("a link to a folder", True), ("discs/circle", True), ("nowhere.jpg", False)]


def polled(photos: Path) -> list[tuple[str, bool]]:
    """As where folders are listed and compared."""
    save(photos / "discs/new.jpg", photo("leaves", 43))
    os.unlink(photos / "discs/discs-2.jpg")
    os.unlink(photos / "sunset/sunset-1.jpg")
    (photos / "discs/below").mkdir()
    os.rename(photos / "discs/discs-3.jpg", photos / "discs/below/discs-3.jpg")
    return [("discs", False), ("sunset", False), ("discs/below", False)]


def folder_by_file(photos: Path) -> list[tuple[str, bool]]:
    """What was known in it is looked at, too."""
    os.rename(photos / "discs", photos / "leaves/discs")
    save(photos / "discs", photo("discs", 47))
    return [("discs", True), ("discs", False), ("leaves/discs", True), ("discs/discs-1.jpg", False)]


def told(result: Indexed) -> dict[str, int]:
    return {name: number for name, number in counts(result).items() if name not in ("found", "unchanged")}


CHANGES = [add, add_a_tree, change, move_and_rename, exchange, remove, link, polled, folder_by_file]


@pytest.mark.parametrize("happens", CHANGES, ids=lambda change: change.__name__)
def test_a_look_gives_what_an_indexing_of_all_gives(
    indexed: IndexedLibrary, library_made: Path, tmp_path: Path, kept: KeptWorker, happens: Change
):
    labelled = indexed.id_of("discs/discs-1.jpg")
    looks = happens(indexed.photos)
    with opened_copy(library_made, indexed.photos, tmp_path / "second") as other:
        for each in (indexed, other):
            label(each, "round", labelled)
        whole, part = other.again(), look(indexed, kept, *looks)
        assert library_state(indexed.library) == library_state(other.library)
        assert labels_of(indexed, labelled) == labels_of(other, labelled) == ["round"]
        assert told(part) == told(whole)
    assert counts(look(indexed, kept, *looks)).keys() <= {"found", "unchanged", "skipped"}, "and once is enough"


def test_only_what_was_noticed_is_looked_at(indexed: IndexedLibrary, kept: KeptWorker):
    photos = indexed.photos
    for name in ("new.jpg", "leaves/new.jpg"):
        save(photos / name, photo("discs", 40))
    os.unlink(photos / "discs/discs-1.jpg")
    os.unlink(photos / "discs/discs-2.jpg")
    assert counts(look(indexed, kept, ("new.jpg", False), ("discs/discs-1.jpg", True))) == {
        "found": 1,
        "added": 1,
        "missing": 1,
    }
    assert missing(indexed) == ["discs/discs-1.jpg"]
    assert counts(look(indexed, kept)) == {}
    assert counts(look(indexed, kept, ("discs-1.jpg", True), ("discs/discs", True))) == {}


def test_what_goes_from_the_top_of_a_polled_folder_is_missing(indexed: IndexedLibrary, kept: KeptWorker):
    photos = indexed.photos
    for number in (1, 2):
        save(photos / f"top-{number}.jpg", photo("discs", 50 + number))
    assert counts(look(indexed, kept, ("", False))) == {"found": 2, "added": 2}
    os.unlink(photos / "top-1.jpg")
    os.rename(photos / "top-2.jpg", photos / "renamed.jpg")
    os.unlink(photos / "discs/discs-1.jpg")  # of which the look at the top alone says nothing
    assert counts(look(indexed, kept, ("", False))) == {"found": 1, "moved": 1, "missing": 1}
    assert missing(indexed) == ["top-1.jpg"]


def test_other_files_are_asked_for_their_metadata_when_all_is_looked_at(indexed: IndexedLibrary, kept: KeptWorker):
    with indexed.library.writing() as db:
        db.execute("DELETE FROM metadata")
    save(indexed.photos / "new.jpg", photo("discs", 40))
    for looks, known in (("new.jpg", False), 1), (("discs", True), 1), ((".", True), 31):
        look(indexed, kept, looks)
        assert len(metadata_rows.get(indexed.library.db, range(1, 99))) == known


def test_what_is_being_written_is_neither_read_nor_missing(indexed: IndexedLibrary, kept: KeptWorker):
    photos = indexed.photos
    half = (photos / "discs/discs-1.jpg").read_bytes()[:500]
    (photos / "discs/discs-1.jpg").write_bytes(half)
    (photos / "discs/new.jpg").write_bytes(half)
    unfinished = ("discs/discs-1.jpg", "discs/new.jpg")
    assert counts(look(indexed, kept, ("discs", True), unfinished=unfinished)) == {"found": 5, "unchanged": 5}
    assert counts(look(indexed, kept, (".", True), unfinished=unfinished)) == {"found": 29, "unchanged": 29}
    assert missing(indexed) == []
    save(photos / "discs/discs-1.jpg", photo("discs", 1), quality=60)
    save(photos / "discs/new.jpg", photo("discs", 44))
    assert counts(look(indexed, kept, *((name, False) for name in unfinished))) == {
        "found": 2,
        "added": 1,
        "changed": 1,
    }


def test_a_move_to_another_photo_folder_keeps_labels(indexed: IndexedLibrary, kept: KeptWorker, tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    indexed.library.add_folder(os.fsencode(other))
    image_id = indexed.id_of("discs/discs-1.jpg")
    label(indexed, "round", image_id)
    os.rename(indexed.photos / "discs", other / "discs")
    result = finish(
        index_noticed(
            indexed.library,
            Noticed({LookAt(os.fsencode(path), True): 0.0 for path in (indexed.photos / "discs", other / "discs")}),
            (),
            kept,
        )
    )
    assert counts(result) == {"found": 6, "moved": 6}
    assert indexed.id_of("discs/discs-1.jpg") == image_id
    assert labels_of(indexed, image_id) == ["round"]


def test_a_drive_that_is_away_takes_nothing_with_it(indexed: IndexedLibrary, kept: KeptWorker):
    drive = indexed.photos / "drive"
    with mounted_drive(drive):
        save(drive / "1.jpg", photo("discs", 45))
        (drive / "sub").mkdir()
        save(drive / "sub/2.jpg", photo("discs", 46))
        assert counts(look(indexed, kept, ("drive", True))) == {"found": 2, "added": 2}
        os.unlink(drive / "1.jpg")
        assert counts(look(indexed, kept, ("drive/1.jpg", True))) == {"missing": 1}
        unmount(drive)
        for name, below in (("drive", True), ("drive", False), ("drive/sub", True), ("drive/sub/2.jpg", True)):
            assert counts(look(indexed, kept, (name, below))) == {}
        assert missing(indexed) == ["drive/1.jpg"]
        os.rmdir(drive)
        assert counts(look(indexed, kept, ("drive", True))) == {}
        drive.mkdir()


def test_a_drive_pulled_just_before_a_file_is_looked_at_loses_nothing(
    indexed: IndexedLibrary, kept: KeptWorker, monkeypatch: pytest.MonkeyPatch
):
    """It was there when the look began; then its mount point is empty."""
    before, away, status = library_state(indexed.library), indexed.photos.with_name("away"), os.stat
    looked_at = os.fsencode(indexed.photos / "discs/discs-1.jpg")

    def pulled(path: object, *arguments: object, **options: object) -> object:
        if path == looked_at and not away.exists():
            os.rename(indexed.photos, away)
            indexed.photos.mkdir()
        return status(path, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", pulled)
        look(indexed, kept, ("discs/discs-1.jpg", True))
    assert away.exists()
    assert library_state(indexed.library) == before
    assert missing(indexed) == []


def test_a_folder_that_is_away_as_a_whole_is_said_to_be(indexed: IndexedLibrary, kept: KeptWorker):
    os.rename(indexed.photos, indexed.photos.with_name("elsewhere"))
    result = look(indexed, kept, (".", True))
    assert (counts(result), result.unavailable) == ({}, [indexed.folder.path])
    assert missing(indexed) == []
    os.rename(indexed.photos.with_name("elsewhere"), indexed.photos)
