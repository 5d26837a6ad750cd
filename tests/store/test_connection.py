"""Blocks of statements that are done whole or not at all, also inside of each other."""

import sqlite3
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from engine.store.connection import Database


@pytest.fixture
def db() -> Database:
    made = Database(sqlite3.connect(":memory:", isolation_level=None))
    made.execute("CREATE TABLE t (n INTEGER PRIMARY KEY ON CONFLICT ROLLBACK, m INTEGER UNIQUE)")
    return made


def numbers(db: Database) -> list[int]:
    return [n for (n,) in db.execute("SELECT n FROM t ORDER BY n")]


def put(db: Database, number: object) -> None:
    db.execute("INSERT INTO t VALUES (?, ?)", (number, number))


def put_two(db: Database, first: object, second: object, within: Callable[[], Any] = nullcontext) -> None:
    """The second cannot be put."""
    with within():
        put(db, first)
    with db.atomic():
        put(db, second)


def test_a_block_that_ends_well_is_stored_and_one_that_does_not_leaves_nothing(db: Database):
    with db.atomic():
        put(db, 1)
    with pytest.raises(sqlite3.IntegrityError), db.atomic():
        put_two(db, 2, "no number")
    assert numbers(db) == [1]
    assert not db.conn.in_transaction


def test_a_block_inside_of_another_is_undone_alone(db: Database):
    with db.atomic():
        put(db, 1)
        with db.atomic():
            put(db, 2)
            with pytest.raises(sqlite3.IntegrityError), db.atomic():
                put_two(db, 3, "no number")
        put(db, 4)
    assert numbers(db) == [1, 2, 4]


def test_blocks_inside_go_with_the_one_around_them(db: Database):
    with pytest.raises(sqlite3.IntegrityError), db.atomic():
        put_two(db, 1, "no number", db.atomic)
    assert numbers(db) == []


def test_an_error_that_has_undone_everything_by_itself_is_the_one_that_is_heard_of(db: Database):
    put(db, 1)
    with pytest.raises(sqlite3.IntegrityError), db.atomic():
        put_two(db, 2, 1)
    assert numbers(db) == [1]
    assert not db.conn.in_transaction


def test_what_cannot_be_committed_is_undone(db: Database):
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("CREATE TABLE child (n INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(sqlite3.IntegrityError), db.atomic():
        db.execute("INSERT INTO child VALUES (5)")
    assert not db.conn.in_transaction
    assert db.execute("SELECT count(*) FROM child").fetchone() == (0,)


def test_who_wants_to_is_called_before_each_statement():
    called: list[int] = []
    db = Database(sqlite3.connect(":memory:", isolation_level=None), lambda: called.append(1))
    db.execute("SELECT 1")
    db.execute("SELECT ?", (1,))
    assert len(called) == 2
