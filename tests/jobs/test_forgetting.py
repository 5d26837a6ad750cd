"""Missing pictures: which there are, forgetting them, and bringing them back."""

import contextlib
import shutil
from collections.abc import Iterator

import pytest

from engine.errors import UserError
from engine.jobs.forgetting import (
    AT_A_TIME,
    Forgotten,
    MissingPictures,
    SaidOfThem,
    bring_back,
    forget,
    said_of,
    sorted_out,
)
from engine.library import open_library
from engine.progress import finish
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import decisions, images, labels, thumbnails
from tests.conftest import IndexedLibrary
from tests.mounted_drive import mounted_drive, unmount
from tests.photo_makers import photo


@pytest.fixture
def gone(indexed: IndexedLibrary) -> list[int]:
    """Six pictures whose files were deleted; two of them have a label, one was decided about."""
    ids = sorted(indexed.id_of(f"leaves/leaves-{n}.jpg") for n in range(6))
    with indexed.library.writing() as db:
        labels.assign(db, "green", ids[:2])
        decisions.put(db, ids[0], indexed.id_of("discs/discs-0.jpg"), False)
    shutil.rmtree(indexed.photos / "leaves")
    indexed.again()
    return ids


def dump(indexed: IndexedLibrary) -> list[str]:
    """All that the library says, but for counters and stamps."""
    counters = ("user_changes", "word_changes", "sqlite_sequence", "model_versions", "codes")
    tables = [name for (name,) in indexed.library.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    rows = [
        repr((name, row))
        for name in tables
        if name not in counters
        for row in indexed.library.db.execute(f"SELECT * FROM {name}")
    ]
    rows += map(repr, indexed.library.db.execute("SELECT version_id, image_id, code FROM codes"))
    return sorted([*rows, *map(repr, indexed.library.thumbnails_db.execute("SELECT * FROM thumbnails"))])


def hits(indexed: IndexedLibrary) -> list[int]:
    searcher = Searcher(indexed.library)
    found = searcher.search(Query((QueryPicture(image_id=indexed.id_of("discs/discs-0.jpg")),), k=100)).hits
    searcher.stop()
    return [hit.image_id for hit in found]


def test_what_is_missing_is_told_from_what_is_there(indexed: IndexedLibrary, gone: list[int]):
    there = indexed.id_of("discs/discs-0.jpg")
    assert sorted_out(indexed.library) == MissingPictures(tuple(gone))
    assert sorted_out(indexed.library, [there, *gone[:2]]) == MissingPictures(tuple(gone[:2]), (), (there,))
    assert said_of(indexed.library, gone) == SaidOfThem(labelled=2, decided=1)
    (indexed.photos / "leaves").mkdir()
    (indexed.photos / "leaves" / "leaves-0.jpg").write_bytes(b"back, but nobody has looked yet")
    assert sorted_out(indexed.library).there == (indexed.id_of("leaves/leaves-0.jpg"),)


def test_what_is_forgotten_is_gone_from_grid_and_search_and_comes_back_exactly(
    indexed: IndexedLibrary, gone: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.jobs.forgetting.AT_A_TIME", 4)
    before, found = dump(indexed), hits(indexed)
    forgotten = finish(forget(indexed.library, gone))
    assert forgotten.image_ids == gone
    assert images.missing(indexed.library.db) == []
    assert set(gone).isdisjoint(hits(indexed))
    assert not thumbnails.get(indexed.library.thumbnails_db, gone)
    assert not any("leaves" in row for row in dump(indexed))
    assert finish(bring_back(indexed.library, forgotten)) != []
    assert dump(indexed) == before
    assert hits(indexed) == found
    assert finish(bring_back(indexed.library, forgotten)) == [], "it is done"


def test_a_file_that_is_there_is_never_forgotten(indexed: IndexedLibrary, gone: list[int]):
    there = indexed.id_of("discs/discs-0.jpg")
    assert finish(forget(indexed.library, [there, gone[0]])).image_ids == gone[:1]
    assert images.one(indexed.library.db, there) is not None


def test_a_picture_that_comes_back_after_it_was_forgotten_is_new(indexed: IndexedLibrary, gone: list[int]):
    forgotten = finish(forget(indexed.library, gone))
    (indexed.photos / "leaves").mkdir()
    photo("leaves", 0).save(indexed.photos / "leaves" / "leaves-0.jpg", quality=90)
    indexed.again()
    again = indexed.id_of("leaves/leaves-0.jpg")
    assert again not in gone
    assert labels.of_images(indexed.library.db, [again]) == {}
    assert again in hits(indexed)
    assert finish(bring_back(indexed.library, forgotten)) == gone[1:]
    assert labels.of_images(indexed.library.db, [again]) == {again: ["green"]}
    assert again not in hits(indexed), "it was said to be not the same"


def test_what_was_cancelled_is_done_in_part_and_brought_back_in_parts(
    indexed: IndexedLibrary, gone: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.jobs.forgetting.AT_A_TIME", 2)
    before, forgotten = dump(indexed), Forgotten()
    work = forget(indexed.library, gone, forgotten)
    assert [next(work).done for _ in range(3)] == [0, 2, 4]
    work.close()
    assert images.missing(indexed.library.db) == gone[4:]
    assert forgotten.image_ids == gone[:4]
    back = bring_back(indexed.library, forgotten)
    assert [next(back).done for _ in range(2)] == [0, 2]
    back.close()
    assert finish(bring_back(indexed.library, forgotten)) == gone[:2]
    assert dump(indexed) == before


def test_what_cannot_be_stored_is_as_it_was(indexed: IndexedLibrary, gone: list[int]):
    before, forgotten = dump(indexed), Forgotten()
    with indexed.library.writing() as db:
        db.execute("CREATE TEMP TRIGGER fails BEFORE DELETE ON main.images BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(Exception, match="no"):
        finish(forget(indexed.library, gone, forgotten))
    assert (dump(indexed), forgotten.image_ids, forgotten.rows.batches) == (before, [], 0)


def test_what_is_said_of_pictures_comes_back_though_thumbnails_cannot_be_written(
    indexed: IndexedLibrary, gone: list[int], monkeypatch: pytest.MonkeyPatch
):
    @contextlib.contextmanager
    def full() -> Iterator[None]:
        raise UserError("The disk is full.")
        yield

    said, forgotten = labels.of_images(indexed.library.db, gone), Forgotten()
    monkeypatch.setattr(indexed.library, "writing_thumbnails", full)
    assert finish(forget(indexed.library, gone, forgotten)).image_ids == gone
    assert images.missing(indexed.library.db) == []
    assert finish(bring_back(indexed.library, forgotten)) == gone
    assert (labels.of_images(indexed.library.db, gone), forgotten.rows.batches) == (said, 0)


def test_who_cannot_begin_to_write_keeps_what_was_forgotten_before(
    indexed: IndexedLibrary, gone: list[int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.jobs.forgetting.AT_A_TIME", 4)
    before, forgotten = dump(indexed), Forgotten()
    work = forget(indexed.library, gone, forgotten)
    assert [next(work).done for _ in range(2)] == [0, 4]

    def busy() -> None:
        raise UserError("Another program is writing.")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(indexed.library, "writing", busy)
        with pytest.raises(UserError, match="Another program"):
            next(work)
    assert (forgotten.image_ids, forgotten.rows.batches) == (gone[:4], 1)
    assert finish(bring_back(indexed.library, forgotten)) == gone[:4]
    assert dump(indexed) == before


def test_a_library_that_is_only_read_forgets_nothing(indexed: IndexedLibrary, gone: list[int]):
    reading = open_library(indexed.library.path, write=False)
    with pytest.raises(UserError):
        finish(forget(reading, gone))
    reading.close()


def test_pictures_in_a_folder_that_is_away_are_not_missing_but_away(indexed: IndexedLibrary, gone: list[int]):
    there = indexed.id_of("discs/discs-0.jpg")
    indexed.photos.rename(indexed.photos.with_name("unplugged"))
    found = sorted_out(indexed.library, [there, *gone])
    assert found == MissingPictures((), (there, *gone), ())
    assert sorted_out(indexed.library) == MissingPictures((), tuple(gone), ())
    assert finish(forget(indexed.library, [there])).image_ids == [there], "who says so may forget them"


def test_pictures_on_a_drive_below_a_folder_that_is_away_are_away(indexed: IndexedLibrary):
    drive = indexed.photos / "usb"
    with mounted_drive(drive):
        photo("discs", 40).save(drive / "discs-40.jpg")
        indexed.again()
        image_id = indexed.id_of("usb/discs-40.jpg")
        assert sorted_out(indexed.library, [image_id]).there == (image_id,)
        unmount(drive)
        indexed.again()
        assert sorted_out(indexed.library, [image_id]).away == (image_id,)


def test_a_chunk_is_no_more_than_its_statements_take():
    assert 0 < AT_A_TIME <= 500
