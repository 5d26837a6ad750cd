"""Opening a SQLite file so that it is safe: pragmas, its schema brought up to date, transactions, torn pages."""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import quote

from engine.errors import DamagedLibraryError, OlderLibraryError, UserError
from engine.pauses import between_steps
from engine.sentences import said
from engine.store import file_header, foreign_schema
from engine.store.checked_rows import add_functions
from engine.store.connection import Database
from engine.store.disk_trouble import cannot_open, is_full
from engine.store.recognising import Migration, holds_anything, readable_text, refuse_foreign, schema_number

log = logging.getLogger(__name__)

WAIT = 30.0  # seconds for another program that writes
CACHE = 512  # KiB of pages that a connection keeps. Each thread has one; the system keeps the file in memory anyway
STATEMENTS = 16  # that a connection keeps ready; each takes up to 20 kB, and Python would keep 128 of them


def open_database(
    path: str,
    migrations: list[Migration],
    *,
    read_only: bool = False,
    trusted: bool = False,
    before_change: Callable[[Database], None] | None = None,
) -> Database:
    """The database at `path` with its schema brought up to date; made anew if it is not there.

    `trusted`: it has been looked at already, by `refuse_foreign`. `before_change` is called before the schema of
    one that is there changes.
    """
    if not trusted:
        refuse_foreign(path, migrations)
    if read_only and not holds_anything(path):
        raise UserError(said("There is no library at {path}.", path=os.path.dirname(path)))
    try:
        db = _connect(path, read_only)
    except sqlite3.DatabaseError as error:
        raise cannot_open(path, error) from error
    try:
        number = _number_of(db, path, migrations)
        if not read_only:
            if before_change is not None and 0 < number < len(migrations):
                before_change(db)
            if _user_version(db) != len(migrations) or number < len(migrations):
                _migrate(db, path, migrations)
        elif number < len(migrations):
            raise OlderLibraryError(
                said("This library was made by an older DualHash and must be opened for writing once.")
            )
    except BaseException as error:
        db.close()
        if isinstance(error, sqlite3.DatabaseError):
            raise cannot_open(path, error) from error
        raise
    return db


@contextmanager
def transaction(db: Database) -> Iterator[Database]:
    """All of it is stored when the block ends well, none of it otherwise. The write lock is taken at once: who
    reads first and writes then would be turned away if another program wrote in between."""
    if db.conn.in_transaction:
        with db.atomic():
            yield db
        return
    db.conn.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.conn.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def complaints(db: Database) -> list[str]:
    """What SQLite finds wrong with the pages of a database; nothing if they fit together."""
    try:
        rows = db.execute("PRAGMA integrity_check(100)").fetchall()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    lines = [line.strip() for row in rows for line in row[0].splitlines() if row[0] != "ok"]
    return [line for line in lines if not line.startswith("***")]  # in which database


def is_about_free_pages(wrong: list[str]) -> bool:
    """Nothing but the list of pages that hold nothing is torn."""
    lists = [line for line in wrong if "freelist:" in line.lower()]
    return bool(lists) and all(line in lists or line.endswith("never used") for line in wrong)


def make_free_pages_again(db: Database) -> None:
    """There are none in a file that is written anew, row by row."""
    db.execute("VACUUM")


def make_indexes_again(db: Database) -> None:
    """From their tables. DamagedLibraryError if more than indexes is torn, so that nothing is stored."""
    db.execute("REINDEX")
    if wrong := complaints(db):
        raise DamagedLibraryError(wrong[0])


def _connect(path: str, read_only: bool) -> Database:
    uri = f"file:{quote(os.fsencode(path))}?mode={_mode(path) if read_only else 'rwc'}"
    # Each thread has its own connection; only closing may happen from another one.
    connection = sqlite3.connect(
        uri, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
    )
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        if not read_only:  # they count for a new file alone; `file_header` relies on them
            connection.execute(f"PRAGMA page_size = {file_header.PAGE}")
            connection.execute("PRAGMA auto_vacuum = NONE")
            connection.execute("PRAGMA encoding = 'UTF-8'")
        connection.execute("PRAGMA mmap_size = 0")  # a failing disk is an error then, and does not end the process
        connection.execute("PRAGMA query_only = ON" if read_only else "PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA cache_size = -{CACHE}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.text_factory = readable_text
        add_functions(connection)
    except BaseException:
        connection.close()
        raise

    def pause(*statement: object) -> None:
        if not connection.in_transaction:  # in one, others would have to wait as well
            between_steps()

    return Database(connection, tracer=pause)


def _mode(path: str) -> str:
    """For one who only reads. Who may not write at all leaves the files that SQLite makes beside it behind."""
    folder = os.path.dirname(path)
    has_room = os.path.exists(path + "-shm") or not is_full(folder)
    if has_room and os.access(folder, os.W_OK):
        return "rw"
    # Nobody writes there if there is no log, and SQLite could not make the files it wants beside it.
    return "ro" if holds_anything(path + "-wal") else "ro&immutable=1"


def _user_version(db: Database) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _number_of(db: Database, path: str, migrations: list[Migration]) -> int:
    """How many of the steps it has behind it."""
    number = schema_number(_user_version(db), foreign_schema.read(db.conn), migrations)
    if number is None:
        raise DamagedLibraryError(said("The database {path} is damaged (its schema is not as it was).", path=path))
    return number


def _migrate(db: Database, path: str, migrations: list[Migration]) -> None:
    """Bring it up to date, step by step. How far it is, is asked while nobody else can write: another thread or
    program may have just done the same."""
    done = 0
    while done < len(migrations):
        with transaction(db):
            done = _number_of(db, path, migrations)
            if _user_version(db) != done:
                log.warning("the number of the database's schema was damaged; it is mended")
            if done < len(migrations):
                migrations[done](db)
                done += 1
            db.execute(f"PRAGMA user_version = {done}")
