"""A look at a file just before something is done to it: is it there, and is it the one that is meant?"""

import os
import stat

from engine.content import content_in, is_in
from engine.file_actions.held_folder import HeldFolder
from engine.file_actions.refusing import NotTouchedError, reason_of
from engine.file_reasons import NOT_READ
from engine.sentences import said
from engine.store.file_times import stored_size, stored_time

CHANGED = said("it has changed since it was indexed; look for changes first")
GONE = said("it is not there any more")

Entry = tuple[int, int, bytes]  # a folder, by drive and number, and a name in it


def seen_unchanged(
    folder: HeldFolder, name: bytes, content: bytes, size: int | None = None, mtime_ns: int | None = None
) -> os.stat_result:
    """The file as the file system has it, if it holds this content; it is read to its end. `size` and `mtime_ns`
    are as they are stored. NotTouchedError says why not."""
    try:
        with folder.open(name) as file:
            before = os.fstat(file.fileno())
            if size is not None and stored_size(before.st_size) != size:
                raise NotTouchedError(CHANGED)
            if mtime_ns is not None and stored_time(before.st_mtime_ns) != mtime_ns:
                raise NotTouchedError(CHANGED)
            if not is_in(content, file) or not is_same(os.fstat(file.fileno()), before):
                raise NotTouchedError(CHANGED)
            return before
    except FileNotFoundError as error:
        raise NotTouchedError(GONE) from error
    except OSError as error:
        raise NotTouchedError(NOT_READ.with_values(why=reason_of(error))) from error


def seen_now(folder: HeldFolder, name: bytes) -> tuple[os.stat_result, bytes]:
    """A file as it is, whatever it holds, and its content. NotTouchedError if it changes meanwhile."""
    try:
        with folder.open(name) as file:
            before = os.fstat(file.fileno())
            content = content_in(file)
            if not is_same(os.fstat(file.fileno()), before):
                raise NotTouchedError(said("somebody is writing it"))
            return before, content
    except FileNotFoundError as error:
        raise NotTouchedError(GONE) from error
    except OSError as error:
        raise NotTouchedError(NOT_READ.with_values(why=reason_of(error))) from error


def entry_of(path: bytes) -> Entry | None:
    """What the file system knows a name by. It is the same under all paths that lead to its folder, such as those
    of a drive that is mounted twice: what goes under one of them is gone under all. None: the folder is away."""
    folder, name = os.path.split(path)
    try:
        status = os.stat(folder)
    except OSError:
        return None
    return status.st_dev, status.st_ino, name


def must_still_be(folder: HeldFolder, name: bytes, seen: os.stat_result) -> None:
    """NotTouchedError if something else has its name by now, or it was written to."""
    now = folder.status(name)
    if now is None:
        raise NotTouchedError(GONE)
    if not is_same(now, seen):
        raise NotTouchedError(CHANGED)


def is_same(one: os.stat_result, other: os.stat_result) -> bool:
    return _marks(one) == _marks(other)


def holds(folder: HeldFolder, name: bytes, content: bytes, size: int) -> bool:
    """Whether a file of this name is there and holds this content."""
    status = folder.status(name)
    if status is None or not stat.S_ISREG(status.st_mode) or stored_size(status.st_size) != size:
        return False
    with folder.open(name) as file:
        return is_in(content, file)


def _marks(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
