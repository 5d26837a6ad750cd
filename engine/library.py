"""A library: one folder on disk that holds all we know of a person's pictures. The one object the window holds.

    library.db      folders, images, features, codes, model versions, labels, decisions, skipped files
    thumbnails.db   thumbnails, unless a person has put them elsewhere (see `engine.thumbnail_place`)
    words.db        what the search field looks through (derived)
    models/         one file per model version
    index/          the saved search index (derived)
    backup.json     what cannot be computed again, as of the last opening or closing
    library.db.before-N   a copy from before the schema last changed
    lock            held by the one process that may write, and those it starts may too; the system frees it when
                    that process ends

A connection belongs to the thread that opened it (`library.db` gives each thread its own). One writer at a
time: `with library.writing() as db` is a transaction that holds the write lock.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine import thumbnail_place
from engine.errors import DamagedLibraryError, UserError
from engine.images.scan import is_empty, trouble_with
from engine.library_folder import (
    BACKUP,
    DATABASES,
    holds,
    lock_of,
    make_folders,
    mend_headers,
    must_be_open_to_us,
    put_aside,
    usable_backup,
)
from engine.private_files import put_right
from engine.progress import Progress, finish
from engine.publishing import sweep_parts
from engine.sentences import said, text_of
from engine.store import (
    backup,
    checked_rows,
    files,
    folders,
    images,
    migrations,
    thumbnails,
    versions,
    word_changes,
)
from engine.store.connection import Database
from engine.store.connections import Connections
from engine.store.database import open_database, transaction
from engine.store.disk_trouble import disk_trouble_said
from engine.store.files import within
from engine.store.folders import Folder
from engine.store.kept_orders import KeptOrders
from engine.store.order_changes import OrderChanges
from engine.store.postgres.address import is_address, masked
from engine.store.recognising import refuse_foreign
from engine.store.word_rows import damage_said
from engine.words_file import WordsFile, in_memory

if TYPE_CHECKING:
    from filelock import FileLock

log = logging.getLogger(__name__)

THUMBNAILS = thumbnail_place.NAME


class Library:
    """Made by `open_library`; use `close` when done."""

    address = ""  # of one that is on a server; a person's own is a folder

    def __init__(self, path: str, lock: FileLock | None, why_read_only: str = "") -> None:
        self.path = path
        self.read_only = bool(why_read_only)
        self.notices: list[str] = []  # what a person should know of it, in sentences
        self._why_read_only = why_read_only
        self._lock = lock
        self._without_thumbnails = False
        self._words = WordsFile(path, self.read_only)
        self._order_changes = OrderChanges(alone=lock is not None)
        self.orders = KeptOrders(self._order_changes)
        self._write = threading.RLock()
        self._connections = Connections()

    @property
    def db(self) -> Database:
        return self._connections.get("library.db", self._open)

    @property
    def thumbnails_db(self) -> Database:
        """Where they lie now: their drive may have come or gone, or they were moved, by another process maybe."""
        if self._without_thumbnails:  # damaged, and not ours to mend
            return self._connections.get(THUMBNAILS, lambda: in_memory(migrations.THUMBNAILS))
        file = thumbnail_place.file_now(self.path)
        place = thumbnail_place.with_its_drive(file)
        return self._connections.get(THUMBNAILS, lambda: self._open_database(file, THUMBNAILS), place)

    @property
    def words_db(self) -> Database:
        """What the search field looks through; for who only reads, none but what is there and intact."""
        return self._connections.get(self._words.key, lambda: self._words.open(self.begin_words_anew))

    def begin_words_anew(self) -> None:
        """What is to be done is stored first: whoever is killed in between does it the next time."""
        with self._write:
            with self.writing() as db:
                word_changes.note_all(db)
            self._words.begin_anew()

    def put_thumbnails_aside(self) -> None:
        """They are damaged: begin a new database of them. No other thread may be at work."""
        self._connections.close(THUMBNAILS)
        file = thumbnail_place.file_now(self.path)
        put_aside(*os.path.split(file))
        open_database(file, migrations.THUMBNAILS).close()  # or it would be away
        with self.writing() as library_db:
            files.read_all_again(library_db)

    def go_without_thumbnails(self) -> None:
        self._without_thumbnails = True

    @property
    def models_folder(self) -> str:
        return os.path.join(self.path, "models")

    @property
    def training_folder(self) -> str:
        """Where a training keeps what it needs to go on after a crash."""
        return os.path.join(self.path, "training")

    @property
    def index_folder(self) -> str:
        return os.path.join(self.path, "index")

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """A transaction: all of it is stored when the block ends well, none of it otherwise."""
        self.must_be_writable()
        with (
            self._write,
            disk_trouble_said(self.path),
            self._order_changes.transaction(),
            transaction(self.db) as db,
        ):
            yield db

    @contextmanager
    def writing_words(self) -> Iterator[Database]:
        self.must_be_writable()
        with self._write, disk_trouble_said(self.path), damage_said(), transaction(self.words_db) as db:
            yield db

    @contextmanager
    def writing_thumbnails(self) -> Iterator[Database]:
        self.must_be_writable()
        with self._write, disk_trouble_said(self.path), transaction(self.thumbnails_db) as db:
            yield db

    def must_be_writable(self) -> None:
        if self.read_only:
            raise UserError(self._why_read_only)

    @property
    def takes_labels(self) -> bool:
        """And decisions. One on a server may take these and nothing else."""
        return not self.read_only

    def must_take_labels(self) -> None:
        self.must_be_writable()

    def folders(self) -> list[Folder]:
        return folders.all_folders(self.db)

    def add_folder(self, path: bytes) -> Folder:
        """The photo folder `path`, new or known. One inside a known folder is part of that already."""
        full = os.path.realpath(path)
        if not os.path.isdir(full):
            raise UserError(said("There is no folder {path!r}.", path=os.fsdecode(path)))
        own = os.fsencode(os.path.realpath(self.path))
        if within(full, own):
            raise UserError(said("This is part of the library's own folder; it holds no photos."))
        with self.writing() as db:
            return self.take_in_folder(db, full)

    def take_in_folder(self, db: Database, full: bytes) -> Folder:
        """The same of one that may be away, inside a transaction."""
        known = folders.all_folders(db)
        for folder in known:
            if within(full, folder.path):
                return folder
        added = folders.add(db, full)
        for folder in known:
            if within(folder.path, full):
                if self.why_unavailable(folder) is not None:  # its drive is away: nothing below is missing
                    folders.remember_mounts(db, added, {os.path.relpath(folder.path, full)})
                folders.move_files(db, folder, added)
        return added

    def why_unavailable(self, folder: Folder) -> str | None:
        """Why nothing can be said of a folder now; one that is empty, but was not, is an unplugged drive's."""
        trouble = trouble_with(folder.path)
        if trouble is None and is_empty(folder.path) and files.any_in(self.db, folder.id):
            return said("it is empty now")
        return trouble

    def remove_folder(self, folder: Folder) -> None:
        with self.writing() as db:
            folders.remove(db, folder)
            dropped = images.let_go_of_all(db)
        with self.writing_thumbnails() as thumbnails_db:
            thumbnails.remove(thumbnails_db, dropped)

    def close_thread(self) -> None:
        """Close the calling thread's connections; a thread that ends should do so."""
        self._connections.close_thread()

    def save_backup(self) -> str:
        """Bring the backup of labels, decisions, folders and versions up to date. Returns why it stays as it was,
        in a sentence, if so."""
        try:
            backup.save_if_changed(self.db, os.path.join(self.path, BACKUP))
        except (OSError, UserError, sqlite3.Error) as error:
            sentence = said("The backup of your labels is not renewed: {why}", why=text_of(error))
            log.warning("%s", sentence)
            return sentence
        return ""

    def close(self) -> None:
        """Close every connection and free the lock. No other thread may still be at work."""
        if self._lock is not None and self._connections.any_here:
            self.save_backup()
        self._connections.close_all()
        if self._lock is not None:
            self._lock.release()

    def _open(self) -> Database:
        db = self._open_database(os.path.join(self.path, "library.db"), "library.db")
        if not self.read_only:
            checked_rows.add_triggers(db)
            word_changes.add_triggers(db)
            self._order_changes.add_triggers(db)
        return db

    def _open_database(self, path: str, name: str) -> Database:
        return open_database(path, DATABASES[name], read_only=self.read_only, trusted=True)


def open_library(path: str, *, write: bool = True) -> Library:
    return finish(opening(path, write=write))


def opening(path: str, *, write: bool = True) -> Generator[Progress, None, Library]:
    """Open the library in the folder `path`, made anew if there is none. It reports while one of before is brought
    up to date.

    If another process holds its lock, or `write` is False, the library is opened read-only.
    """
    if is_address(path):
        raise UserError(said("{place} is on a server; here a folder is wanted.", place=masked(path)))
    path = os.path.abspath(path)
    must_be_open_to_us(path)
    new = not holds(path, "library.db")
    if new and holds(path, BACKUP):
        raise DamagedLibraryError(
            said("The database of the library {path} is gone or empty, but it was in use.", path=path)
        )
    if new and not write:
        raise UserError(said("There is no library at {path}.", path=path))
    if write:
        mend_headers(path)
    file = os.path.join(path, "library.db")
    schema = refuse_foreign(file, migrations.LIBRARY)  # before anything is written, be it a lock
    thumbnails_damaged = thumbnail_place.is_damaged(path)
    make_folders(path, new)
    lock, why = lock_of(path) if write else (None, said("The library was opened for reading only."))
    library = Library(path, lock, why)
    try:
        with disk_trouble_said(path):
            if lock is not None and 0 < schema < len(migrations.LIBRARY):
                from engine.store.renewing import renewed  # few libraries are of before

                yield from renewed(file, migrations.LIBRARY)
            _ = library.db  # what is damaged is said now
            _open_thumbnails(library, thumbnails_damaged)
            library.notices = _notices(library, why if write else "")
            if lock is not None:
                _put_in_order(library)
    except BaseException:
        library._connections.close_all()
        if lock is not None:
            lock.release()
        raise
    return library


def join_library(path: str) -> Library:
    """The library that the process which started this one has open for writing. Its lock holds for both."""
    return Library(path, None)


def _put_in_order(library: Library) -> None:
    """What whoever may write sees to at once."""
    _mend_small(library)
    for folder in (library.models_folder, library.index_folder, library.training_folder):
        sweep_parts(folder)
    thumbnail_place.put_in_order(library.path)
    if not_renewed := library.save_backup():
        library.notices.append(not_renewed)
    put_right(library.path)


def _notices(library: Library, why_read_only: str) -> list[str]:
    damaged = versions.which_are_damaged(library.db)
    if damaged:
        log.warning("%s", damaged)
    return [sentence for sentence in (why_read_only, damaged, thumbnail_place.away_said(library.path)) if sentence]


def _mend_small(library: Library) -> None:
    """A flipped bit in what is read all the time is turned back at once; `check` looks at all the rest."""
    if checked_rows.any_damaged(library.db, checked_rows.SMALL):
        with library.writing() as db:
            for name in checked_rows.mend_small(db):
                log.warning("a row of %s was damaged (one bit had flipped); it is mended", name)


def restore_library(path: str) -> int:
    """Put a damaged database aside, never overwriting it, and begin anew with the backup.

    Returns how many label assignments came back. Pictures find their labels again when their folders are indexed.
    """
    path = os.path.abspath(path)
    lock, why = lock_of(path)
    if lock is None:
        raise UserError(why)
    library = Library(path, lock)
    try:
        stored = usable_backup(path, keep_damaged=True)
        put_aside(path, "library.db")
        put_aside(path, THUMBNAILS)  # its images were numbered by the other database
        thumbnail_place.leave(path)
        library._words.begin_anew()
        for name in os.listdir(library.index_folder):
            os.unlink(os.path.join(library.index_folder, name))
        with library.writing() as db:
            return backup.restore(db, stored)
    finally:
        library._connections.close_all()
        lock.release()


def _open_thumbnails(library: Library, damaged: bool) -> None:
    """Thumbnails are derived: damaged ones are put aside and made anew when the folders are indexed."""
    try:
        if not damaged:
            _ = library.thumbnails_db
            return
    except DamagedLibraryError:
        pass
    except UserError as error:
        if thumbnail_place.is_own(library.path):
            raise
        log.warning("the thumbnails are out of reach and not shown: %s", error)
        library.go_without_thumbnails()
        return
    if library.read_only:
        log.warning("the thumbnails are damaged and not shown")
        library.go_without_thumbnails()
        return
    log.warning("the thumbnails were damaged; they are made anew when the folders are indexed")
    library.put_thumbnails_aside()
