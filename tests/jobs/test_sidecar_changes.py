"""What sidecars say of a picture beside its keywords: read with the picture, and again when a sidecar changes."""

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest
from PIL import Image

from engine.images.kept_worker import KeptWorker
from engine.jobs.indexing import index_noticed
from engine.metadata import Metadata
from engine.progress import finish
from engine.search import filtering
from engine.search.filter_language import understood
from engine.store import metadata_rows, migrations
from engine.watching.settling import LookAt, Noticed
from tests.conftest import IndexedLibrary
from tests.images import picture_makers as make
from tests.images.test_metadata_reading import MAIN, SHOT, exif_of
from tests.xmp.others import packet

TITLE = "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>{}</rdf:li></rdf:Alt></dc:title>"
AUTHOR = "<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li></rdf:Seq></dc:creator>"
DATED = " xmp:Rating='4' xmp:CreateDate='2019-08-07T06:05:04+02:00'"


def said(indexed: IndexedLibrary, name: str) -> Metadata:
    return metadata_rows.one(indexed.library.db, indexed.id_of(name)) or Metadata()


def found(indexed: IndexedLibrary, text: str) -> list[int]:
    ids = filtering.allowed(indexed.library, understood(text).filter)
    assert ids is not None
    return ids.tolist()


def test_texts_date_and_stars_of_a_sidecar_are_read_and_followed(indexed: IndexedLibrary):
    name, sidecar = "discs/discs-1.jpg", indexed.photos / "discs/discs-1.jpg.xmp"
    sidecar.write_bytes(packet(TITLE.format("Lighthouse") + AUTHOR, DATED))
    indexed.again()
    about = said(indexed, name)
    assert (about.title, about.author, about.rating) == ("Lighthouse", "Ada", 4)
    assert (about.taken_at, about.zone) == ("2019-08-07T06:05:04", 120)
    assert found(indexed, "lighthouse rating:4 2019-08") == [indexed.id_of(name)]
    sidecar.write_bytes(packet(TITLE.format("Harbour")))
    result = indexed.again()
    assert (result.unchanged, result.changed) == (30, 0), "no picture is read for that"
    assert said(indexed, name) == Metadata(title="Harbour")
    sidecar.unlink()
    indexed.again()
    assert said(indexed, name) == Metadata()


def test_damage_to_what_is_known_of_sidecars_costs_nothing(indexed: IndexedLibrary):
    name, sidecar = "discs/discs-1.jpg", indexed.photos / "discs/discs-1.jpg.xmp"
    sidecar.write_bytes(packet(TITLE.format("Lighthouse")))
    indexed.again()
    with contextlib.closing(sqlite3.connect(Path(indexed.library.path) / "words.db")) as db:
        db.execute("DROP TABLE sidecars")
    sidecar.write_bytes(packet(TITLE.format("Harbour")))
    indexed.again()
    assert found(indexed, "harbour") == [indexed.id_of(name)]
    assert found(indexed, "lighthouse") == []


def test_what_is_noticed_is_asked_alone(indexed: IndexedLibrary):
    sidecar = indexed.photos / "discs/discs-2.xmp"
    sidecar.write_bytes(packet(TITLE.format("Lighthouse")))
    with indexed.library.writing() as db:
        metadata_rows.note_all(db)
    noticed = Noticed({LookAt(os.fsencode(sidecar), False): 0.0})
    kept = KeptWorker("")
    try:
        for is_other in (True, False):
            result = finish(index_noticed(indexed.library, noticed, (), kept, workers=1))
            assert result.is_any_change == is_other
        assert said(indexed, "discs/discs-2.jpg").title == "Lighthouse"
        (n,) = indexed.library.db.execute("SELECT count(*) FROM metadata_again").fetchone()
        assert n == 29
    finally:
        kept.rest()


def test_the_sidecar_is_the_later_word_but_for_the_date(indexed: IndexedLibrary):
    path = indexed.photos / "stripes/stripes-3.jpg"
    own = packet(TITLE.format("Own title"), " xmp:Rating='2'")
    Image.open(path).save(path, exif=exif_of(MAIN, SHOT), xmp=own, quality=95)
    indexed.again()
    before = said(indexed, "stripes/stripes-3.jpg")
    Path(f"{path}.xmp").write_bytes(packet(TITLE.format("Later") + AUTHOR, DATED))
    indexed.again()
    after = said(indexed, "stripes/stripes-3.jpg")
    assert (before.rating, after.rating) == (before.rating, 4)
    assert after.title is not None
    assert after.title.startswith("Later · ")
    assert after.author == "Ada"
    assert after.taken_at == before.taken_at == "2024-05-31T17:03:59"


def test_of_copies_the_one_with_a_sidecar_is_asked(indexed: IndexedLibrary):
    data = (indexed.photos / "discs/discs-1.jpg").read_bytes()
    copy = indexed.photos / "zz copy.jpg"
    copy.write_bytes(data)
    indexed.again()
    Path(f"{copy}.xmp").write_bytes(packet(TITLE.format("Of the copy")))
    indexed.again()
    assert said(indexed, "discs/discs-1.jpg").title == "Of the copy"


@pytest.mark.parametrize("kind", ["folder", "loop", "nowhere", "pipe", "entities", "huge", "no text", "year 0"])
def test_a_sidecar_that_is_none_costs_nothing_but_itself(indexed: IndexedLibrary, kind: str):
    sidecar = indexed.photos / "discs/discs-1.jpg.xmp"
    match kind:
        case "folder":
            sidecar.mkdir()
        case "loop":
            sidecar.symlink_to(sidecar)
        case "nowhere":
            sidecar.symlink_to("/nowhere")
        case "pipe":
            os.mkfifo(sidecar)
        case "entities":
            sidecar.write_bytes(b'<!DOCTYPE a [<!ENTITY b "Ha">]>' + packet(TITLE.format("&b;")))
        case "huge":
            with sidecar.open("wb") as file:
                file.truncate(1 << 34)
        case "no text":
            sidecar.write_bytes(bytes(range(256)))
        case "year 0":
            sidecar.write_bytes(packet("", " xmp:Rating='9e99' xmp:CreateDate='0000-00-00T00:00:00+99:99'"))
    indexed.again()
    assert said(indexed, "discs/discs-1.jpg") == Metadata()
    other = indexed.photos / "discs/discs-1.xmp"
    other.write_bytes(packet(TITLE.format("Readable")))
    indexed.again()
    assert said(indexed, "discs/discs-1.jpg").title == "Readable"


def test_a_raw_file_says_what_its_own_packet_and_its_sidecar_say(indexed: IndexedLibrary):
    path = indexed.photos / "raw.dng"
    path.write_bytes(make.dng(Image.new("RGB", (320, 240), "red"), xmp=packet(TITLE.format("Own") + AUTHOR, DATED)))
    indexed.again()
    about = said(indexed, "raw.dng")
    assert (about.title, about.author, about.rating) == ("Own", "Ada", 4)
    path.with_suffix(".xmp").write_bytes(packet(TITLE.format("Later"), " xmp:Rating='5'"))
    indexed.again()
    about = said(indexed, "raw.dng")
    assert (about.title, about.author, about.rating) == ("Later · Own", "Ada", 5)
    with indexed.library.writing() as db:
        metadata_rows.put(db, {indexed.id_of("raw.dng"): Metadata()})
        migrations.LIBRARY[14](db)
    indexed.again()
    assert said(indexed, "raw.dng") == about, "those from before are asked again"
