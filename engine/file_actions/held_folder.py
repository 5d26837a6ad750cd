"""Folders that are held open: what is done in one is done there, whatever its path leads to meanwhile.

Where the system cannot do that (Windows), the path is gone by, which was looked at just before.
"""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from engine.file_actions.refusing import NotTouchedError, reason_of, shown_path
from engine.file_reasons import FOLDER_NOT_OPENED
from engine.sentences import said
from engine.store.files import SEPARATOR, within

_CAN_HOLD = os.name == "posix" and os.open in os.supports_dir_fd
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_ON_THE_WAY = _FOLDER | _NO_LINK | getattr(os, "O_PATH", 0)  # passing through needs no right to list it
_BINARY = getattr(os, "O_BINARY", 0)


class HeldFolder:
    """Made by `held`. A name is that of something right inside; links are never followed."""

    def __init__(self, path: bytes, handle: int | None) -> None:
        self.path = path  # without any link in it
        self.handle = handle

    def full(self, name: bytes) -> bytes:
        return os.path.join(self.path, name)

    def at(self, name: bytes) -> bytes:
        """What to call it together with `dir_fd=handle`."""
        return name if self.handle is not None else self.full(name)

    def status(self, name: bytes) -> os.stat_result | None:
        """None if there is nothing of that name."""
        try:
            return os.stat(self.at(name), dir_fd=self.handle, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def is_taken(self, name: bytes) -> bool:
        return self.status(name) is not None

    def open(self, name: bytes) -> BinaryIO:
        """A file, for reading. NotTouchedError if it is none."""
        without_waiting = getattr(os, "O_NONBLOCK", 0)
        try:
            handle = os.open(self.at(name), os.O_RDONLY | _NO_LINK | without_waiting | _BINARY, dir_fd=self.handle)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise NotTouchedError(said("it is a link; the picture itself lies elsewhere")) from error
            raise
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise NotTouchedError(said("it is not a file"))
        if without_waiting:
            os.set_blocking(handle, True)
        return os.fdopen(handle, "rb")

    def open_new(self, name: bytes, mode: int = 0o600) -> BinaryIO:
        """A file that was not there, for writing and reading. FileExistsError if something was."""
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY
        return os.fdopen(os.open(self.at(name), flags, mode, dir_fd=self.handle), "w+b")

    def remove(self, name: bytes) -> None:
        os.unlink(self.at(name), dir_fd=self.handle)

    def sync(self) -> None:
        """Names that were given and taken here reach the disk. Some file systems know no such thing."""
        if self.handle is not None:
            with suppress(OSError):
                os.fsync(self.handle)


@contextmanager
def held(path: bytes, inside: Sequence[bytes] | None = None) -> Iterator[HeldFolder]:
    """The folder that `path` leads to now; with `inside`, only if it lies in one of these folders.

    NotTouchedError says why it cannot be had."""
    real = os.path.realpath(path)
    if inside is not None and not any(within(real, folder) for folder in inside):
        raise NotTouchedError(said("a link leads out of the library's folders to it"))
    try:
        handle = _opened(real) if _CAN_HOLD else None
    except OSError as error:
        why = FOLDER_NOT_OPENED.with_values(folder=shown_path(path), why=reason_of(error))
        raise NotTouchedError(why) from error
    try:
        yield HeldFolder(real, handle)
    finally:
        if handle is not None:
            os.close(handle)


def _opened(real: bytes) -> int:
    """Step by step from the top, so that no link that was put in the way meanwhile is followed."""
    steps = [step for step in real.split(SEPARATOR) if step]
    handle = os.open(SEPARATOR, _ON_THE_WAY if steps else os.O_RDONLY | _FOLDER)
    for left, step in zip(range(len(steps) - 1, -1, -1), steps, strict=True):
        flags = _ON_THE_WAY if left else os.O_RDONLY | _FOLDER | _NO_LINK
        try:
            below = os.open(step, flags, dir_fd=handle)
        finally:
            os.close(handle)
        handle = below
    return handle
