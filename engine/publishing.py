"""Publishing files so that nobody ever sees half of one: temp + fsync + os.replace.

While a file is written, it lies beside its place under a name of ours and is locked. What a killed program left
there is locked by nobody, and goes when the same file is published the next time.
"""

import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from engine.errors import UserError
from engine.sentences import said

if sys.platform != "win32":
    import fcntl

_ENDING = ".dualhash.part"


@contextmanager
def published(
    path: str,
    like: os.stat_result | None = None,
    mode: int | None = None,
    *,
    swept: bool = False,
    at_last: Callable[[], object] | None = None,
) -> Iterator[BinaryIO]:
    """A file to write to; it takes the place of `path` when the block ends well, and is gone otherwise.

    It is its owner's alone, unless it gets a `mode`, or mode and owner `like` those of the file that was there. Who
    writes many files of one folder sweeps it once (`sweep_folder`) and says `swept`. `at_last` is called when all
    is on the disk, right before it takes its place, which whatever it raises prevents. A disk that is full or fails
    is a UserError.
    """
    folder = os.path.dirname(path)
    try:
        if not swept:
            _sweep(folder, re.escape(os.path.basename(path)))
        handle, temporary = _new_part(path)
        with _lock_kept(handle):
            try:
                with os.fdopen(handle, "wb") as file:
                    yield file
                    file.flush()
                    _make_like(file.fileno(), like, mode)
                    os.fsync(file.fileno())
                if at_last is not None:
                    at_last()
                os.replace(temporary, path)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(temporary)
                raise
        _sync_folder(folder)
    except OSError as error:
        raise UserError(
            said("The file {path} cannot be written ({why}).", path=path, why=error.strerror or str(error))
        ) from error


def _make_like(handle: int, like: os.stat_result | None, mode: int | None) -> None:
    """As far as the system and the file system allow."""
    if sys.platform == "win32":
        return
    if like is not None:
        with suppress(OSError):
            os.fchown(handle, like.st_uid, like.st_gid)
        mode = stat.S_IMODE(like.st_mode) & 0o777
    if mode is not None:
        with suppress(OSError):
            os.fchmod(handle, mode)


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


def sweep_folder(folder: str) -> None:
    """Remove what killed programs left of any file in this folder, and nothing that somebody writes."""
    _sweep(folder, ".*")


def _sweep(folder: str, name: str) -> None:
    """Of files whose name is as that pattern says."""
    ours = re.compile(f"{name}\\.[a-z0-9_]{{8}}{re.escape(_ENDING)}", re.DOTALL)
    with suppress(OSError):
        for part in filter(ours.fullmatch, os.listdir(folder)):
            with suppress(OSError):
                _remove_if_left(os.path.join(folder, part))


def _remove_if_left(part: str) -> None:
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
