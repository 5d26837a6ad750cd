"""A connection to an SQLite database as the store takes it: statements, and blocks done whole or not at all."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

Parameters = Sequence[Any] | Mapping[str, Any]


class Database:
    """Around a connection that begins no transaction by itself (`isolation_level=None`). `before_each` is called
    before each statement."""

    def __init__(self, conn: sqlite3.Connection, before_each: Callable[[], None] = lambda: None) -> None:
        self.conn = conn
        self._before_each = before_each
        self._savepoints = 0

    def execute(self, sql: str, parameters: Parameters = ()) -> sqlite3.Cursor:
        self._before_each()
        return self.conn.execute(sql, parameters)

    @contextmanager
    def atomic(self) -> Iterator["Database"]:
        """All that the block does or, if an error leaves it, nothing; blocks may lie inside of each other."""
        if self.conn.in_transaction:
            self._savepoints += 1
            name = f"inside_{self._savepoints}"
            begin, undo, end = f"SAVEPOINT {name}", f"ROLLBACK TO {name}; RELEASE {name}", f"RELEASE {name}"
        else:
            begin, undo, end = "BEGIN", "ROLLBACK", "COMMIT"
        self.conn.execute(begin)
        try:
            yield self
            self.conn.execute(end)
        except BaseException:
            if self.conn.in_transaction:  # else the error itself has undone all
                for statement in undo.split("; "):
                    self.conn.execute(statement)
            raise

    def rollback(self) -> None:
        if self.conn.in_transaction:
            self.conn.execute("ROLLBACK")

    def close(self) -> None:
        self.conn.close()
