"""Walking a photo folder: what lies where, with size and time. Nothing is opened here.

Symbolic links are followed; a folder that was visited already (a loop, or two links to one place) is not
visited again. Names that start with a dot are left alone: they are other programs' business.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file below the folder. `problem` says why it will not be opened."""

    path: bytes  # relative to the folder
    size: int
    mtime_ns: int
    problem: str | None = None


@dataclass(slots=True)
class FolderWalk:
    """What a walk learned besides the files. Whatever lies below `unreadable` may still be there."""

    unreadable: set[bytes] = field(default_factory=set)
    mounts: set[bytes] = field(default_factory=set)
    seen: set[tuple[int, int]] = field(default_factory=set)


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
        return "it is not there"
    except OSError as error:
        return error.strerror or str(error)
    except ValueError:  # a zero byte, in a row that is damaged
        return "no folder can have such a name"
    return None


def is_available(folder: bytes) -> bool:
    """The folder can be listed and is no empty mount point left behind."""
    return trouble_with(folder) is None and not is_empty(folder)


def walk(folder: bytes, learned: FolderWalk) -> Iterator[FoundFile | None]:
    """All files below `folder`, in the order of their names, and None after each directory: a sign of life.

    What vanishes meanwhile is left out.
    """
    stack: list[tuple[bytes, int | None]] = [(b"", None)]
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
                yield FoundFile(relative or b".", 0, 0, f"the folder cannot be read ({error.strerror})")
            continue
        below: list[tuple[bytes, int | None]] = []
        for entry in entries:
            if entry.name.startswith(b"."):
                continue
            path = os.path.join(relative, entry.name)
            found = _look(entry, path)
            if found is _FOLDER:
                below.append((path, status.st_dev))
            elif found is None:  # deleted, or the drive is being unplugged: the next walk will tell
                learned.unreadable.add(relative)
            else:
                if found.problem is not None:
                    learned.unreadable.add(path)  # a link to a folder on a drive that is away, say
                yield found
        stack.extend(reversed(below))
        yield None


_FOLDER = FoundFile(b"", 0, 0)


def _look(entry: os.DirEntry[bytes], path: bytes) -> FoundFile | None:
    """The file, _FOLDER, or None if it has just gone."""
    try:
        status = entry.stat()
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not entry.is_symlink():
            return _FOLDER if entry.is_dir(follow_symlinks=False) else None
        return FoundFile(path, 0, 0, _stat_problem(entry, error))
    if stat.S_ISDIR(status.st_mode):
        return _FOLDER
    if stat.S_ISREG(status.st_mode):
        return FoundFile(path, status.st_size, status.st_mtime_ns)
    return FoundFile(
        path, 0, 0, f"it is {_KINDS.get(stat.S_IFMT(status.st_mode), 'a special file')}, not a picture"
    )


def _stat_problem(entry: os.DirEntry[bytes], error: OSError) -> str:
    if entry.is_symlink():
        return "it is a link that leads nowhere"
    return f"it cannot be looked at ({error.strerror})"


_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
