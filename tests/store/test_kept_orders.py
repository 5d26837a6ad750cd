"""Orders that are kept in memory give what SQLite gives, whatever changes meanwhile, and are asked for once."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import numpy as np
import pytest

from engine.library import Library, open_library
from engine.store import browsing, files, folders, images, labels
from engine.store.browsing import Browse, Sort
from engine.store.connection import Database
from engine.store.folders import Folder
from tests.store.row_makers import add_image, file_of

CAMERAS = [None, "Box", "Pixel 8"]
CHOICES = [
    Browse(),
    Browse(folder=b"/photos"),
    Browse(folder=b"/photos/a"),
    Browse(folder=b"/photos/a b"),
    Browse(folder=b"/"),
    Browse(folder=b"/nowhere"),
    Browse(label="cat"),
    Browse(label="unknown"),
    Browse(unlabelled=True, folder=b"/other/b"),
    Browse(show_missing=False),
]


class Rows:
    """A library of rows that change at random."""

    def __init__(self, library: Library) -> None:
        self.library, self.draw = library, random.Random(5)
        with library.writing() as db:
            self.folders = [folders.add(db, b"/photos"), folders.add(db, b"/other")]
        self.ids = [self.add() for _ in range(60)]
        with library.writing() as db:
            labels.assign(db, "cat", self.ids[::4])

    def place(self) -> tuple[Folder, bytes]:
        directory = self.draw.choice([b"a/", b"a/b/", b"a b/", b"b/", b""])
        return self.draw.choice(self.folders), b"%sIMG_%d.jpg" % (directory, self.draw.randrange(10**6))

    def add(self) -> int:
        taken = self.draw.choice([None, f"20{self.draw.randrange(10, 25)}-05-06T07:08:09"])
        size, time = self.draw.randrange(50), self.draw.randrange(50) * 10**9
        with self.library.writing() as db:
            where = self.place()
            camera = self.draw.choice(CAMERAS)
            return add_image(db, *where, size=size, mtime_ns=time, taken_at=taken, camera=camera)

    def file(self) -> int:
        return file_of(self.library.db, self.draw.choice(self.ids))

    def copy(self) -> None:
        folder, path = self.place()
        with self.library.writing() as db:
            files.add(db, folder.id, path, 5, 5, self.draw.choice(self.ids))

    def move(self) -> None:
        folder, path = self.place()
        with self.library.writing() as db:
            files.set_place(db, self.file(), folder.id, path)

    def change(self) -> None:
        with self.library.writing() as db:
            files.set_waiting(db, self.file(), self.draw.randrange(50), self.draw.randrange(50))

    def remove(self) -> None:
        with self.library.writing() as db:
            image_id = self.ids.pop(self.draw.randrange(len(self.ids)))
            db.execute("UPDATE files SET image_id = NULL WHERE image_id = ?", (image_id,))

    def lose(self) -> None:
        with self.library.writing() as db:
            files.set_missing(db, [self.file()], True)

    def date(self) -> None:
        with self.library.writing() as db:
            taken = f"19{self.draw.randrange(10, 99)}-01-02T03:04:05"
            db.execute("UPDATE images SET taken_at = ? WHERE id = ?", (taken, self.draw.choice(self.ids)))

    def shoot(self) -> None:
        with self.library.writing() as db:
            sql = "UPDATE images SET camera = ? WHERE id = ?"
            db.execute(sql, (self.draw.choice(CAMERAS), self.draw.choice(self.ids)))

    def more(self) -> None:
        self.ids.append(self.add())

    def undecided(self) -> None:
        """Nothing of it is stored in the end."""
        folder, path = self.place()
        with suppress(ZeroDivisionError), self.library.writing() as db:
            files.set_place(db, self.file(), folder.id, path)
            raise ZeroDivisionError

    def within_another(self) -> None:
        with self.library.writing():
            self.move()
            same_as_sqlite(self.library.db, self.library, Browse(sort=Sort.NAME))


@pytest.fixture
def rows(library: Library) -> Rows:
    return Rows(library)


def same_as_sqlite(db: Database, library: Library, browse: Browse, allowed: np.ndarray | None = None) -> None:
    kept, asked = library.orders.browsed(db, browse, allowed), browsing.browsed(db, browse, allowed)
    assert kept.ids.tolist() == asked.ids.tolist(), browse
    assert kept.ids.dtype == np.int64
    assert kept.files == asked.files


@pytest.fixture(autouse=True)
def none_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.browsing.FEW", 0)


@contextmanager
def sorting(library: Library) -> Iterator[list[str]]:
    """The statements that put all files in order."""
    found: list[str] = []
    library.db.conn.set_trace_callback(lambda sql: found.append(sql) if "group_concat(file)" in sql else None)
    yield found
    library.db.conn.set_trace_callback(None)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("sort", Sort)
def test_every_order_is_as_sqlite_has_it_whatever_is_chosen(rows: Rows, sort: Sort, descending: bool):
    for _ in range(10):
        rows.copy()
    rows.lose()
    allowed = np.array(sorted(rows.draw.sample(rows.ids, 30)), np.int64)
    for choice in CHOICES:
        browse = browsing.Browse(
            choice.folder,
            "",
            choice.label,
            choice.unlabelled,
            choice.show_missing,
            sort=sort,
            descending=descending,
        )
        for some in (None, allowed, allowed[:0]):
            same_as_sqlite(rows.library.db, rows.library, browse, some)


def test_all_that_changes_an_order_is_heard_of(rows: Rows):
    happens: list[Callable[[], None]] = [
        *(rows.copy, rows.move, rows.change, rows.remove, rows.lose, rows.date, rows.shoot, rows.more),
        *(rows.undecided, rows.within_another),
    ]
    for number in range(120):
        happens[number % len(happens)]()
        browse = Browse(
            sort=rows.draw.choice(list(Sort)),
            descending=rows.draw.random() < 0.5,
            folder=rows.draw.choice([None, b"/photos/a", b"/other"]),
            show_missing=rows.draw.random() < 0.5,
        )
        same_as_sqlite(rows.library.db, rows.library, browse)


def test_an_order_is_made_once_until_its_files_change(rows: Rows):
    library, by_name, by_date = rows.library, Browse(sort=Sort.NAME), Browse(sort=Sort.TAKEN)
    with sorting(library) as sorted_:
        for browse in (by_name, by_date):
            library.orders.browsed(library.db, browse)
        assert len(sorted_) == 2
        with library.writing() as db:
            labels.assign(db, "dog", rows.ids[:5])
            files.set_missing(db, [rows.file()], True)
        for choice in (by_name, by_date, Browse(sort=Sort.NAME, label="dog")):
            library.orders.browsed(library.db, choice)
        assert len(sorted_) == 2
        rows.date()
        library.orders.browsed(library.db, by_name)
        assert len(sorted_) == 2, "names do not depend on dates"
        library.orders.browsed(library.db, by_date)
        rows.move()
        library.orders.browsed(library.db, by_name)
        assert len(sorted_) == 4
        for choice in (Browse(sort=Sort.SIZE), Browse(sort=Sort.ADDED), Browse(sort=Sort.CAMERA)):
            library.orders.browsed(library.db, choice)
        library.orders.browsed(library.db, by_name)
        assert len(sorted_) == 8, "a few orders are kept, not all"


def test_few_images_are_asked_for_one_by_one_where_no_order_is_kept(rows: Rows, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.store.browsing.FEW", 20)
    few = np.array(rows.ids[:10], np.int64)
    with sorting(rows.library) as sorted_:
        same_as_sqlite(rows.library.db, rows.library, Browse(sort=Sort.NAME), few)
        assert sorted_ == []
        rows.library.orders.browsed(rows.library.db, Browse(sort=Sort.NAME))
        same_as_sqlite(rows.library.db, rows.library, Browse(sort=Sort.NAME), few)
        assert len(sorted_) == 1


def test_what_another_thread_stores_is_heard_of(rows: Rows):
    library = rows.library
    same_as_sqlite(library.db, library, Browse(sort=Sort.NAME))

    def move() -> None:
        rows.move()
        library.close_thread()

    thread = threading.Thread(target=move)
    thread.start()
    thread.join()
    same_as_sqlite(library.db, library, Browse(sort=Sort.NAME))


def test_who_only_reads_hears_of_what_another_program_stores(rows: Rows):
    reader = open_library(rows.library.path, write=False)
    try:
        with sorting(reader) as sorted_:
            for _ in range(2):
                same_as_sqlite(reader.db, reader, Browse(sort=Sort.SIZE))
            assert len(sorted_) == 1
            rows.move()
            rows.change()
            same_as_sqlite(reader.db, reader, Browse(sort=Sort.SIZE))
            assert len(sorted_) == 2
    finally:
        reader.close()


@pytest.mark.parametrize("asked_before", [True, False])
def test_what_is_stored_while_somebody_asks_does_no_harm(
    rows: Rows, asked_before: bool, monkeypatch: pytest.MonkeyPatch
):
    """Between asking for the state and reading: the order is one of before, its files are not."""
    library = rows.library
    library.orders.browsed(library.db, Browse(sort=Sort.NAME, folder=b"/photos" if asked_before else None))
    state = library.orders._changes.state(library.db, False)
    monkeypatch.setattr(library.orders._changes, "state", lambda db, with_images: state)
    for _ in range(10):
        rows.remove()
        rows.more()
        found = library.orders.browsed(library.db, Browse(sort=Sort.NAME, folder=b"/photos"))
        assert len(found.ids)


def test_an_empty_library_has_an_order_too(library: Library):
    for choice in CHOICES:
        assert library.orders.browsed(library.db, choice).ids.tolist() == []
    with library.writing() as db:
        folder = folders.add(db, b"/photos")
        files.add(db, folder.id, b"new.jpg", 1, 1, images.add_pending(db))
    assert library.orders.browsed(library.db, Browse()).files == 1
