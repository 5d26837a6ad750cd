"""What the search field looks through follows the library, and is made again where it is damaged."""

import contextlib
import os
import random
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.jobs.checking import check
from engine.library import Library, open_library
from engine.metadata import Metadata
from engine.progress import finish
from engine.search import filtering
from engine.search.filter_language import understood
from engine.search.word_list import list_words
from engine.store import (
    database,
    files,
    folders,
    images,
    metadata_rows,
    seen_sidecars,
    timeline,
    word_changes,
)
from engine.store.folders import Folder
from tests.store.row_makers import add_image, file_of


@pytest.fixture
def folder(library: Library) -> Folder:
    with library.writing() as db:
        return folders.add(db, b"/home/ann/photos")


def add(library: Library, folder: Folder, path: bytes, said: Metadata | None = None, **about: object) -> int:
    with library.writing() as db:
        image_id = add_image(db, folder, path, **about)
        if said is not None:
            metadata_rows.put_with_dates(db, {image_id: said})
        return image_id


def found(library: Library, text: str) -> list[int]:
    understanding = understood(text)
    assert understanding.notes == ()
    ids = filtering.allowed(library, understanding.filter)
    assert ids is not None
    return ids.tolist()


def findings(library: Library) -> list[str]:
    return [each.what for each in finish(check(library)) if "search field" in each.what]


def test_names_folders_and_metadata_are_found(library: Library, folder: Folder):
    said = Metadata(make="Google", model="Pixel 8", lens="50mm f/1.8", description="Größe am Hafen")
    one = add(library, folder, b"Holiday/IMG_0123.jpg", said)
    other = add(library, folder, b"work/DSC9.jpg")
    for text in (
        "img_0123",
        "IMG_01",
        "name:0123",
        "holi",
        "folder:holiday",
        "pixel8",
        "camera:pixel",
        "lens:50mm",
    ):
        assert found(library, text) == [one], text
    for text in ("grosse", "text:hafen", '"große am"', "photos img", "text:größe camera:google"):
        assert found(library, text) == [one], text
    for text in ("photos", "folder:photos", "jpg"):
        assert found(library, text) == [one, other], text
    for text in ("ann", "name:holiday", "camera:50mm", '"am große"', "lens:150mm", "camera:oogle", "afen"):
        assert found(library, text) == [], text


def test_names_and_folders_are_found_by_what_is_inside_of_their_words(library: Library, folder: Folder):
    one = add(library, folder, b"cardboard12.jpg", Metadata(description="clipboard"))
    other = add(library, folder, b"Fensterl\xc3\xa4den/DSC04821.jpg", Metadata(model="Snowboard 4"))
    for text in ("board", "ARDBOA", "board12", "board1", "name:rdboard", '"board 12"', "board -name:xyz"):
        assert found(library, text) == [one], text
    for text in ("erladen", "erläden", "4821", "482", "folder:laden dsc", "-board"):
        assert found(library, text) == [other], text
    for text in ("text:pboard", "camera:owboard", "board13", "12board", "ar", "name:laden", "cardboar2"):
        assert found(library, text) == [], text
    with library.writing() as db:
        files.set_place(db, file_of(db, one), folder.id, b"surfboard.jpg")
    assert found(library, "cardb") == found(library, "ardboa") == []
    assert found(library, "rfboard") == [one]


def test_who_is_killed_while_they_begin_anew_has_them_made_the_next_time(
    library: Library, folder: Folder, monkeypatch: pytest.MonkeyPatch
):
    image = add(library, folder, b"cat.jpg")
    assert found(library, "cat") == [image]
    begin_anew = library._words.begin_anew

    def killed() -> None:
        begin_anew()
        raise KeyboardInterrupt

    monkeypatch.setattr(library._words, "begin_anew", killed)
    with pytest.raises(KeyboardInterrupt):
        library.begin_words_anew()
    path = library.path
    library.close()
    with contextlib.closing(open_library(path)) as again:
        assert found(again, "cat") == [image]


def test_digits_of_any_script_are_found(library: Library, folder: Folder):
    image = add(library, folder, "IMG_١٢.jpg".encode())
    assert found(library, "12") == found(library, "img ١٢") == [image]


def test_it_follows_renames_moves_copies_and_removals(library: Library, folder: Folder):
    image = add(library, folder, b"old/cat.jpg")
    assert found(library, "old") == found(library, "cat") == [image]
    with library.writing() as db:
        files.set_place(db, file_of(db, image), folder.id, b"new/dog.jpg")
    assert found(library, "old") == found(library, "cat") == []
    assert found(library, "folder:new name:dog") == [image]
    with library.writing() as db:
        copy = files.add(db, folder.id, b"copies/bird.jpg", 1, 1, image)
    assert found(library, "dog bird") == [image]
    with library.writing() as db:
        files.remove(db, file_of(db, image))
    assert (found(library, "dog"), found(library, "bird")) == ([], [image])
    with library.writing() as db:
        files.remove(db, copy)
        images.let_go_of_all(db)
    assert found(library, "bird") == []
    assert timeline.days(library.words_db) == {}


def test_it_follows_a_folder_that_is_taken_over_and_metadata_that_changes(library: Library, tmp_path: Path):
    (tmp_path / "outer" / "inner").mkdir(parents=True)
    inner = library.add_folder(os.fsencode(tmp_path / "outer" / "inner"))
    image = add(library, inner, b"a.jpg", Metadata(iso=100, taken_at="2020-01-01T00:00:00"))
    assert found(library, "folder:inner iso:100 2020") == [image]
    assert found(library, "folder:outer") == []
    library.add_folder(os.fsencode(tmp_path / "outer"))
    assert found(library, "folder:outer folder:inner") == [image]
    with library.writing() as db:
        metadata_rows.put_with_dates(db, {image: Metadata(iso=200, taken_at="2021-01-01T00:00:00")})
    assert found(library, "iso:100") == found(library, "2020") == []
    assert found(library, "iso:200 2021") == [image]


def test_a_picture_without_a_cameras_date_is_dated_by_its_file_and_says_so(library: Library, folder: Folder):
    by_camera = add(library, folder, b"a.jpg", Metadata(taken_at="2020-05-01T10:00:00"), mtime_ns=10**18)
    by_file = add(library, folder, b"b.jpg", Metadata(), mtime_ns=1_600_000_000 * 10**9)
    far_off = add(library, folder, b"c.jpg", mtime_ns=2**62)
    ids = found(library, "jpg")
    assert sorted(ids) == [by_camera, by_file, far_off]
    seconds = timeline.seconds(library.words_db, np.array([by_camera, by_file], np.int64))
    by_its_clock, here = (datetime.fromtimestamp(second, UTC).replace(tzinfo=None) for second in seconds.tolist())
    assert by_its_clock.isoformat() == "2020-05-01T10:00:00"
    assert here.timestamp() == 1_600_000_000
    assert found(library, "has:date") == [by_camera]


def test_what_a_killed_process_left_is_taken_up(library: Library, folder: Folder):
    image = add(library, folder, b"a.jpg")
    path = library.path
    library.close()
    again = open_library(path)
    assert word_changes.all_noted(again.db) == {image}
    assert found(again, "name:a") == [image]
    again.close()


def test_who_only_reads_finds_what_is_there(library: Library, folder: Folder):
    image = add(library, folder, b"a.jpg")
    finish(list_words(library))
    reader = open_library(library.path, write=False)
    assert found(reader, "name:a") == [image]
    reader.close()
    path = Path(library.path)
    library.close()
    (path / "words.db").unlink()
    reader = open_library(str(path), write=False)
    assert found(reader, "name:a") == []
    reader.close()


def damaged(library: Library, sql: str) -> None:
    with contextlib.closing(sqlite3.connect(Path(library.path) / "words.db", isolation_level=None)) as db:
        db.execute(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE facts SET iso = 77",
        "UPDATE facts SET day = day + 1",
        "DELETE FROM facts",
        "UPDATE names SET name = 'x' || name",
        "UPDATE words_content SET c0 = 'another'",
        "UPDATE words_data SET block = x'00' WHERE id > 1",
        "DELETE FROM words_content",
        "UPDATE file_names_content SET c0 = 'another'",
        "DELETE FROM file_names_content WHERE c0 LIKE 'b%'",
        "UPDATE file_names_data SET block = x'00' WHERE id > 1",
        "UPDATE folder_words SET word = 'x' || word",
        "DELETE FROM folder_words",
    ],
)
def test_a_damaged_row_is_found_and_all_is_made_again(library: Library, folder: Folder, sql: str):
    image = add(library, folder, b"cardboard.jpg", Metadata(make="Box", iso=100))
    add(library, folder, b"b.jpg")
    finish(list_words(library))
    assert findings(library) == []
    damaged(library, sql)
    assert findings(library) == ["the words of the search field are damaged"]
    finish(check(library, repair=True))
    assert findings(library) == []
    assert found(library, "camera:box iso:100") == found(library, "dboard") == [image]


def test_flipped_bits_of_the_file_are_mended_or_do_no_harm(library: Library, folder: Folder):
    ids = [add(library, folder, b"%d/cat%d.jpg" % (n, n), Metadata(make="Box", iso=100 + n)) for n in range(20)]
    finish(list_words(library))
    path = library.path
    library.close()
    good = (Path(path) / "words.db").read_bytes()
    draw = random.Random(5)
    for _ in range(25):
        at = draw.randrange(8 * len(good))
        data = bytearray(good)
        data[at // 8] ^= 1 << at % 8
        (Path(path) / "words.db").write_bytes(data)
        with contextlib.closing(open_library(path)) as again:
            finish(check(again, repair=True))
            assert findings(again) == [], at
            assert found(again, "camera:box") == found(again, "cat") == ids, at


def test_words_of_an_older_program_get_what_they_lack(library: Library, folder: Folder):
    image = add(library, folder, b"cardboard12.jpg")
    finish(list_words(library))
    damaged(library, "DROP TABLE file_names")
    damaged(library, "PRAGMA user_version = 1")
    path = library.path
    library.close()
    with contextlib.closing(open_library(path, write=False)) as reader:
        assert found(reader, "cardboard") == [], "who may write brings it up to date"
    with contextlib.closing(open_library(path)) as again:
        assert found(again, "board12") == [image]


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100, None])
def test_a_file_that_is_none_begins_anew(library: Library, folder: Folder, content: bytes | None):
    image = add(library, folder, b"a.jpg")
    finish(list_words(library))
    path = library.path
    library.close()
    file = Path(path) / "words.db"
    file.unlink() if content is None else file.write_bytes(content)
    with contextlib.closing(open_library(path)) as again:
        assert found(again, "name:a") == [image]


def test_damage_that_a_search_meets_is_mended_at_once(library: Library, folder: Folder):
    image = add(library, folder, b"a.jpg")
    finish(list_words(library))
    damaged(library, "UPDATE words_config SET v = 99")
    path = library.path
    library.close()
    with contextlib.closing(open_library(path)) as again:
        assert found(again, "name:a") == [image]


def test_a_full_disk_is_said_in_a_sentence(library: Library, folder: Folder):
    add(library, folder, b"a.jpg")
    finish(list_words(library))
    pages = library.words_db.execute("PRAGMA page_count").fetchone()[0]
    library.words_db.execute(f"PRAGMA max_page_count = {pages}")
    many = {b"%d.xmp" % n: (n, n) for n in range(2000)}
    with pytest.raises(UserError, match="full"), library.writing_words() as words_db:
        seen_sidecars.put(words_db, folder.id, many, [])
    assert seen_sidecars.known(library.words_db, folder.id) == {}


def test_another_program_that_writes_to_the_words_is_waited_for_and_said(
    library: Library, folder: Folder, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(database, "WAIT", 0.05)
    _ = library.words_db
    library.close_thread()  # so that its connection is a new one
    with contextlib.closing(sqlite3.connect(Path(library.path) / "words.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UserError, match="Another program is writing"), library.writing_words():
            pass


def test_who_only_reads_is_told_that_there_are_no_words(
    library: Library, folder: Folder, caplog: pytest.LogCaptureFixture
):
    add(library, folder, b"a.jpg")
    finish(list_words(library))
    file = Path(library.path) / "words.db"
    library.close()
    file.write_bytes(b"no database at all" * 100)
    with contextlib.closing(open_library(library.path, write=False)) as reader:
        assert found(reader, "name:a") == []
    assert "here nothing is found" in caplog.text
