"""A connection to a published library that the modules of the store take for the database of any other.

It has what they ask of one: `execute`, `conn.executemany`, `atomic`. A connection that broke is opened again for
the next statement; one that only reads is asked again at once. As with SQLite, each thread has its own.
"""

import logging
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from engine.errors import UserError
from engine.sentences import said
from engine.store.postgres.address import masked
from engine.store.postgres.dialect import storable, translated
from engine.store.postgres.troubles import ConnectionBrokenError, asking, need_psycopg, reaching

if TYPE_CHECKING:
    from psycopg import Connection, Cursor

log = logging.getLogger(__name__)

SCHEMA = "dualhash"
PATIENCE = 10  # seconds for a server to be reached, where the address or the environment says nothing else
# A server that is gone without a word, as behind a pulled cable, is noticed in half a minute, not in hours.
ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 20_000}
_WRITING = 0x6475616C  # a lock on the server: one writes labels at a time, as in a library on disk

Bound = Sequence[Any] | Mapping[str, Any]  # to the places in a statement


class SharedDatabase:
    def __init__(self, address: str) -> None:
        need_psycopg()
        self.address = address
        self._connection: Connection[Any] | None = None

    @property
    def conn(self) -> "SharedDatabase":
        return self

    @property
    def in_transaction(self) -> bool:
        connection = self._connection
        return (
            connection is not None and not connection.closed and connection.info.transaction_status.name != "IDLE"
        )

    def execute(self, sql: str, values: Bound = ()) -> "Cursor[Any]":
        if isinstance(values, Sequence):
            values = [storable(value) if isinstance(value, str) else value for value in values]
        return self.ask(translated(sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> "Cursor[Any]":
        with self._lent() as connection, asking(self.address):
            cursor = connection.cursor()
            cursor.executemany(translated(sql), list(rows))
            return cursor

    def ask(self, sql: str, values: Bound = ()) -> "Cursor[Any]":
        """In PostgreSQL's own words."""
        alone = not self.in_transaction
        try:
            return self._ask(sql, values)
        except ConnectionBrokenError:
            if not (alone and sql.lstrip().upper().startswith("SELECT")):
                raise
            log.warning("The connection to %s broke; it is taken up again.", masked(self.address))
            return self._ask(sql, values)

    def _ask(self, sql: str, values: Bound) -> "Cursor[Any]":
        with self._lent() as connection, asking(self.address):
            return connection.execute(sql, values)

    @contextmanager
    def atomic(self) -> Iterator["SharedDatabase"]:
        """All that is read is as it was at one moment."""
        outermost = not self.in_transaction
        self._be_awake()
        with self._lent() as connection, asking(self.address), connection.transaction():
            if outermost:
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield self

    @contextmanager
    def together(self) -> Iterator["SharedDatabase"]:
        """As `writing`, of what only publishers write: labels can be given meanwhile."""
        with self._lent() as connection, asking(self.address), connection.transaction():
            yield self

    @contextmanager
    def writing(self) -> Iterator["SharedDatabase"]:
        """All of it is stored when the block ends well, none of it otherwise."""
        self._be_awake()
        with self._lent() as connection, asking(self.address), connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_WRITING,))
            yield self

    def rollback(self) -> None:
        if self._connection is not None:
            self._connection.rollback()

    def raw(self) -> "Connection[Any]":
        """psycopg's own connection, for what only it can do: COPY, and notices."""
        return self._connected()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _be_awake(self) -> None:
        """A transaction cannot go on over another connection: one that broke unnoticed is replaced before it."""
        if not self.in_transaction:
            self.ask("SELECT 1")

    @contextmanager
    def _lent(self) -> "Iterator[Connection[Any]]":
        """For a statement, or for all of a transaction."""
        yield self._connected()

    def _connected(self) -> "Connection[Any]":
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connection = connected(self.address)
        return self._connection


def connected(address: str) -> "Connection[Any]":
    """Names of ours come first, then those of pgvector wherever it lies, then none."""
    import psycopg
    from psycopg import conninfo

    with reaching(address):
        given = conninfo.conninfo_to_dict(address)
        patience = given.get("connect_timeout") or os.environ.get("PGCONNECT_TIMEOUT") or PATIENCE
        alive: dict[str, Any] = {name: value for name, value in ALIVE.items() if name not in given}
        connection = psycopg.connect(
            address, autocommit=True, connect_timeout=patience, fallback_application_name="dualhash", **alive
        )
        encoding = connection.execute("SHOW server_encoding").fetchone()
        connection.execute("SET client_encoding TO 'UTF8'")
        connection.execute("SET TIME ZONE 'UTC'")
        set_path(connection)
    if encoding != ("UTF8",):
        connection.close()
        raise UserError(said("The database on the server must hold its texts as UTF-8; this one does not."))
    return connection


def set_path(connection: "Connection[Any]") -> None:
    """Again after pgvector was put there."""
    row = connection.execute(
        "SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace"
        " WHERE e.extname = 'vector'"
    ).fetchone()
    places = [SCHEMA, *([row[0]] if row is not None and row[0] != SCHEMA else [])]
    connection.execute("SELECT set_config('search_path', %s, false)", (", ".join(map(_quoted, places)),))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
