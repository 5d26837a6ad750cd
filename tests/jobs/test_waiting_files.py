"""What somebody looks at is read before all else, whatever waits, and nothing is read twice."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.jobs import waiting_files
from engine.jobs.attention import Attention
from engine.jobs.indexing import index
from engine.jobs.reading_ahead import in_batches
from engine.jobs.waiting_files import WaitingFiles, WantedImages
from engine.library import Library
from engine.progress import finish
from engine.store import browsing
from engine.store.browsing import Browse
from engine.store.waiting_rows import WaitingFile
from tests.conftest import CPU
from tests.jobs.indexing_talk import counts
from tests.photo_makers import KINDS


def file(number: int) -> WaitingFile:
    """Of the image whose number is a hundred more."""
    return WaitingFile(number, b"/photos", b"%d.jpg" % number, 1, number + 100, None)


class Reader:
    """Of nine files that wait."""

    def __init__(self) -> None:
        self.looks_at = WantedImages()
        self.looked_up = 0
        self.waiting = WaitingFiles(self._more, self._of_images, lambda: self.looks_at)

    def _more(self, after: int, limit: int) -> list[WaitingFile]:
        return [file(number) for number in range(after + 1, 10)][:limit]

    def _of_images(self, image_ids: list[int]) -> list[WaitingFile]:
        """They are still said to wait after they were read, as files that are being written do."""
        self.looked_up += len(image_ids)
        return [file(number) for number in range(1, 10) if number + 100 in image_ids]

    def look_at(self, *numbers: int, then: tuple[int, ...] = ()) -> None:
        parts = [np.array([each + 100 for each in then], np.int64)]
        self.looks_at = WantedImages([number + 100 for number in numbers], parts)

    def next(self) -> int | None:
        found = self.waiting.next()
        return None if found is None else found.id

    def rest(self) -> list[int | None]:
        return list(iter(self.next, None))


@pytest.fixture
def reader() -> Reader:
    return Reader()


def test_of_many_that_were_noticed_the_first_go_first_and_those_that_have_no_turn_of_their_own(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_files, "MOST_NOTICED", 2)
    reader.look_at(8)
    assert reader.next() == 8

    def noticed(after: int, limit: int) -> list[WaitingFile]:
        return [file(number) for number in (4, 5, 6, 8, 20) if number > after][:limit]

    assert list(reader.waiting.put_noticed(noticed)) == [2, 1, 1]
    assert reader.rest() == [4, 5, 8, 20, 1, 2, 3, 6, 7, 9], "8 has changed again, 20 is of another folder"


def test_what_is_looked_at_goes_first_in_its_order_then_what_comes_next_then_the_others(reader: Reader):
    assert reader.next() == 1
    reader.look_at(7, 5, 1, then=(8, 3))
    assert reader.rest() == [7, 5, 8, 3, 2, 4, 6, 9]


def test_another_wish_counts_at_once_and_the_one_before_no_longer(reader: Reader):
    reader.look_at(7, 5, 3)
    assert reader.next() == 7
    reader.look_at(9, 7)
    assert reader.rest() == [9, 1, 2, 3, 4, 5, 6, 8]


def test_what_was_noticed_goes_after_what_is_on_screen_and_before_what_may_be_looked_at_next(reader: Reader):
    reader.look_at(7, then=(8, 4))
    reader.waiting.put_first([file(6), file(7)])
    assert reader.rest() == [7, 6, 8, 4, 1, 2, 3, 5, 9]
    reader.waiting.put_first([file(7)])  # it has changed since
    reader.look_at(7, 6)
    assert reader.rest() == [7]


def test_only_what_somebody_waits_for_is_urgent_until_it_is_stored(reader: Reader):
    assert reader.waiting.next_awaited() is None
    reader.look_at(7, then=(8,))
    assert [reader.next(), reader.next()] == [7, 8]
    assert reader.waiting.is_awaited
    first = reader.waiting.urgency(file(7))
    assert first > reader.waiting.urgency(file(8)) == 0
    reader.look_at(5)
    found = reader.waiting.next_awaited()
    assert found == file(5)
    assert reader.waiting.urgency(found) > first, "what is looked at now comes before what was"
    assert reader.waiting.next_awaited() is None
    reader.waiting.stored([file(7), file(8)])
    assert reader.waiting.is_awaited
    reader.waiting.stored([file(5)])
    assert not reader.waiting.is_awaited


def test_what_was_begun_and_not_stored_is_given_once_more_in_the_same_order(reader: Reader):
    reader.look_at(7, then=(8,))
    assert [reader.next() for _ in range(3)] == [7, 8, 1]
    reader.waiting.begin_anew()
    assert not reader.waiting.under_way
    assert reader.rest() == [7, 8, 1, 2, 3, 4, 5, 6, 9]


def test_a_library_that_was_read_long_ago_is_not_gone_through_as_a_whole_for_one_file(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(waiting_files, "AT_ONCE", 10)
    monkeypatch.setattr(waiting_files, "MOST_LOOKED_UP", 40)
    reader.look_at(then=(*range(1000, 1095), 8))
    assert [reader.next(), reader.looked_up] == [1, 40]
    assert [reader.next(), reader.looked_up] == [2, 80]
    assert [reader.next(), reader.looked_up] == [8, 96]


def test_a_batch_that_somebody_waits_for_is_handed_over_soon(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.jobs.reading_ahead.HURRIED_SECONDS", -1)
    awaited = {2, 3}

    def hurried() -> bool:
        return bool(awaited)

    handed_over = []
    for batch in in_batches(iter([(number, number) for number in range(1, 7)]), hurried):
        handed_over.append([number for number, _ in batch])
        awaited.difference_update(handed_over[-1])
    assert handed_over == [[1], [2], [3], [4, 5, 6]]


# -- an indexing --------------------------------------------------------------------------------------------------


class Onlooker:
    """An indexing of `photos` in small batches, and who looks at a folder of them."""

    def __init__(self, library: Library, photos: Path) -> None:
        self.library, self.photos = library, photos
        self.looks_at = WantedImages()
        folder = library.add_folder(os.fsencode(photos))
        self.work = index(
            library, [folder], workers=1, device=CPU, attention=Attention(wanted=lambda: self.looks_at)
        )

    def ids(self, kind: str) -> list[int]:
        return browsing.browsed(self.library.db, Browse(folder=os.fsencode(self.photos / kind))).ids.tolist()

    def kinds(self) -> list[str]:
        """In the order in which they would be read."""
        rows = self.library.db.execute("SELECT path FROM files ORDER BY id")
        return list(dict.fromkeys(os.fsdecode(path).split("/")[0] for (path,) in rows))

    def open(self, kind: str) -> None:
        self.looks_at = WantedImages(self.ids(kind))

    def read(self) -> list[str]:
        """The kind of each file that is stored as read."""
        rows = self.library.db.execute("SELECT path FROM files WHERE waiting = 0")
        return [os.fsdecode(path).split("/")[0] for (path,) in rows]

    def until(self, count: int) -> list[str]:
        while len(self.read()) < count:
            next(self.work)
        return self.read()


@pytest.fixture
def onlooker(
    library: Library, photos: Path, exported_onnx: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Onlooker]:
    monkeypatch.setattr("engine.jobs.reading_ahead.BATCH", 3)
    monkeypatch.setattr("engine.jobs.reading_ahead.LOOK_AHEAD", 8)
    somebody = Onlooker(library, photos)
    while len(somebody.library.db.execute("SELECT 1 FROM files").fetchall()) < 30:
        next(somebody.work)
    yield somebody
    somebody.work.close()


@pytest.mark.parametrize("kind", KINDS)
def test_the_folder_that_is_open_is_read_first(onlooker: Onlooker, kind: str):
    onlooker.open(kind)
    assert onlooker.until(6).count(kind) == 6
    result = finish(onlooker.work)
    assert counts(result) == {"found": 30, "added": 30}
    assert sorted(onlooker.read()) == sorted(KINDS * 6)


def test_another_folder_that_is_opened_meanwhile_waits_for_no_more_than_what_workers_have_in_hand(
    onlooker: Onlooker,
):
    *_, last_but_one, last = onlooker.kinds()
    onlooker.open(last_but_one)
    onlooker.until(3)
    onlooker.open(last)
    read = onlooker.until(18)
    assert read.count(last) == 6, f"all that was under way may come before, which are 11: {read}"
    assert counts(finish(onlooker.work)) == {"found": 30, "added": 30}


def test_who_cancels_finds_what_was_looked_at_stored_and_the_rest_is_read_next_time(onlooker: Onlooker):
    onlooker.open("leaves")
    onlooker.until(6)
    onlooker.work.close()
    done = len(onlooker.read())
    work = index(onlooker.library, onlooker.library.folders(), workers=1, device=CPU)
    assert counts(finish(work)) == {"found": 30, "added": 30 - done, "unchanged": done}
