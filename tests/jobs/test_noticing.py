"""The folders of a library are followed, and what is noticed is indexed: by itself, or while an indexing runs."""

import os
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from engine.content import content_of
from engine.errors import UserError
from engine.jobs import waiting_files
from engine.jobs.attention import Attention
from engine.jobs.indexing import Indexed, index
from engine.jobs.keyword_reading import KeywordFile, KeywordReading
from engine.jobs.looking import Looked, look
from engine.jobs.noticing import Noticing
from engine.jobs.waiting_files import NOTHING, WaitingFiles, WantedImages
from engine.jobs.xmp_import import import_xmp
from engine.library import Library
from engine.progress import Progress, finish
from engine.store import labels
from engine.store.waiting_rows import WaitingFile
from engine.watching.settling import LookAt, Noticed
from tests.conftest import CPU, IndexedLibrary
from tests.jobs.indexing_talk import counts, save
from tests.photo_makers import photo
from tests.xmp.others import bag, packet

PATIENCE = 60


class Followed:
    def __init__(self, library: Library) -> None:
        self._ready = threading.Event()
        self.noticing = Noticing(library, self._ready.set)

    def until_ready(self) -> None:
        assert self._ready.wait(PATIENCE)
        self._ready.clear()


@pytest.fixture
def followed(indexed: IndexedLibrary) -> Iterator[Followed]:
    """By who has looked at all of it once."""
    somebody = Followed(indexed.library)
    somebody.noticing.follow([indexed.folder.path])
    somebody.until_ready()
    result = finish(somebody.noticing.work())
    assert result is not None
    assert counts(result) == {"found": 30, "unchanged": 30}
    yield somebody
    somebody.noticing.end()


def test_what_is_noticed_is_indexed_once(indexed: IndexedLibrary, followed: Followed):
    save(indexed.photos / "new.jpg", photo("discs", 40))
    os.unlink(indexed.photos / "discs/discs-1.jpg")
    followed.until_ready()
    result = finish(followed.noticing.work())
    assert result is not None
    assert counts(result) == {"found": 1, "added": 1, "missing": 1}
    assert finish(followed.noticing.work()) is None
    assert followed.noticing.at_rest
    assert set(followed.noticing._scanned) == {indexed.folder.path}, "what went is not remembered for ever"


def test_a_file_that_is_closed_just_when_a_look_at_all_begins_is_looked_at_after_it(
    indexed: IndexedLibrary, monkeypatch: pytest.MonkeyPatch
):
    somebody = Followed(indexed.library)
    somebody.noticing.follow([indexed.folder.path])
    somebody.until_ready()
    save(indexed.photos / "discs/whole.jpg", photo("discs", 40))
    path = indexed.photos / "new.jpg"
    folders = indexed.library.folders
    with open(path, "wb") as file:
        file.write((indexed.photos / "discs/whole.jpg").read_bytes())
        file.flush()
        wait_until(lambda: os.fsencode(path) in somebody.noticing.unfinished())

        def closed_meanwhile() -> object:
            file.close()
            wait_until(lambda: os.fsencode(path) not in somebody.noticing.unfinished())
            return folders()

        monkeypatch.setattr(indexed.library, "folders", closed_meanwhile)
        first = finish(somebody.noticing.work())
    monkeypatch.undo()
    assert first is not None
    assert counts(first) == {"found": 31, "added": 1, "unchanged": 30}, "one of them was being written"
    somebody.until_ready()
    second = finish(somebody.noticing.work())
    assert second is not None
    assert counts(second) == {"found": 1, "added": 1}
    somebody.noticing.end()


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_file_that_is_back_is_a_change_and_one_that_was_skipped_before_is_none(
    indexed: IndexedLibrary, followed: Followed, tmp_path: Path
):
    def noticed() -> Indexed:
        followed.until_ready()
        result = finish(followed.noticing.work())
        assert result is not None
        return result

    here, away, bad = indexed.photos / "discs/discs-1.jpg", tmp_path / "away.jpg", indexed.photos / "bad.jpg"
    here.rename(away)
    assert counts(noticed()) == {"missing": 1}
    away.rename(here)
    back = noticed()
    assert (counts(back), back.is_any_change) == ({"found": 1, "unchanged": 1}, True)
    bad.write_bytes(b"no picture")
    assert noticed().is_any_change
    bad.chmod(0o640)
    again = noticed()
    assert (counts(again), again.is_any_change) == ({"found": 1, "skipped": 1}, False)


def test_what_an_indexing_has_scanned_since_is_not_looked_at_again(indexed: IndexedLibrary, followed: Followed):
    save(indexed.photos / "new.jpg", photo("discs", 40))
    followed.until_ready()
    work = index(indexed.library, [indexed.folder], workers=1, device=CPU)
    assert counts(finish(followed.noticing.indexing([indexed.folder.path], work)))["added"] == 1
    assert finish(followed.noticing.work()) is None


def test_work_that_is_left_before_its_end_is_done_with_the_next(indexed: IndexedLibrary, followed: Followed):
    for name in ("discs", "leaves"):
        save(indexed.photos / name / "new.jpg", photo("discs", 40 + len(name)))
    followed.until_ready()
    work = followed.noticing.work()
    next(work)
    work.close()
    assert followed.noticing.at_rest, "who cancels it does not want it to begin again at once"
    result = finish(followed.noticing.work())
    assert result is not None
    assert result.added == 2


def sizes(indexed: IndexedLibrary) -> dict[str, int]:
    rows = indexed.library.db.execute("SELECT path, size FROM files WHERE missing = 0")
    return {os.fsdecode(path): size for path, size in rows}


def work(followed: Followed) -> dict[str, int]:
    followed.until_ready()
    result = finish(followed.noticing.work())
    assert result is not None
    return counts(result)


@pytest.mark.parametrize("make_link", [os.link, os.symlink])
def test_a_file_that_changes_is_looked_at_under_each_of_its_names(
    make_link: Callable[[Path, Path], None], indexed: IndexedLibrary, followed: Followed
):
    photos = indexed.photos
    make_link(photos / "discs/discs-1.jpg", photos / "leaves/link.jpg")
    work(followed)
    assert "leaves/link.jpg" in sizes(indexed)
    for name in ("discs/discs-1.jpg", "leaves/link.jpg"):
        save(photos / name, photo("discs", 40 + len(name)))
        work(followed)
        size = (photos / name).stat().st_size
        assert (sizes(indexed)["discs/discs-1.jpg"], sizes(indexed)["leaves/link.jpg"]) == (size, size)


@pytest.mark.parametrize("aside", ["discs/discs-1.jpg", ".aside", "leaves/aside.jpg"])
def test_another_picture_with_the_size_and_time_of_the_one_before_is_read(
    aside: str, indexed: IndexedLibrary, followed: Followed
):
    path = indexed.photos / "discs/discs-1.jpg"
    status, before = path.stat(), indexed.id_of("discs/discs-1.jpg")
    save(indexed.photos / ".small", photo("stripes", 40), quality=5)
    os.utime(path, ns=(10**18, 10**18))
    assert work(followed)["found"] == 1
    (indexed.photos / aside).write_bytes((indexed.photos / ".small").read_bytes().ljust(status.st_size, b"#"))
    os.utime(indexed.photos / aside, ns=(10**18, 10**18))
    os.replace(indexed.photos / aside, path)
    work(followed)
    assert path.stat().st_size == status.st_size
    (content,) = indexed.library.db.execute(
        "SELECT content FROM images WHERE id = ?", (indexed.id_of("discs/discs-1.jpg"),)
    ).fetchone()
    assert content == content_of(path.read_bytes()), before


def test_what_could_not_be_stored_is_brought_in_with_what_is_noticed_next(
    indexed: IndexedLibrary, followed: Followed, monkeypatch: pytest.MonkeyPatch
):
    save(indexed.photos / "discs/new.jpg", photo("discs", 40))
    followed.until_ready()
    with monkeypatch.context() as patch:
        patch.setattr(Library, "writing", full_disk)
        with pytest.raises(UserError):
            finish(followed.noticing.work())
    assert followed.noticing.at_rest, "it would only fail again"
    save(indexed.photos / "leaves/new.jpg", photo("leaves", 41))
    assert work(followed)["added"] == 2


def test_where_the_worker_is_ended_while_it_reads_that_is_said_and_the_rest_is_read_later(
    indexed: IndexedLibrary, followed: Followed
):
    save(indexed.photos / "new.jpg", photo("discs", 40))
    followed.until_ready()

    def ended() -> WantedImages:
        """Asked when the first file is about to be read."""
        followed.noticing.rest()
        return NOTHING

    with pytest.raises(UserError, match="left for later"):
        finish(followed.noticing.work(wanted=ended))
    result = finish(followed.noticing.work())
    assert result is not None
    assert result.added == 1


def test_what_an_indexing_could_not_look_at_meanwhile_is_brought_in_later(
    indexed: IndexedLibrary, followed: Followed, monkeypatch: pytest.MonkeyPatch
):
    save(indexed.photos / "discs/new.jpg", photo("discs", 40))
    followed.until_ready()
    with monkeypatch.context() as patch:
        patch.setattr(Library, "writing", full_disk)
        with pytest.raises(UserError):
            finish(followed.noticing.meanwhile(frozenset()))
    result = finish(followed.noticing.work())
    assert result is not None
    assert result.added == 1


def full_disk(library: Library) -> NoReturn:
    raise UserError("The disk is full.")


def test_files_that_an_indexing_has_under_way_are_left_for_later(indexed: IndexedLibrary, followed: Followed):
    save(indexed.photos / "discs/discs-1.jpg", photo("discs", 1), quality=60)
    save(indexed.photos / "new.jpg", photo("discs", 40))
    followed.until_ready()
    under_way = frozenset([os.fsencode(indexed.photos / "discs/discs-1.jpg")])
    looked = finish(followed.noticing.meanwhile(under_way))
    assert looked is not None
    assert [each.found for each in looked.scanned] == [1]
    result = finish(followed.noticing.work())
    assert result is not None
    assert counts(result) == {"found": 1, "changed": 1}
    assert finish(followed.noticing.meanwhile(frozenset())) is None


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_what_an_indexing_puts_off_is_told_of_when_it_is_over_and_not_before(
    indexed: IndexedLibrary, followed: Followed, is_cancelled: bool
):
    path = indexed.photos / "discs/discs-1.jpg"

    def under_way() -> Generator[Progress, None, Indexed]:
        yield Progress(0, None, "")
        save(path, photo("discs", 1), quality=60)
        followed.until_ready()
        assert finish(followed.noticing.meanwhile(frozenset([os.fsencode(path)]))) is not None
        assert followed.noticing.at_rest, "it does not have to be looked at again and again"
        yield Progress(1, None, "")
        return Indexed()

    work = followed.noticing.indexing([], under_way())
    for _ in range(2):
        next(work)
    if is_cancelled:
        work.close()
    else:
        finish(work)
    followed.until_ready()
    result = finish(followed.noticing.work())
    assert result is not None
    assert counts(result) == {"found": 1, "changed": 1}


def test_an_indexing_brings_in_what_is_noticed_meanwhile(library: Library, photos: Path, exported_onnx: str):
    folder = library.add_folder(os.fsencode(photos))
    new = photos / "discs/new.jpg"

    def meanwhile(under_way: frozenset[bytes]) -> Generator[Progress, None, Looked | None]:
        if new.exists():
            return None
        save(new, photo("discs", 40))
        return (yield from look(library, Noticed({LookAt(os.fsencode(new), False): 0.0})))

    result = finish(index(library, [folder], workers=1, device=CPU, attention=Attention(meanwhile=meanwhile)))
    assert counts(result) == {"found": 31, "added": 31}


def test_an_indexing_reads_all_that_was_noticed_in_other_folders_however_much(
    indexed: IndexedLibrary, followed: Followed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(waiting_files, "MOST_NOTICED", 1)
    (tmp_path / "more").mkdir()
    save(tmp_path / "more/new.jpg", photo("discs", 44))
    more = indexed.library.add_folder(os.fsencode(tmp_path / "more"))
    for number in range(3):
        save(indexed.photos / f"new-{number}.jpg", photo("leaves", 50 + number))
    followed.until_ready()
    work = index(
        indexed.library, [more], workers=1, device=CPU, attention=Attention(meanwhile=followed.noticing.meanwhile)
    )
    assert finish(followed.noticing.indexing([more.path], work)).added == 4


def test_what_was_noticed_is_read_first_and_nothing_twice():
    def file(number: int) -> WaitingFile:
        return WaitingFile(number, b"/photos", b"%d.jpg" % number, 1, number, None)

    waiting = WaitingFiles(lambda after, limit: [file(number) for number in range(after + 1, 7)][:limit])

    def next_id() -> int | None:
        found = waiting.next()
        return None if found is None else found.id

    assert next_id() == 1
    waiting.put_first([file(6), file(3)])
    assert waiting.any_first
    assert [next_id() for _ in range(6)] == [6, 3, 2, 4, 5, None]
    assert waiting.under_way[3] == b"/photos/3.jpg"
    waiting.stored([file(3)])
    assert 3 not in waiting.under_way
    waiting.put_first([file(3)])  # it has changed again
    assert [next_id(), next_id()] == [3, None]


def test_a_sidecar_that_another_program_saves_is_noticed_and_read_alone(
    indexed: IndexedLibrary, followed: Followed, monkeypatch: pytest.MonkeyPatch
):
    library, read = indexed.library, list[bytes]()
    finish(import_xmp(library, indexed.folder.path))
    monkeypatch.setattr(KeywordReading, "_gather", _noting(read))
    sidecar = indexed.photos / "discs/discs-1.jpg.xmp"

    def saved(data: bytes | None) -> dict[str, int]:
        if data is None:
            sidecar.unlink()
        else:
            part = sidecar.with_name(".part")
            part.write_bytes(data)
            part.rename(sidecar)
        followed.until_ready()
        result = finish(followed.noticing.work())
        assert result is not None
        assert counts(result) == {}, "a sidecar is neither a picture nor a skipped file"
        assert result.labelled == (data is not None) == result.is_any_change
        return {name: count for name, count in labels.all_labels(library.db).items() if count}

    assert saved(packet(bag("beach", "Anna"))) == {"Anna": 1, "beach": 1}
    assert saved(packet(bag("beach", "cat"))) == {"beach": 1, "cat": 1}
    assert saved(None) == {"beach": 1, "cat": 1}
    assert set(read) == {os.fsencode(indexed.photos / "discs/discs-1.jpg")}, "and no other file is asked"
    (indexed.photos / "discs/discs-2.xmp").write_bytes(packet(bag("Adobe")))
    followed.until_ready()
    finish(followed.noticing.work())
    assert labels.all_labels(library.db)["Adobe"] == 1


def _noting(read: list[bytes]) -> Callable[..., None]:
    gather = KeywordReading._gather

    def noted(self: KeywordReading, file: KeywordFile, outcome: object) -> None:
        read.append(file.path)
        gather(self, file, outcome)  # type: ignore[arg-type]

    return noted


def test_a_sidecar_that_comes_while_another_folder_is_indexed_counts(
    indexed: IndexedLibrary, followed: Followed, tmp_path: Path
):
    """The indexing ends with what was noticed meanwhile, wherever that was."""
    library = indexed.library
    finish(import_xmp(library, indexed.folder.path))
    (tmp_path / "more").mkdir()
    save(tmp_path / "more/new.jpg", photo("discs", 44))
    more = library.add_folder(os.fsencode(tmp_path / "more"))
    (indexed.photos / "discs/discs-1.jpg.xmp").write_bytes(packet(bag("beach")))
    followed.until_ready()
    work = index(library, [more], workers=1, device=CPU, attention=Attention(meanwhile=followed.noticing.meanwhile))
    assert finish(followed.noticing.indexing([more.path], work)).labelled == 1
    assert labels.all_labels(library.db) == {"beach": 1}
