"""Opening a SQLite file so that it is safe: what is newer or not ours is refused before a byte changes."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import quote

from sqlite_utils import Database

from engine.errors import DamagedLibraryError, UserError

MAGIC = b"SQLite format 3\x00"
FULL = 64 << 10  # bytes of room with which SQLite cannot begin anything

Migration = Callable[[Database], None]


def open_database(
    path: str, migrations: list[Migration], *, read_only: bool = False, trusted: bool = False
) -> Database:
    """The database at `path` with its schema brought up to date; made anew if it is not there.

    `trusted`: it has been looked at already, by `refuse_foreign`.
    """
    if not trusted:
        refuse_foreign(path, migrations)
    if read_only and not _holds_anything(path):
        raise UserError(f"There is no library at {os.path.dirname(path)}.")
    try:
        db = _connect(path, read_only)
    except sqlite3.DatabaseError as error:
        raise _damaged(path, error) from error
    try:
        if not read_only:
            _migrate(db, migrations)
        elif _user_version(db) < len(migrations):
            raise UserError("This library was made by an older DualHash and must be opened for writing once.")
    except BaseException as error:
        db.close()
        if isinstance(error, sqlite3.DatabaseError):
            raise _damaged(path, error) from error
        raise
    return db


def refuse_foreign(path: str, migrations: list[Migration]) -> None:
    """UserError for a file that is newer than these steps or not ours. Nothing is written, not even beside it."""
    if not _holds_anything(path):
        return
    newest = len(migrations)
    try:
        with open(path, "rb") as file:
            header = file.read(100)
    except OSError as error:
        raise UserError(f"The database {path} cannot be read ({error.strerror}).") from error
    if header[:16] != MAGIC or len(header) < 100:
        raise DamagedLibraryError(f"{path} is not a DualHash library, or is damaged; it was left as it is.")
    if _is_cut_short(path, header):
        raise DamagedLibraryError(f"The database {path} is cut short; it was left as it is.")
    version = int.from_bytes(header[60:64], "big")
    if _holds_anything(path + "-wal"):
        version = max(version, _version_in_wal(path))
    if version > newest:
        raise UserError(
            f"This library was made by a newer DualHash (schema {version}; this program knows {newest}). "
            "Update DualHash to open it; nothing was changed."
        )


@contextmanager
def disk_trouble_said(place: str) -> Iterator[None]:
    """A full or failing disk is the user's to mend, so it is said in a sentence. Other errors are ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DISK_TROUBLE:
            raise
        raise UserError(
            f"The library {place} cannot be written ({_reason(place, error)}); what was stored before stays."
        ) from error


_DISK_TROUBLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
}


def _reason(path: str, error: sqlite3.DatabaseError) -> str:
    """On a full disk SQLite often speaks of an I/O error only: it could not make a file beside the database."""
    try:
        room = shutil.disk_usage(os.path.dirname(path) or ".").free
    except OSError:
        return str(error)
    return f"the disk is full: {error}" if room < FULL and "full" not in str(error) else str(error)


def _is_cut_short(path: str, header: bytes) -> bool:
    """The header says how many pages there are, if it was kept up to date and nothing waits in the log."""
    page = int.from_bytes(header[16:18], "big")
    size = (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
    trusted = header[24:28] == header[92:96] and not _holds_anything(path + "-wal")
    return trusted and os.path.getsize(path) < size


def _holds_anything(path: str) -> bool:
    return os.path.exists(path) and os.path.getsize(path) > 0


def is_corrupt(error: Exception) -> bool:
    """The error says that the database file is damaged."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.DatabaseError) and code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _damaged(path: str, error: sqlite3.DatabaseError) -> UserError:
    sentence = f"The database {path} is damaged or cannot be opened ({_reason(path, error)})."
    return DamagedLibraryError(sentence) if is_corrupt(error) else UserError(sentence)


def _connect(path: str, read_only: bool) -> Database:
    uri = f"file:{quote(os.fsencode(path))}?mode={'ro' if read_only else 'rwc'}"
    if read_only and not os.access(os.path.dirname(path), os.W_OK) and not _holds_anything(path + "-wal"):
        uri += "&immutable=1"  # nobody can write there, and SQLite could not make the files it wants beside it
    # Each thread has its own connection; only closing may happen from another one.
    connection = sqlite3.connect(uri, uri=True, timeout=30, isolation_level=None, check_same_thread=False)
    if not read_only:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA mmap_size = 268435456")
    return Database(connection)


def _user_version(db: Database) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _migrate(db: Database, migrations: list[Migration]) -> None:
    for number in range(_user_version(db) + 1, len(migrations) + 1):
        with db.atomic():
            migrations[number - 1](db)
            db.execute(f"PRAGMA user_version = {number}")


def _version_in_wal(path: str) -> int:
    """A killed program may have left its newest header page in the log only.

    SQLite itself reads the log, in a copy: looking at the original would write to the files beside it.
    """
    with tempfile.TemporaryDirectory(prefix="dualhash-") as folder:
        copy = os.path.join(folder, "copy.db")
        with open(path, "rb") as source, open(copy, "wb") as target:
            target.write(source.read(1 << 16))  # the first page; the others are only counted
            target.truncate(os.path.getsize(path))
        with suppress(FileNotFoundError):  # the program that wrote it has just ended, and the file holds it all
            shutil.copyfile(path + "-wal", copy + "-wal")
        try:
            connection = sqlite3.connect(copy)
            try:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                return int(version)
            finally:
                connection.close()
        except sqlite3.DatabaseError as error:
            raise _damaged(path, error) from error
