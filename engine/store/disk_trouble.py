"""What SQLite complains of, as the sentence for a person who can mend it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from engine.errors import DamagedLibraryError, UserError
from engine.sentences import said, text_of

FULL = 64 << 10  # bytes of room with which SQLite cannot begin anything


@contextmanager
def disk_trouble_said(place: str) -> Iterator[None]:
    """A full or failing disk is the user's to mend, and so are a damaged database and another program that does not
    stop writing: each is said in a sentence. Other errors are ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if is_corrupt(error):
            raise DamagedLibraryError(
                said("The database of the library {path} is damaged ({why}).", path=place, why=text_of(error))
            ) from error
        if (sentence := disk_trouble(place, error)) is not None:
            raise UserError(sentence) from error
        raise


def disk_trouble(place: str, error: Exception) -> str | None:
    """The sentence for such an error; None if it is another one."""
    if is_busy(error):
        return _busy(place)
    if not isinstance(error, sqlite3.DatabaseError):
        return None
    if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DISK_TROUBLE:
        return None
    return said(
        "The library {path} cannot be written ({why}); what was stored before stays.",
        path=place,
        why=_reason(place, error),
    )


_DISK_TROUBLE = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
}


def _reason(path: str, error: sqlite3.DatabaseError) -> str:
    """On a full disk SQLite often speaks of an I/O error only: it could not make a file beside the database."""
    is_told = "full" in str(error)
    if not is_told and is_full(os.path.dirname(path)):
        return said("the disk is full: {error}", error=str(error))
    return str(error)


def is_full(folder: str) -> bool:
    try:
        return shutil.disk_usage(folder or ".").free < FULL
    except OSError:
        return False


def is_corrupt(error: Exception) -> bool:
    """The error says that the database file is damaged."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.DatabaseError) and code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_out_of_reach(error: Exception) -> bool:
    """The error says that the file cannot be read: its drive was unplugged, or fails."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.DatabaseError) and code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def is_busy(error: Exception) -> bool:
    """The error says that another program holds the database."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.DatabaseError) and code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _busy(place: str) -> str:
    return said("Another program is writing to the library {path}; try again when it has finished.", path=place)


def cannot_open(path: str, error: sqlite3.DatabaseError) -> UserError:
    if is_corrupt(error):
        return DamagedLibraryError(said("The database {path} is damaged ({why}).", path=path, why=text_of(error)))
    if is_busy(error):
        return UserError(_busy(os.path.dirname(path)))
    return UserError(said("The database {path} cannot be opened ({why}).", path=path, why=_reason(path, error)))
