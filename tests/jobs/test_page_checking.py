"""The pages of a database are looked at beside whoever waits for it."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from engine.jobs import page_checking
from engine.jobs.page_checking import complaints_of
from engine.library import Library, open_library
from engine.progress import finish
from engine.store.connection import Database
from engine.store.database import complaints


class Looked:
    """A library of which SQLite looks at the pages as soon as the gate is open."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.gate = threading.Event()
        self.begun = threading.Event()
        self.steps = 0
        self.of_thread: Database

    def is_open(self) -> bool:
        try:
            self.of_thread.execute("SELECT 1")
        except sqlite3.ProgrammingError:
            return False
        return True

    def opened(self, _: Library) -> Database:
        self.of_thread = self.library.db
        self.of_thread.conn.set_progress_handler(self._step, 1)
        return self.of_thread

    def _step(self) -> bool:
        self.steps += 1
        self.begun.set()
        return not self.gate.wait()

    @property
    def close_thread(self) -> Callable[[], None]:
        """The gate opens when it is asked for."""
        self.gate.set()
        return self.library.close_thread


@pytest.fixture
def looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Looked]:
    monkeypatch.setattr(page_checking, "SECONDS_BETWEEN_REPORTS", 0.01)
    library = open_library(str(tmp_path / "library"))
    yield Looked(library)
    library.close()


def test_it_is_heard_of_until_it_is_done(looked: Looked):
    reports = complaints_of(looked.library, looked.opened)
    assert [next(reports) for _ in range(3)] == [None] * 3
    assert complaints(looked.library.db) == [], "meanwhile others go on"
    looked.gate.set()
    assert finish(reports) == []
    assert not looked.is_open()


def test_who_leaves_early_leaves_no_thread(looked: Looked):
    reports = complaints_of(looked.library, looked.opened)
    assert next(reports) is None
    looked.gate.set()
    reports.close()
    assert not looked.is_open()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("pages")]
    assert complaints(looked.library.db) == []


@pytest.mark.parametrize("end", [GeneratorExit, KeyboardInterrupt])
def test_who_leaves_or_interrupts_does_not_wait_for_the_rest(looked: Looked, end: type[BaseException]):
    reports = complaints_of(cast(Library, looked), looked.opened)
    assert next(reports) is None
    looked.begun.wait()
    with pytest.raises(end):
        reports.throw(end)
    assert looked.steps < 100, "of more than a thousand"
    assert not looked.is_open()
