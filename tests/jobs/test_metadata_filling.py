"""A library from before there was metadata gets it from its files, in the background, and what it has stays."""

import os
from dataclasses import replace

import pytest
from PIL import Image

from engine.jobs import reading_ahead
from engine.jobs.metadata_filling import NOTE, fill_metadata
from engine.metadata import Metadata
from engine.progress import Progress, finish
from engine.search import filtering
from engine.search.filter_language import understood
from engine.store import images, metadata_rows, migrations
from tests.conftest import IndexedLibrary
from tests.images.test_metadata_reading import MAIN, SHOT, exif_of
from tests.xmp.others import packet


@pytest.fixture
def dated(indexed: IndexedLibrary) -> int:
    """One picture gets what a camera writes, and is indexed; then the library forgets all metadata, as if it had
    been made before there was any."""
    path = indexed.photos / "stripes" / "stripes-3.jpg"
    Image.open(path).save(path, exif=exif_of(MAIN, SHOT), quality=95)
    assert indexed.again().changed == 1
    image_id = indexed.id_of("stripes/stripes-3.jpg")
    with indexed.library.writing() as db:
        assert (metadata_rows.one(db, image_id) or Metadata()).iso == 800
        db.execute("DELETE FROM metadata")
        db.execute("UPDATE images SET taken_at = '2099-01-01T00:00:00', camera = NULL")
    return image_id


def test_every_picture_gets_what_its_file_says(
    indexed: IndexedLibrary, dated: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reading_ahead, "BATCH", 8)
    reports: list[Progress] = []
    work = fill_metadata(indexed.library, workers=1)
    with pytest.raises(StopIteration) as stop:  # noqa: PT012
        while True:
            reports.append(next(work))
    assert stop.value.value == 30
    assert (reports[0], reports[-1]) == (Progress(0, 30, NOTE), Progress(30, 30, NOTE))
    said = metadata_rows.get(indexed.library.db, range(1, 99))
    assert len(said) == 30
    assert (said[dated].iso, said[dated].lens) == (800, "EF50mm f/1.8 STM")
    assert images.taken(indexed.library.db, list(said)) == {dated: ("2024-05-31T17:03:59", "Canon EOS R6")}
    ids = filtering.allowed(indexed.library, understood("camera:canon iso:800").filter)
    assert ids is not None
    assert ids.tolist() == [dated]
    assert finish(fill_metadata(indexed.library)) == 0, "nothing is left to do"


def test_a_picture_whose_metadata_cannot_be_opened_is_not_asked_again(indexed: IndexedLibrary, dated: int):
    """Its bytes changed, but neither its size nor its date."""
    path = indexed.photos / "stripes" / "stripes-3.jpg"
    before = path.stat()
    path.write_bytes(bytes(before.st_size))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert finish(fill_metadata(indexed.library, workers=1)) == 30
    assert metadata_rows.one(indexed.library.db, dated) == Metadata()
    assert finish(fill_metadata(indexed.library, workers=1)) == 0


def test_a_cancelled_one_goes_on_and_changed_or_lost_files_are_left_to_indexing(
    indexed: IndexedLibrary, dated: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reading_ahead, "BATCH", 4)
    work = fill_metadata(indexed.library, workers=1)
    while next(work).done == 0:
        pass
    work.close()
    done = len(metadata_rows.get(indexed.library.db, range(1, 99)))
    assert 4 <= done < 30
    last = indexed.id_of("stripes/stripes-5.jpg")
    metadata_rows.remove(indexed.library.db, [last, dated])
    os.utime(indexed.photos / "stripes" / "stripes-5.jpg", (1, 1))
    (indexed.photos / "stripes" / "stripes-3.jpg").unlink()
    finish(fill_metadata(indexed.library, workers=1))
    said = metadata_rows.get(indexed.library.db, range(1, 99))
    assert last not in said
    assert dated not in said
    assert len(said) == 28
    indexed.again()
    assert last in metadata_rows.get(indexed.library.db, [last])


def test_a_library_from_before_xmp_was_read_gets_its_titles_and_keeps_what_it_has(
    indexed: IndexedLibrary,
):
    """As its database is when it comes from the version before: the last step makes the note of all images."""
    path = indexed.photos / "stripes" / "stripes-3.jpg"
    xmp = packet("<dc:title>Lighthouse</dc:title>", ' xmp:Rating="4"')
    Image.open(path).save(path, exif=exif_of(MAIN, SHOT), xmp=xmp, quality=95)
    indexed.again()
    image_id = indexed.id_of("stripes/stripes-3.jpg")
    with indexed.library.writing() as db:
        read = metadata_rows.one(db, image_id)
        assert read is not None
        metadata_rows.put(db, {image_id: replace(read, title="Ein Titel")})
        db.execute("DROP TABLE metadata_again")
        migrations.LIBRARY[13](db)

    def found(words: str) -> list[int] | None:
        ids = filtering.allowed(indexed.library, understood(words).filter)
        return None if ids is None else ids.tolist()

    assert found("text:titel") == [image_id], "what is known stays until its file was asked"
    assert found("text:lighthouse") == []
    assert finish(fill_metadata(indexed.library, workers=1)) == 30
    assert metadata_rows.one(indexed.library.db, image_id) == read
    assert found("text:lighthouse rating:4") == [image_id]
    assert finish(fill_metadata(indexed.library)) == 0, "nothing is left to do"
