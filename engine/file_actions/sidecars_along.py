"""Sidecars go where their picture goes: which of them, and what they are called there.

`photo.jpg.xmp` is that of photo.jpg. `photo.xmp` may be that of several originals, such as a RAW file and the
camera's JPEG of it: it goes with the last of them, and stays while another one stays.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from engine.file_actions.held_folder import HeldFolder
from engine.images.beside import ENDINGS
from engine.xmp.sidecars import is_plain_file, name_beside

LONGEST_ENDING = max(map(len, ENDINGS))
# What other programs keep beside a picture, and what cameras and phones add to one
_NO_ORIGINALS = {
    *(b".xmp", b".pp3", b".dop", b".on1", b".cos", b".arp", b".xml", b".json", b".txt"),
    *(b".aae", b".thm", b".lrv", b".wav"),
}


@dataclass(frozen=True, slots=True)
class Carried:
    """A file that is being carried, as it was seen just now."""

    path: bytes  # as the library knows it; a link may lead there
    folder: HeldFolder
    seen: os.stat_result
    content: bytes
    called: bytes = b""  # the name by which it is known, if it has another one in the trash

    @property
    def name(self) -> bytes:
        return os.path.basename(self.path)

    def beside(self, picture: "Carried", new: bytes) -> bytes:
        """What it is called beside its picture when that is called `new`."""
        return name_beside(self.called or self.name, picture.called or picture.name, new)


@dataclass(slots=True)
class Beside:
    """Names of sidecars: those that go along with a picture, and those that are another one's, too."""

    going: list[bytes] = field(default_factory=list)
    shared: list[bytes] = field(default_factory=list)


class Originals:
    """The files in folders that sidecars may be about. Each folder is looked at once, when first asked for."""

    def __init__(self) -> None:
        self._folders = dict[bytes, defaultdict[bytes, list[bytes]]]()  # in each its files, by their stems

    def of(self, folder: bytes, stem: bytes) -> list[bytes]:
        """Those that a sidecar of this stem may be about."""
        if folder not in self._folders:
            self._folders[folder] = by_stem = defaultdict[bytes, list[bytes]](list)
            for name in _listed(folder):
                start, ending = os.path.splitext(name)
                if ending.lower() not in _NO_ORIGINALS:
                    by_stem[start].append(name)
        return self._folders[folder].get(stem, [])


def beside(
    picture: bytes,
    going: Collection[bytes] = (),
    later: Collection[bytes] = (),
    originals: Originals | None = None,
) -> Beside:
    """The sidecars of a picture, by its full path. Others that are `going`, too, by theirs, keep none here; what is
    shared with one whose turn comes `later`, goes with that. Without `originals` its folder is looked at just now.
    """
    folder, name = os.path.split(picture)
    stem, found = os.path.splitext(name)[0], Beside()
    found.going = _plain(folder, (name + ending for ending in ENDINGS))
    if stem == name or os.path.lexists(os.path.join(folder, stem)):
        return found  # what is called after its stem belongs to that
    short = _plain(folder, (stem + ending for ending in ENDINGS))
    if not short:
        return found
    mates = [os.path.join(folder, mate) for mate in (originals or Originals()).of(folder, stem) if mate != name]
    if any(mate not in going for mate in mates):
        found.shared = short
    elif not any(mate in later for mate in mates):
        found.going += short
    return found


def are_free(
    target: HeldFolder, picture: Carried, new: bytes, along: Iterable[Carried], ours: Collection[bytes]
) -> bool:
    """Whether picture and sidecars can have their names there: nothing has them, and none would be taken for that
    of another original. `ours` are files that came there together with this one."""
    names = [each.beside(picture, new) for each in along]
    if any(map(target.is_taken, names)):
        return False
    stem = os.path.splitext(new)[0]
    if not any(os.path.splitext(name)[0] == stem for name in names):
        return True
    return all(target.full(other) in ours for other in Originals().of(target.path, stem))


def _plain(folder: bytes, names: Iterable[bytes]) -> list[bytes]:
    """Those that are files, each once: a file system may know both spellings of an ending as one."""
    found = dict[tuple[int, int], bytes]()
    for name in names:
        path = os.path.join(folder, name)
        if is_plain_file(path):
            status = os.lstat(path)
            found.setdefault((status.st_dev, status.st_ino), name)
    return list(found.values())


def _listed(folder: bytes) -> list[bytes]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
