"""Copies of folders that were made once and copied for each test: what is in them is read only once, too."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file or, without content, a folder, by its path below the one that is copied."""

    name: str
    content: bytes | None
    mode: int
    times: tuple[int, int]  # in nanoseconds: read, written


def quick_copy(made: Path, to: Path) -> Path:
    """As `shutil.copytree` in a third of the time. Nobody may change `made`."""
    kept = _contents(made)
    for each in kept:
        place = f"{to}{os.sep}{each.name}" if each.name else str(to)
        if each.content is None:
            os.mkdir(place, each.mode)
        else:
            handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, each.mode)
            os.write(handle, each.content)
            os.utime(handle, ns=each.times)
            os.close(handle)
    for each in reversed(kept):
        if each.content is None:  # writing into it has changed its time
            os.utime(to / each.name, ns=each.times)
    return to


@cache
def _contents(made: Path) -> list[_Kept]:
    """Each folder before what lies in it."""
    found = []
    for path in [made, *sorted(made.rglob("*"))]:
        assert not path.is_symlink(), path
        name = "" if path == made else str(path.relative_to(made))
        stat = path.stat()
        content = None if path.is_dir() else path.read_bytes()
        found.append(_Kept(name, content, stat.st_mode & 0o7777, (stat.st_atime_ns, stat.st_mtime_ns)))
    return found
