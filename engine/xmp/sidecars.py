"""Which sidecars a picture has, and which one is written.

`photo.jpg.xmp` is how darktable and digiKam call it, `photo.xmp` how Lightroom and other programs of Adobe do. The
second may stand for several pictures, such as a RAW file and the camera's JPEG of it. It is read for all of them,
but written only for the one that it must belong to: the only one, or the only one that is not a JPEG. Beside
`photo.jpg`, `photo.jpg.xmp` is that picture's alone, and not that of a `photo.jpg.png`.
"""

import os
import stat
from collections import defaultdict
from collections.abc import Container, Iterable
from enum import StrEnum

from engine.content import hash_of
from engine.images.beside import ENDINGS, candidates

_ANYBODY_WRITES = 0o222
_JPEGS = (b".jpg", b".jpeg", b".jpe")


class Naming(StrEnum):
    """How a sidecar that is new is called."""

    FULL = "full"  # photo.jpg.xmp
    ADOBE = "adobe"  # photo.xmp


def name_beside(sidecar: bytes, picture: bytes, renamed: bytes) -> bytes:
    """What the sidecar of a picture is called when the picture is renamed; names alone, without a folder."""
    if sidecar.startswith(picture):
        return renamed + sidecar[len(picture) :]
    return os.path.splitext(renamed)[0] + sidecar[len(os.path.splitext(picture)[0]) :]


def stamp(picture: bytes, names: Container[bytes] | None = None) -> bytes | None:
    """Differs when the picture or one of its sidecars has changed, not when they were moved together; None if the
    picture is not there. `names`, if known, are those of all files in its folder."""
    parts = list[bytes]()
    for place, path in enumerate([picture, *candidates(picture)]):
        if place and names is not None and os.path.basename(path) not in names:
            continue
        try:
            status = os.stat(path)
        except OSError:
            if place:
                continue
            return None
        parts.append(b"%d:%d:%d" % (place, status.st_size, status.st_mtime_ns))
    return hash_of(b" ".join(parts))


class BesideFiles:
    """What lies in a folder, looked at once for all of its pictures."""

    def __init__(self, names: Iterable[bytes]) -> None:
        self._names = frozenset(names)
        self._endings = defaultdict[bytes, list[bytes]](list)  # by what stands before them
        for name in self._names:
            stem, ending = os.path.splitext(name)
            if ending not in ENDINGS:
                self._endings[stem].append(ending.lower())

    def __contains__(self, name: bytes) -> bool:
        return name in self._names

    def to_write(self, picture: bytes, naming: Naming) -> list[bytes]:
        """The sidecars that labels of a picture go into: those that are there, else a new one."""
        folder, name = os.path.split(picture)
        stem, ending = os.path.splitext(name)
        own = [name + each for each in ENDINGS if name + each in self._names]
        if self._owns_the_short_name(stem, ending.lower()):
            own += [stem + each for each in ENDINGS if stem + each in self._names]
            if not own and naming == Naming.ADOBE:
                own = [stem + ENDINGS[0]]
        return [os.path.join(folder, each) for each in own or [name + ENDINGS[0]]]

    def _owns_the_short_name(self, stem: bytes, ending: bytes) -> bool:
        if stem in self._names:  # photo.jpg beside photo.jpg.png: photo.jpg.xmp is that of the first
            return False
        others = list(self._endings.get(stem, ()))
        if ending in others:
            others.remove(ending)
        return not others if ending in _JPEGS else all(other in _JPEGS for other in others)


def is_plain_file(path: bytes) -> bool:
    """Not a link: what it leads to may be anything."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def is_write_protected(path: bytes) -> bool:
    """Nobody is to write it, says its mode. To put another file in its place would be possible all the same."""
    try:
        return not os.lstat(path).st_mode & _ANYBODY_WRITES
    except OSError:
        return False
