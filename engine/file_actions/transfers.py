"""Files carried from one folder to another so that nothing is overwritten and nothing is ever there by half.

Within a file system a file is renamed. From one to another it is copied under a name of ours, seen to be on the
disk, read again, and only then given its name and taken away where it was.
"""

import ctypes
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, BinaryIO

from engine.content import is_in
from engine.file_actions.held_folder import HeldFolder
from engine.file_actions.refusing import NotTouchedError
from engine.sentences import said

PIECE = 4 << 20
_LONGEST_NAME = 255  # bytes, on all file systems that matter
_DO_NOT_REPLACE = 1  # RENAME_NOREPLACE
_CANNOT = {errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}


def free_names(folder: HeldFolder, name: bytes, room: int = 0) -> Iterator[bytes]:
    """The name, then the same with a number, so far as nothing has them; with `room` for so many bytes more."""
    stem, ending = os.path.splitext(name)
    longest, number = _LONGEST_NAME - room, 1
    while True:
        suffix = b"" if number == 1 else b" (%d)" % number
        tried = _shortened(stem, longest - len(suffix) - len(ending)) + suffix + ending
        if not folder.is_taken(tried):
            yield tried
        number += 1


def _shortened(stem: bytes, longest: int) -> bytes:
    """To so many bytes; a letter that is written in several is cut off whole."""
    cut = stem[: max(longest, 0)]
    if len(cut) == len(stem) or stem[len(cut)] & 0xC0 != 0x80:  # not in the middle of one
        return cut
    whole = cut.rstrip(bytes(range(0x80, 0xC0)))
    return whole[:-1] if whole[-1:] >= b"\xc0" else cut


def rename(source: HeldFolder, name: bytes, target: HeldFolder, new: bytes) -> None:
    """Within one file system; FileExistsError if something has the name, OSError with EXDEV if there are two."""
    if os.name == "nt":
        os.rename(source.full(name), target.full(new))  # replaces nothing there
    elif not _renamed_at_once(source, name, target, new):
        _linked_and_removed(source, name, target, new)
    target.sync()
    if source.path != target.path:
        source.sync()


def copy(file: BinaryIO, target: HeldFolder, part: bytes, content: bytes) -> None:
    """The open file, whole and on the disk, under the name `part`. If that fails, nothing of it is left."""
    copied = target.open_new(part)
    try:
        with copied:
            file.seek(0)
            while piece := file.read(PIECE):
                copied.write(piece)
            copied.flush()
            _take_over(file, copied)
            os.fsync(copied.fileno())
            _must_hold(copied, content)
    except BaseException:
        with suppress(OSError):
            target.remove(part)
        raise


def write(data: bytes, target: HeldFolder, part: bytes) -> None:
    """The same with what was made here."""
    made = target.open_new(part, 0o666)  # less what the person does not give to new files
    try:
        with made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
    except BaseException:
        with suppress(OSError):
            target.remove(part)
        raise


def _must_hold(copied: BinaryIO, content: bytes) -> None:
    """Read again from the disk, not from memory, where the system lets us ask for that."""
    if hasattr(os, "posix_fadvise"):
        with suppress(OSError):
            os.posix_fadvise(copied.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    copied.seek(0)
    if not is_in(content, copied):
        raise NotTouchedError(said("its copy is not the same; the disk may be failing"))


def _take_over(file: BinaryIO, copied: BinaryIO) -> None:
    """Its date and rights, and what other programs noted on it, so far as the other file system knows such."""
    status = os.fstat(file.fileno())
    with suppress(OSError, NotImplementedError):
        if os.name == "posix":
            os.fchmod(copied.fileno(), status.st_mode & 0o777)
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for name in os.listxattr(file.fileno()):
                with suppress(OSError):
                    os.setxattr(copied.fileno(), name, os.getxattr(file.fileno(), name))
    with suppress(OSError, NotImplementedError, OverflowError):
        if os.utime in os.supports_fd:
            os.utime(copied.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))


def _renamed_at_once(source: HeldFolder, name: bytes, target: HeldFolder, new: bytes) -> bool:
    """False if that is unknown to the system, or to this file system."""
    call = _renameat2()
    if call is None or source.handle is None or target.handle is None:
        return False
    if call(source.handle, name, target.handle, new, _DO_NOT_REPLACE) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.ENOSYS, errno.EINVAL):
        return False
    raise OSError(number, os.strerror(number), os.fsdecode(target.full(new)))


@cache
def _renameat2() -> Any:
    if sys.platform != "linux":
        return None
    return getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)


def _linked_and_removed(source: HeldFolder, name: bytes, target: HeldFolder, new: bytes) -> None:
    """Both names are there for a moment; a second link never takes the place of anything."""
    handles = {"src_dir_fd": source.handle, "dst_dir_fd": target.handle}
    try:
        os.link(source.at(name), target.at(new), **handles, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _CANNOT:
            raise
        target.open_new(new).close()  # ours from now on, so that it may be replaced
        os.rename(source.at(name), target.at(new), **handles)
        return
    target.sync()
    source.remove(name)
