"""The database of another library, opened so that not a byte of it changes.

Whoever opens it holds the lock of that library, or nobody may write there: if nothing waits in its log, SQLite is
told that the file stays as it is, and makes no files beside it. What waits in a log is read from there.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from engine.errors import UserError
from engine.sentences import said
from engine.store.checked_rows import add_functions
from engine.store.connection import Database
from engine.store.recognising import Migration, refuse_foreign


def uri_of(path: str) -> str:
    log = path + "-wal"
    stays = not (os.path.exists(log) and os.path.getsize(log))
    return f"file:{quote(os.fsencode(path))}?mode=ro{'&immutable=1' if stays else ''}"


@contextmanager
def opened(path: str, migrations: list[Migration]) -> Iterator[Database]:
    """UserError if it is not of just this schema."""
    refuse_foreign(path, migrations)
    connection = sqlite3.connect(uri_of(path), uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA mmap_size = 0")
        add_functions(connection)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != len(migrations):
            raise UserError(said("it was made by an older DualHash and must be opened for writing once"))
        yield Database(connection)
    finally:
        connection.close()
