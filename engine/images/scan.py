"""Walking a photo folder: what lies where, with size and time. Nothing is opened here.

Symbolic links are followed; a folder that was visited already (a loop, or two links to one place) is not
visited again. Names that start with a dot are left alone: they are other programs' business. So are sidecars: what
they say of a picture, `engine.xmp` reads, and as files they would only fill the list of what was skipped.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.file_reasons import FOLDER_NOT_READ, NOT_LOOKED_AT
from engine.sentences import said

SIDECAR = b".xmp"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file below the folder. `problem` says why it will not be opened."""

    path: bytes  # relative to the folder
    size: int
    mtime_ns: int
    problem: str | None = None
    names: int = 1  # that lead to it, as far as the system counts them
    is_link: bool = False

    @property
    def has_other_names(self) -> bool:
        """It may change without anything happening under this name."""
        return self.is_link or self.names > 1


@dataclass(slots=True)
class FolderWalk:
    """What a walk learned besides the files. Whatever lies below `unreadable` may still be there."""

    unreadable: set[bytes] = field(default_factory=set)
    mounts: set[bytes] = field(default_factory=set)
    seen: set[tuple[int, int]] = field(default_factory=set)
    linked: set[bytes] = field(default_factory=set)  # links to directories
    follows_links: bool = True  # to directories
    sidecars: dict[bytes, tuple[int, int]] = field(default_factory=dict)  # size and time, by path


def is_empty(folder: bytes) -> bool:
    """Listed without trouble and empty, as a mount point is after its drive was unplugged."""
    try:
        with os.scandir(folder) as entries:
            return next(entries, None) is None
    except (OSError, ValueError):
        return False


def trouble_with(folder: bytes) -> str | None:
    """Why the folder cannot be listed, if so."""
    try:
        with os.scandir(folder) as entries:
            next(entries, None)
    except FileNotFoundError:
        return said("it is not there")
    except OSError as error:
        return error.strerror or str(error)
    except ValueError:  # a zero byte, in a row that is damaged
        return said("no folder can have such a name")
    return None


def is_available(folder: bytes) -> bool:
    """The folder can be listed and is no empty mount point left behind."""
    return trouble_with(folder) is None and not is_empty(folder)


def walk(folder: bytes, learned: FolderWalk, top: bytes = b"", below: bool = True) -> Iterator[FoundFile | None]:
    """All files below `folder`, in the order of their names, and None after each directory: a sign of life.

    Of a part of it with `top`, a directory in it; only what lies right in that without `below`. What vanishes
    meanwhile is left out.
    """
    outside = _device(os.path.dirname(os.path.join(folder, top))) if top else None
    stack: list[tuple[bytes, int | None]] = [(top, outside)]
    while stack:
        relative, parent_device = stack.pop()
        full = os.path.join(folder, relative)
        try:
            status = os.stat(full)
            if (status.st_dev, status.st_ino) in learned.seen:
                continue
            learned.seen.add((status.st_dev, status.st_ino))
            if parent_device not in (None, status.st_dev) and not os.path.islink(full):
                learned.mounts.add(relative)
            with os.scandir(full) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            learned.unreadable.add(relative)
            if not isinstance(error, FileNotFoundError):
                yield FoundFile(relative or b".", 0, 0, FOLDER_NOT_READ.with_values(why=error.strerror))
            continue
        inside: list[tuple[bytes, int | None]] = []
        vanished: set[bytes] = set()
        for entry in entries:
            if entry.name.startswith(b"."):
                continue
            path = os.path.join(relative, entry.name)
            found = _look(entry, path)
            if found is _FOLDER:
                if entry.is_symlink():
                    learned.linked.add(path)
                    if not learned.follows_links:
                        continue
                inside.append((path, status.st_dev))
            elif found is None:  # deleted, or the drive is being unplugged
                vanished.add(entry.name)
            elif entry.name.lower().endswith(SIDECAR):
                learned.sidecars[path] = found.size, found.mtime_ns
            else:
                if found.problem is not None:
                    learned.unreadable.add(path)  # a link to a folder on a drive that is away, say
                yield found
        if vanished and not _are_deleted(full, status, vanished):
            learned.unreadable.add(relative)  # the next walk will tell
        if below:
            stack.extend(reversed(inside))
        yield None


def _are_deleted(folder: bytes, before: os.stat_result, names: set[bytes]) -> bool:
    """It is still the same folder, and lists these names no longer."""
    try:
        with os.scandir(folder) as listing:
            left = {entry.name for entry in listing}
        now = os.stat(folder)
    except OSError:
        return False
    return (now.st_dev, now.st_ino) == (before.st_dev, before.st_ino) and not left & names


def found_at(folder: bytes, path: bytes) -> FoundFile | None:
    """The file of this path, as a walk would find it. None if there is none, or a directory."""
    entry = _OneEntry(os.path.join(folder, path))
    found = _look(entry, path)
    return None if found is _FOLDER else found


def is_mounted(folder: bytes) -> bool:
    """Another drive begins at this folder."""
    return _device(folder) not in (None, _device(os.path.dirname(folder))) and not os.path.islink(folder)


def _device(folder: bytes) -> int | None:
    try:
        return os.stat(folder).st_dev
    except (OSError, ValueError):
        return None


class _OneEntry:
    """What `os.scandir` would give of one path."""

    def __init__(self, path: bytes) -> None:
        self._path = path

    def stat(self) -> os.stat_result:
        return os.stat(self._path)

    def is_symlink(self) -> bool:
        return os.path.islink(self._path)

    def is_dir(self, *, follow_symlinks: bool) -> bool:
        return os.path.isdir(self._path)


_FOLDER = FoundFile(b"", 0, 0)


def _look(entry: os.DirEntry[bytes] | _OneEntry, path: bytes) -> FoundFile | None:
    """The file, _FOLDER, or None if it has just gone."""
    try:
        status = entry.stat()
    except OSError as error:
        gone = isinstance(error, FileNotFoundError | NotADirectoryError)  # a file may be in the place of its folder
        if gone and not entry.is_symlink():
            return _FOLDER if entry.is_dir(follow_symlinks=False) else None
        return FoundFile(path, 0, 0, _stat_problem(entry, error), is_link=entry.is_symlink())
    if stat.S_ISDIR(status.st_mode):
        return _FOLDER
    if stat.S_ISREG(status.st_mode):
        is_link = entry.is_symlink()
        return FoundFile(path, status.st_size, status.st_mtime_ns, None, status.st_nlink, is_link)
    return FoundFile(path, 0, 0, _NO_PICTURES.get(stat.S_IFMT(status.st_mode), _SPECIAL))


def _stat_problem(entry: os.DirEntry[bytes] | _OneEntry, error: OSError) -> str:
    if entry.is_symlink():
        return said("it is a link that leads nowhere")
    return NOT_LOOKED_AT.with_values(why=error.strerror)


_NO_PICTURES = {
    stat.S_IFIFO: said("it is a pipe, not a picture"),
    stat.S_IFSOCK: said("it is a socket, not a picture"),
    stat.S_IFCHR: said("it is a device, not a picture"),
    stat.S_IFBLK: said("it is a device, not a picture"),
}
_SPECIAL = said("it is a special file, not a picture")
