"""A library: one folder on disk that holds all we know of a person's pictures. The one object the window holds.

    library.db      folders, images, features, codes, model versions, labels, decisions, skipped files
    thumbnails.db   thumbnails
    models/         one file per model version
    index/          the saved search index (derived)
    backup.json     what cannot be computed again, as of the last opening or closing
    lock            held by the one process that may write; the system frees it when that process ends

A connection belongs to the thread that opened it (`library.db` gives each thread its own). One writer at a
time: `with library.writing() as db` is a transaction that holds the write lock.
"""

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import platformdirs
from filelock import FileLock, Timeout
from sqlite_utils import Database

from engine.errors import DamagedLibraryError, UserError
from engine.publishing import sweep_parts
from engine.store import backup, files, folders, images, migrations
from engine.store.database import Migration, disk_trouble_said, open_database, refuse_foreign
from engine.store.files import within
from engine.store.folders import Folder

log = logging.getLogger(__name__)

BACKUP = "backup.json"
_DATABASES: dict[str, list[Migration]] = {"library.db": migrations.LIBRARY, "thumbnails.db": migrations.THUMBNAILS}


class Library:
    """Made by `open_library`; use `close` when done."""

    def __init__(self, path: str, lock: FileLock | None) -> None:
        self.path = path
        self.read_only = lock is None
        self._lock = lock
        self._write = threading.RLock()
        self._of_thread = threading.local()
        self._connections: list[Database] = []
        self._connections_guard = threading.Lock()

    @property
    def db(self) -> Database:
        return self._connection("library.db")

    @property
    def thumbnails_db(self) -> Database:
        return self._connection("thumbnails.db")

    @property
    def models_folder(self) -> str:
        return os.path.join(self.path, "models")

    @property
    def index_folder(self) -> str:
        return os.path.join(self.path, "index")

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """A transaction: all of it is stored when the block ends well, none of it otherwise."""
        self.must_be_writable()
        with self._write, disk_trouble_said(self.path), self.db.atomic() as db:
            yield db

    @contextmanager
    def writing_thumbnails(self) -> Iterator[Database]:
        self.must_be_writable()
        with self._write, disk_trouble_said(self.path), self.thumbnails_db.atomic() as db:
            yield db

    def must_be_writable(self) -> None:
        if self.read_only:
            raise UserError("This library is open in another DualHash; here it can only be read.")

    def folders(self) -> list[Folder]:
        return folders.all_folders(self.db)

    def add_folder(self, path: bytes) -> Folder:
        """The photo folder `path`, new or known. One inside a known folder is part of that already."""
        full = os.path.realpath(path)
        if not os.path.isdir(full):
            raise UserError(f"There is no folder {os.fsdecode(path)!r}.")
        own = os.fsencode(os.path.realpath(self.path))
        if within(full, own):
            raise UserError("This is part of the library's own folder; it holds no photos.")
        with self.writing() as db:
            known = folders.all_folders(db)
            for folder in known:
                if within(full, folder.path):
                    return folder
            added = folders.add(db, full)
            for folder in known:
                if within(folder.path, full):
                    folders.move_files(db, folder, added)
            return added

    def remove_folder(self, folder: Folder) -> None:
        with self.writing() as db:
            folders.remove(db, folder)
            images.let_go(db)

    def close_thread(self) -> None:
        """Close the calling thread's connections; a thread that ends should do so."""
        for db in self._of_thread.__dict__.values():
            with self._connections_guard:
                self._connections.remove(db)
            db.close()
        self._of_thread.__dict__.clear()

    def save_backup(self) -> None:
        """Bring the backup of labels, decisions, folders and versions up to date."""
        try:
            backup.save_if_changed(self.db, os.path.join(self.path, BACKUP))
        except (OSError, UserError, sqlite3.Error) as error:
            log.warning("the backup could not be written (%s)", error)

    def close(self) -> None:
        """Close every connection and free the lock. No other thread may still be at work."""
        if self._lock is not None and self._of_thread.__dict__:
            self.save_backup()
        self._close_connections()
        if self._lock is not None:
            self._lock.release()

    def _close_connections(self) -> None:
        with self._connections_guard:
            for db in self._connections:
                db.close()
            self._connections.clear()
        self._of_thread.__dict__.clear()

    def _connection(self, name: str) -> Database:
        db: Database | None = self._of_thread.__dict__.get(name)
        if db is None:
            path = os.path.join(self.path, name)
            db = open_database(path, _DATABASES[name], read_only=self.read_only, trusted=True)
            with self._connections_guard:
                self._connections.append(db)
            self._of_thread.__dict__[name] = db
        return db


def open_library(path: str, *, write: bool = True) -> Library:
    """Open the library in the folder `path`, made anew if there is none.

    If another process holds its lock, or `write` is False, the library is opened read-only.
    """
    path = os.path.abspath(path)
    new = not os.path.exists(os.path.join(path, "library.db"))
    if new and not write:
        raise UserError(f"There is no library at {path}.")
    refuse_foreign(os.path.join(path, "library.db"), migrations.LIBRARY)  # before anything is written, be it a lock
    thumbnails_damaged = _are_thumbnails_damaged(path)
    _make_folders(path, new)
    lock = _lock(path) if write else None
    library = Library(path, lock)
    try:
        _ = library.db  # what is damaged is said now
        _open_thumbnails(library, thumbnails_damaged)
        if lock is not None:
            sweep_parts(library.models_folder)
            sweep_parts(library.index_folder)
            library.save_backup()
    except BaseException:
        library._close_connections()
        if lock is not None:
            lock.release()
        raise
    return library


def restore_library(path: str) -> int:
    """Put a damaged database aside, never overwriting it, and begin anew with the backup.

    Returns how many label assignments came back. Pictures find their labels again when their folders are indexed.
    """
    path = os.path.abspath(path)
    stored = backup.read(os.path.join(path, BACKUP))
    lock = _lock(path)
    if lock is None:
        raise UserError("This library is open in another DualHash; close it first.")
    library = Library(path, lock)
    try:
        _put_aside(path, "library.db")
        _put_aside(path, "thumbnails.db")  # its images were numbered by the other database
        for name in os.listdir(library.index_folder):
            os.unlink(os.path.join(library.index_folder, name))
        with library.writing() as db:
            return backup.restore(db, stored)
    finally:
        library._close_connections()
        lock.release()


def _open_thumbnails(library: Library, damaged: bool) -> None:
    """Thumbnails are derived: damaged ones are put aside and made anew when the folders are indexed."""
    try:
        if not damaged:
            _ = library.thumbnails_db
            return
    except DamagedLibraryError:
        pass
    library.must_be_writable()
    log.warning("the thumbnails were damaged; they are made anew when the folders are indexed")
    _put_aside(library.path, "thumbnails.db")
    with library.writing() as db:
        files.read_all_again(db)


def _are_thumbnails_damaged(path: str) -> bool:
    try:
        refuse_foreign(os.path.join(path, "thumbnails.db"), migrations.THUMBNAILS)
    except DamagedLibraryError:
        return True
    return False


def _put_aside(path: str, name: str) -> None:
    """Rename a database and its log; they stay beside, for whoever may mend them."""
    when = f"{datetime.now():%Y%m%d-%H%M%S}"
    for ending in ("", "-wal", "-shm"):
        file = os.path.join(path, name + ending)
        if os.path.exists(file):
            os.replace(file, os.path.join(path, f"{name}.damaged-{when}{ending}"))


def default_path() -> str:
    return os.environ.get("DUALHASH_LIBRARY") or os.path.join(
        platformdirs.user_data_dir("dualhash", False), "library"
    )


def _make_folders(path: str, new: bool) -> None:
    if new and os.path.isdir(path) and not set(os.listdir(path)) <= {"lock", "models", "index", "thumbnails.db"}:
        raise UserError(f"{path} holds other things; choose an empty folder for the library.")
    try:
        for name in ("models", "index"):
            os.makedirs(os.path.join(path, name), exist_ok=True)
    except OSError as error:
        raise UserError(f"The library folder {path} cannot be made ({error.strerror}).") from error


def _lock(path: str) -> FileLock | None:
    lock = FileLock(os.path.join(path, "lock"), timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock
