"""Bringing a database of before up to date is heard of, and can be left."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.progress import Progress, finish
from engine.store import migrations
from engine.store.connection import Database
from engine.store.renewing import COPYING, RENEWING, renewed
from tests.large_and_old import MEGABYTES, OLD, make_large_and_old


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "library.db"
    make_large_and_old(path, monkeypatch)
    return path


def steps_with(last: Callable[[Database], None]) -> list[Callable[[Database], None]]:
    return [*migrations.LIBRARY[:OLD], last]


def number_of(path: Path) -> int:
    db = sqlite3.connect(path)
    (number,) = db.execute("PRAGMA user_version").fetchone()
    db.close()
    return int(number)


def test_it_says_how_much_is_copied_and_that_it_goes_on(old: Path) -> None:
    heard: list[Progress] = []
    finish(renewed(str(old), migrations.LIBRARY), heard.append)
    assert number_of(old) == len(migrations.LIBRARY)
    assert number_of(old.with_name(f"library.db.before-{len(migrations.LIBRARY)}")) == OLD
    copied = [progress for progress in heard if progress.note == COPYING]
    assert {progress.total for progress in copied} == {MEGABYTES}
    assert [progress.done for progress in copied] == sorted(progress.done for progress in copied)


def test_a_step_that_takes_long_is_not_silent(old: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def change(db: Database) -> None:
        begun.set()
        go_on.wait(60)
        db.execute("CREATE TABLE new (id INTEGER PRIMARY KEY) STRICT")

    work = renewed(str(old), steps_with(change))
    next(work)
    assert begun.wait(60)
    assert next(work) == next(work) == Progress(0, None, RENEWING)
    go_on.set()
    finish(work)
    assert number_of(old) == OLD + 1


def test_who_leaves_while_it_is_copied_leaves_all_as_it_was(old: Path) -> None:
    work = renewed(str(old), migrations.LIBRARY)
    while next(work).note != COPYING:
        pass
    work.close()
    assert number_of(old) == OLD
    assert [path.name for path in old.parent.iterdir() if "before" in path.name] == []


def test_who_leaves_in_the_middle_of_a_step_finds_the_database_as_it_was(old: Path) -> None:
    begun = threading.Event()

    def change(db: Database) -> None:
        db.execute("CREATE TABLE new (id INTEGER PRIMARY KEY) STRICT")
        begun.set()
        db.execute(
            "INSERT INTO new WITH RECURSIVE all_ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM all_ids)"
            " SELECT id FROM all_ids"
        )

    work = renewed(str(old), steps_with(change))
    next(work)
    assert begun.wait(60)
    work.close()
    assert number_of(old) == OLD
    db = sqlite3.connect(old)
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'new'").fetchone() == (0,)
    db.close()


def test_what_is_wrong_with_it_is_said_to_who_waits(old: Path) -> None:
    def change(db: Database) -> None:
        raise ValueError("no such step")

    with pytest.raises(ValueError, match="no such step"):
        finish(renewed(str(old), steps_with(change)))
    assert number_of(old) == OLD
