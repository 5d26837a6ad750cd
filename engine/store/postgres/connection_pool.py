"""Connections to a server that the threads of one program share: a server has few, for all of a team."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.store.postgres.database import SharedDatabase, connected

if TYPE_CHECKING:
    from psycopg import Connection

MOST = 4  # at once; who needs another one waits for it


class ConnectionPool:
    def __init__(self, address: str) -> None:
        self._address = address
        self._turns = threading.Semaphore(MOST)
        self._guard = threading.Lock()
        self._free: list[Connection[Any]] = []  # the one that was used last comes first
        self._numbers: dict[Connection[Any], int] = {}  # by which the server knows them

    @contextmanager
    def lent(self) -> "Iterator[Connection[Any]]":
        with self._turns:
            connection = self._taken() or self._made()
            try:
                yield connection
            finally:
                self._put_back(connection)

    def has(self, number: int) -> bool:
        """Whether one of them is the one that the server knows by this number."""
        with self._guard:
            return number in self._numbers.values()

    def close(self) -> None:
        """All that nobody uses now. Others are made where they are needed again."""
        with self._guard:
            free, self._free = self._free, []
        for connection in free:
            self._drop(connection)

    def _taken(self) -> "Connection[Any] | None":
        with self._guard:
            return self._free.pop() if self._free else None

    def _made(self) -> "Connection[Any]":
        connection = connected(self._address)
        with self._guard:
            self._numbers[connection] = connection.info.backend_pid
        return connection

    def _put_back(self, connection: "Connection[Any]") -> None:
        """What broke one has probably broken all."""
        if connection.closed or connection.broken:
            self._drop(connection)
            self.close()
            return
        with self._guard:
            self._free.append(connection)

    def _drop(self, connection: "Connection[Any]") -> None:
        with self._guard:
            del self._numbers[connection]
        connection.close()


class PooledDatabase(SharedDatabase):
    """Belongs to a thread as any other, and has a connection only while it asks, or for all of a transaction."""

    def __init__(self, address: str, pool: ConnectionPool) -> None:
        super().__init__(address)
        self._pool = pool

    @contextmanager
    def _lent(self) -> "Iterator[Connection[Any]]":
        if self._connection is not None:
            yield self._connection
            return
        with self._pool.lent() as connection:
            self._connection = connection
            try:
                yield connection
            finally:
                self._connection = None
