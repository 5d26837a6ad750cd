"""Opening a SQLite file so that it is safe: what is newer or not ours is refused before a byte changes."""

import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from urllib.parse import quote

from engine.errors import DamagedLibraryError, UserError
from engine.pauses import between_steps
from engine.publishing import sweep_parts
from engine.sentences import said, text_of
from engine.store import file_header, foreign_schema
from engine.store.checked_rows import add_functions
from engine.store.connection import Database

log = logging.getLogger(__name__)

WAIT = 30.0  # seconds for another program that writes
CACHE = 512  # KiB of pages that a connection keeps. Each thread has one; the system keeps the file in memory anyway
STATEMENTS = 16  # that a connection keeps ready; each takes up to 20 kB, and Python would keep 128 of them
FULL = 64 << 10  # bytes of room with which SQLite cannot begin anything

Migration = Callable[[Database], None]


def open_database(
    path: str,
    migrations: list[Migration],
    *,
    read_only: bool = False,
    trusted: bool = False,
    keep_before: bool = False,
) -> Database:
    """The database at `path` with its schema brought up to date; made anew if it is not there.

    `trusted`: it has been looked at already, by `refuse_foreign`. `keep_before`: before the schema changes, a copy
    is put beside it.
    """
    if not trusted:
        refuse_foreign(path, migrations)
    if read_only and not _holds_anything(path):
        raise UserError(said("There is no library at {path}.", path=os.path.dirname(path)))
    try:
        db = _connect(path, read_only)
    except sqlite3.DatabaseError as error:
        raise _cannot_open(path, error) from error
    try:
        number = _number_of(db, path, migrations)
        if not read_only:
            if keep_before and 0 < number < len(migrations):
                _keep_copy(db, path, len(migrations))
            if _user_version(db) != len(migrations) or number < len(migrations):
                _migrate(db, path, migrations)
        elif number < len(migrations):
            raise UserError(said("This library was made by an older DualHash and must be opened for writing once."))
    except BaseException as error:
        db.close()
        if isinstance(error, sqlite3.DatabaseError):
            raise _cannot_open(path, error) from error
        raise
    return db


def refuse_foreign(path: str, migrations: list[Migration]) -> None:
    """UserError for a file that is newer than these steps or not ours. Nothing is written, not even beside it."""
    if not _holds_anything(path):
        return
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
    if _schema_number(version, objects, migrations) is not None:
        return
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
    if not _holds_anything(path):
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
    return bool(_schema_number(version, objects, migrations))


def _header(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(file_header.LENGTH)
    except OSError as error:
        raise UserError(
            said("The database {path} cannot be read ({why}).", path=path, why=error.strerror)
        ) from error


def _schema_number(version: int, objects: foreign_schema.Objects, migrations: list[Migration]) -> int | None:
    """How many of these steps made these objects, whatever the file says; None if it was something else. A database
    without any is a new one, unless it has a `version` all the same."""
    if not objects:
        return None if version else 0

    def fits(number: int) -> bool:
        return _schema_of(migrations[:number]) == objects

    if 0 < version <= len(migrations) and fits(version):  # as it nearly always is
        return version
    return next(filter(fits, range(len(migrations), 0, -1)), None)


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
    if not is_told and _is_full(os.path.dirname(path)):
        return said("the disk is full: {error}", error=str(error))
    return str(error)


def _is_full(folder: str) -> bool:
    try:
        return shutil.disk_usage(folder or ".").free < FULL
    except OSError:
        return False


def _is_cut_short(path: str, header: bytes) -> bool:
    """The header says how many pages there are, if nothing waits in the log."""
    size = file_header.bytes_of_pages(header)
    return size is not None and not _holds_anything(path + "-wal") and os.path.getsize(path) < size


def _holds_anything(path: str) -> bool:
    return os.path.exists(path) and os.path.getsize(path) > 0


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


def is_corrupt(error: Exception) -> bool:
    """The error says that the database file is damaged."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.DatabaseError) and code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_busy(error: Exception) -> bool:
    """The error says that another program holds the database."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return isinstance(error, sqlite3.DatabaseError) and code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _busy(place: str) -> str:
    return said("Another program is writing to the library {path}; try again when it has finished.", path=place)


def _cannot_open(path: str, error: sqlite3.DatabaseError) -> UserError:
    if is_corrupt(error):
        return DamagedLibraryError(said("The database {path} is damaged ({why}).", path=path, why=text_of(error)))
    if is_busy(error):
        return UserError(_busy(os.path.dirname(path)))
    return UserError(said("The database {path} cannot be opened ({why}).", path=path, why=_reason(path, error)))


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
        connection.text_factory = _text  # a damaged text can be read, too
        add_functions(connection)
    except BaseException:
        connection.close()
        raise

    def pause() -> None:
        if not connection.in_transaction:  # in one, others would have to wait as well
            between_steps()

    return Database(connection, before_each=pause)


def _mode(path: str) -> str:
    """For one who only reads. Who may not write at all leaves the files that SQLite makes beside it behind."""
    folder = os.path.dirname(path)
    has_room = os.path.exists(path + "-shm") or not _is_full(folder)
    if has_room and os.access(folder, os.W_OK):
        return "rw"
    # Nobody writes there if there is no log, and SQLite could not make the files it wants beside it.
    return "ro" if _holds_anything(path + "-wal") else "ro&immutable=1"


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _user_version(db: Database) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _number_of(db: Database, path: str, migrations: list[Migration]) -> int:
    """How many of the steps it has behind it."""
    number = _schema_number(_user_version(db), foreign_schema.read(db.conn), migrations)
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


def _keep_copy(db: Database, path: str, newest: int) -> None:
    """The database as it is before its schema changes, beside it; that of an earlier change goes. Without room for
    it the change goes on: it is one transaction."""
    copy = f"{path}.before-{newest}"
    folder, name = os.path.split(path)
    sweep_parts(folder)  # of a copy that was interrupted
    try:
        if shutil.disk_usage(folder).free < 2 * os.path.getsize(path):
            raise OSError("there is no room for it")
        target = sqlite3.connect(copy + ".part")
        try:
            db.conn.backup(target)
        finally:
            target.close()
        os.replace(copy + ".part", copy)
    except (OSError, sqlite3.Error) as error:
        log.warning("no copy of the library could be kept before its change (%s)", error)
        return
    for other in os.listdir(folder):
        if other.startswith(f"{name}.before-") and os.path.join(folder, other) != copy:
            os.unlink(os.path.join(folder, other))


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
        if header == _header(path) and not _holds_anything(path + "-wal"):
            return _look_into(f"file:{quote(os.fsencode(path))}?mode=ro&immutable=1")
        with tempfile.TemporaryDirectory(prefix="dualhash-") as folder:
            copy = os.path.join(folder, "copy.db")
            foreign_schema.copy_schema_pages(path, copy, header)
            with suppress(FileNotFoundError):  # the program that wrote it has just ended, and the file holds it all
                shutil.copyfile(path + "-wal", copy + "-wal")
            return _look_into(f"file:{quote(os.fsencode(copy))}?mode=rw")
    except sqlite3.DatabaseError as error:
        raise _cannot_open(path, error) from error
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
        connection.text_factory = _text
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        return int(version), foreign_schema.read(connection)
    finally:
        connection.close()
