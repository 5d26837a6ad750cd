"""Is a file a database of ours, and no newer than this program? It is looked into before anything opens it, and
nothing is written to it or beside it."""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import NoReturn
from urllib.parse import quote

from engine.errors import DamagedLibraryError, UserError
from engine.sentences import said
from engine.store import file_header, foreign_schema
from engine.store.checked_rows import add_functions
from engine.store.connection import Database
from engine.store.disk_trouble import cannot_open

Migration = Callable[[Database], None]

WRITING = 10.0  # seconds for which a file is looked at again while others write to it,
AGAIN = 0.04  # each so many after the last
JUST_NOW = 20_000_000  # nanoseconds; file systems do not tell apart two changes that are a few milliseconds apart


def refuse_foreign(path: str, migrations: list[Migration]) -> int:
    """UserError for a file that is newer than these steps or not ours; else how many of them made it. Nothing is
    written, not even beside it.

    What another program is just writing is half of the old and half of the new, as it is read without a lock: what
    is wrong with it counts only if nobody wrote meanwhile."""
    until = time.monotonic() + WRITING
    while True:
        before = _last_written(path)
        try:
            return _refuse_foreign(path, migrations)
        except UserError:
            rests = before == _last_written(path) and abs(time.time_ns() - before[-1]) > JUST_NOW
            if rests or time.monotonic() > until:
                raise
        time.sleep(AGAIN)


def _last_written(path: str) -> tuple[int, ...]:
    """The sizes and times of a database and its log; the later time comes last."""
    found = []
    for name in (path, path + "-wal"):
        with suppress(OSError):
            state = os.stat(name)
            found += [state.st_ino, state.st_size, state.st_mtime_ns]
    return (*found, max(found[2::3], default=0))


def _refuse_foreign(path: str, migrations: list[Migration]) -> int:
    if not holds_anything(path):
        return 0
    header = _header(path)
    if header[:16] != file_header.MAGIC or len(header) < file_header.LENGTH:
        raise DamagedLibraryError(
            said("{path} is not a DualHash library, or is damaged; it was left as it is.", path=path)
        )
    if not file_header.is_usable(header):
        raise DamagedLibraryError(
            said("The database {path} is damaged (its first bytes are not as they were).", path=path)
        )
    if _is_cut_short(path, header):
        raise DamagedLibraryError(said("The database {path} is cut short; it was left as it is.", path=path))
    version, objects = _version_and_schema(path, header)
    version = max(version, file_header.schema_number(header))
    number = schema_number(version, objects, migrations)
    if number is None:
        _refuse_schema(path, version, objects, migrations)
    return number


def _refuse_schema(
    path: str, version: int, objects: foreign_schema.Objects, migrations: list[Migration]
) -> NoReturn:
    newest, ours = len(migrations), _schema_of(migrations)
    if version > newest and foreign_schema.is_ours(objects, ours):
        raise UserError(
            said(
                "This library was made by a newer DualHash (schema {version}; this program knows "
                "{newest}). Update DualHash to open it; nothing was changed.",
                version=version,
                newest=newest,
            )
        )
    foreign_schema.refuse(path, objects, _schema_of(migrations[: version or newest]), ours)


def is_header_flipped(path: str, migrations: list[Migration]) -> bool:
    """It is a database of ours but for its first bytes, and `file_header.right` would mend it."""
    if not holds_anything(path):
        return False
    header = _header(path)
    right = file_header.righted(header)
    return right != header and _is_ours_with(path, right, migrations)


def _is_ours_with(path: str, header: bytes, migrations: list[Migration]) -> bool:
    """With this header in place of its own, it is a database of ours."""
    size = file_header.bytes_of_pages(header)
    if len(header) < file_header.LENGTH or (size is not None and size != os.path.getsize(path)):
        return False
    try:
        version, objects = _version_and_schema(path, header)
    except UserError:
        return False
    return bool(schema_number(version, objects, migrations))


def _header(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(file_header.LENGTH)
    except OSError as error:
        raise UserError(
            said("The database {path} cannot be read ({why}).", path=path, why=error.strerror)
        ) from error


def schema_number(version: int, objects: foreign_schema.Objects, migrations: list[Migration]) -> int | None:
    """How many of these steps made these objects, whatever the file says; None if it was something else. A database
    without any is a new one, unless it has a `version` all the same."""
    if not objects:
        return None if version else 0

    def fits(number: int) -> bool:
        return _schema_of(migrations[:number]) == objects

    if 0 < version <= len(migrations) and fits(version):  # as it nearly always is
        return version
    return next(filter(fits, range(len(migrations), 0, -1)), None)


def _is_cut_short(path: str, header: bytes) -> bool:
    """The header says how many pages there are, if nothing waits in the log."""
    size = file_header.bytes_of_pages(header)
    return size is not None and not holds_anything(path + "-wal") and os.path.getsize(path) < size


def holds_anything(path: str) -> bool:
    return os.path.exists(path) and os.path.getsize(path) > 0


@cache
def _schema_after(steps: tuple[Migration, ...]) -> foreign_schema.Objects:
    """What these steps make."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        add_functions(connection)
        db = Database(connection)
        for step in steps:
            step(db)
        return foreign_schema.read(connection)
    finally:
        connection.close()


def _schema_of(steps: list[Migration]) -> foreign_schema.Objects:
    return _schema_after(tuple(steps))


def _version_and_schema(path: str, header: bytes) -> tuple[int, foreign_schema.Objects]:
    """What the file would say with this header. Read without a byte being written: from the file itself if it is
    its own header and nothing waits in its log, else from a copy."""
    try:
        if header == _header(path) and not holds_anything(path + "-wal"):
            return _look_into(f"file:{quote(os.fsencode(path))}?mode=ro&immutable=1")
        with tempfile.TemporaryDirectory(prefix="dualhash-") as folder:
            copy = os.path.join(folder, "copy.db")
            foreign_schema.copy_schema_pages(path, copy, header)
            with suppress(FileNotFoundError):  # the program that wrote it has just ended, and the file holds it all
                shutil.copyfile(path + "-wal", copy + "-wal")
            return _look_into(f"file:{quote(os.fsencode(copy))}?mode=rw")
    except sqlite3.DatabaseError as error:
        raise cannot_open(path, error) from error
    except UnicodeDecodeError as error:  # SQLite's complaint quotes a damaged schema, and Python cannot read it
        raise DamagedLibraryError(
            said("The database {path} is damaged (its schema cannot be read).", path=path)
        ) from error
    except OSError as error:
        raise UserError(
            said("The database {path} cannot be read ({why}).", path=path, why=error.strerror or str(error))
        ) from error


def _look_into(uri: str) -> tuple[int, foreign_schema.Objects]:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.text_factory = readable_text
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return int(version), foreign_schema.read(connection)
    finally:
        connection.close()


def readable_text(raw: bytes) -> str:
    """A damaged text can be read, too."""
    return raw.decode("utf-8", "replace")
