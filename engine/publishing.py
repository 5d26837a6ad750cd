"""Publishing files so that nobody ever sees half of one: temp + fsync + os.replace."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from engine.errors import UserError


@contextmanager
def published(path: str) -> Iterator[BinaryIO]:
    """A file to write to; it takes the place of `path` when the block ends well, and is gone otherwise.

    A disk that is full or fails is a UserError.
    """
    folder = os.path.dirname(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=os.path.basename(path) + ".", suffix=".part")
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


def _sync_folder(folder: str) -> None:
    if os.name == "posix":  # the new name itself must reach the disk; Windows has no such call
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep_parts(folder: str) -> None:
    """Remove what a killed program left unpublished. Only the one who holds the library's lock may call this."""
    for name in os.listdir(folder):
        if name.endswith(".part"):
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))
