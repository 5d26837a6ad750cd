"""Publishing files so that nobody ever sees half of one: temp + fsync + os.replace.

While a file is written, it lies beside its place under a name of ours and is locked. What a killed program left
there is locked by nobody, and goes when the same file is published the next time.
"""

import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from engine.errors import UserError

if sys.platform != "win32":
    import fcntl

_ENDING = ".dualhash.part"


@contextmanager
def published(path: str) -> Iterator[BinaryIO]:
    """A file to write to; it takes the place of `path` when the block ends well, and is gone otherwise.

    A disk that is full or fails is a UserError.
    """
    folder = os.path.dirname(path)
    try:
        _sweep_parts_of(path)
        handle, temporary = _new_part(path)
        with _lock_kept(handle):
            try:
                with os.fdopen(handle, "wb") as file:
                    yield file
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, path)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(temporary)
                raise
        _sync_folder(folder)
    except OSError as error:
        raise UserError(f"The file {path} cannot be written ({error.strerror or error}).") from error


def _new_part(path: str) -> tuple[int, str]:
    """A new file beside `path`, locked, and its name."""
    while True:
        handle, name = tempfile.mkstemp(
            dir=os.path.dirname(path), prefix=os.path.basename(path) + ".", suffix=_ENDING
        )
        if _lock(handle) is not False and os.path.exists(name):
            return handle, name
        os.close(handle)  # somebody swept it before it was locked
        with suppress(FileNotFoundError):
            os.unlink(name)


def _lock(handle: int) -> bool | None:
    """Lock an open file for this process; False: another one has. None: there are no such locks here."""
    if sys.platform == "win32":
        return None  # nor need they be: nobody can remove a file that somebody has open
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def _lock_kept(handle: int) -> Iterator[None]:
    """Keep the lock after the file was closed: until it is in its place, it could be swept."""
    if sys.platform == "win32":  # nor can a file be moved there that somebody has open
        yield
        return
    kept = os.dup(handle)
    try:
        yield
    finally:
        os.close(kept)


def _sync_folder(folder: str) -> None:
    if os.name == "posix":  # the new name itself must reach the disk; Windows has no such call
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep_parts_of(path: str) -> None:
    """Remove what killed programs left of this very file, and nothing that somebody writes."""
    ours = re.compile(re.escape(os.path.basename(path)) + r"\.[a-z0-9_]{8}" + re.escape(_ENDING))
    folder = os.path.dirname(path)
    with suppress(OSError):
        for name in filter(ours.fullmatch, os.listdir(folder)):
            with suppress(OSError):
                _sweep(os.path.join(folder, name))


def _sweep(part: str) -> None:
    if not stat.S_ISREG(os.lstat(part).st_mode):
        return
    if sys.platform == "win32":
        os.unlink(part)
        return
    handle = os.open(part, os.O_RDWR | os.O_NOFOLLOW)
    try:
        if _lock(handle):
            os.unlink(part)
    finally:
        os.close(handle)


def sweep_parts(folder: str) -> None:
    """Remove what a killed program left unpublished. Only the one who holds the library's lock may call this."""
    for name in os.listdir(folder):
        if name.endswith(".part"):
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))
