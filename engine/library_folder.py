"""The folder on disk that a library lies in: where it is, whose it is, who may write; what is put aside there,
the backup that can be used, and the first bytes of its databases mended.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

import platformdirs

from engine import thumbnail_place
from engine.errors import UserError
from engine.private_files import FILE, make_private_folder
from engine.sentences import said
from engine.store import backup, file_header, migrations
from engine.store.recognising import Migration, is_header_flipped

if TYPE_CHECKING:
    from filelock import FileLock

log = logging.getLogger(__name__)

BACKUP = "backup.json"
DATABASES: dict[str, list[Migration]] = {
    "library.db": migrations.LIBRARY,
    thumbnail_place.NAME: migrations.THUMBNAILS,
}


def default_path() -> str:
    return os.environ.get("DUALHASH_LIBRARY") or os.path.join(
        platformdirs.user_data_dir("dualhash", False), "library"
    )


def must_be_open_to_us(path: str) -> None:
    """A library is its owner's alone; for others it would look as if there were none."""
    try:
        os.listdir(path)
    except (FileNotFoundError, NotADirectoryError):
        pass  # said later, or made
    except OSError as error:
        raise UserError(
            said("The library folder {path} cannot be read ({why}).", path=path, why=error.strerror)
        ) from error


def holds(path: str, name: str) -> bool:
    file = os.path.join(path, name)
    return os.path.exists(file) and os.path.getsize(file) > 0


def make_folders(path: str, new: bool) -> None:
    databases = ("library.db", "thumbnails.", "words.db")
    ours = ("lock", "models", "index", "training", "backup", "window.ini", *databases)
    if new and os.path.isdir(path) and not all(name.startswith(ours) for name in os.listdir(path)):
        raise UserError(said("{path} holds other things; choose an empty folder for the library.", path=path))
    try:
        for name in ("models", "index", "training"):
            make_private_folder(os.path.join(path, name))
    except OSError as error:
        raise UserError(
            said("The library folder {path} cannot be made ({why}).", path=path, why=error.strerror)
        ) from error


def lock_of(path: str) -> tuple[FileLock | None, str]:
    """The lock, or None and why it cannot be had."""
    from filelock import FileLock, Timeout  # who only reads need not import it

    lock = FileLock(os.path.join(path, "lock"), mode=FILE, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None, said("This library is open in another DualHash; here it can only be read.")
    except OSError as error:
        why = error.strerror or str(error)
        return None, said("The library {path} can only be read ({why}).", path=path, why=why)
    return lock, ""


def put_aside(path: str, name: str) -> None:
    """Rename a database and its log; they stay beside, for whoever may mend them."""
    when = f"{datetime.now():%Y%m%d-%H%M%S}"
    for ending in ("", "-wal", "-shm"):
        file = os.path.join(path, name + ending)
        if os.path.exists(file):
            os.replace(file, os.path.join(path, f"{name}.damaged-{when}{ending}"))


def usable_backup(path: str, *, keep_damaged: bool = False) -> dict[str, Any] | None:
    """The backup of the library in this folder, else the one before it; None if neither can be read.
    `keep_damaged`: a damaged one is kept under another name, as a new one will take its place."""
    for name in (BACKUP, backup.before(BACKUP)):
        try:
            if (stored := backup.read(os.path.join(path, name))) is not None:
                return stored
        except UserError as error:
            log.warning("%s", error)
            if keep_damaged:
                put_aside(path, name)
    return None


def mend_headers(path: str) -> None:
    """Bits that flipped in the first bytes of a database are turned back at once: no row is lost for them."""
    for name, steps in DATABASES.items():
        file = os.path.join(path, name) if name == "library.db" else thumbnail_place.file_now(path)
        if not is_header_flipped(file, steps):
            continue
        lock, _ = lock_of(path)
        if lock is None:
            return  # who has it may be writing; it is refused as it is
        try:
            if is_header_flipped(file, steps):  # nobody has written meanwhile
                log.warning("the first bytes of %s were damaged; they are mended", name)
                with suppress(OSError):
                    file_header.right(file)
        finally:
            lock.release()
