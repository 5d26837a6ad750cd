"""What was noticed on disk against what the library knows: a scan of some files and folders alone, which gives
what a scan of all would."""

import os
from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.images.beside import is_sidecar
from engine.images.scan import FolderWalk, FoundFile, found_at, is_mounted, walk
from engine.jobs.scanning import (
    FolderAwayError,
    Scanned,
    mark_gone,
    must_be_available,
    new_walk,
    scan_whole,
    take_all,
    whole_files,
)
from engine.jobs.sidecar_changes import note_changed
from engine.library import Library
from engine.progress import Progress
from engine.store import folders, scanned_files, sidecar_files
from engine.store.files import SEPARATOR, within
from engine.store.folders import Folder
from engine.watching.settling import LookAt, Noticed

MANY = 5000  # looks at one folder: a scan of all is quicker
DATED_BACK = 10**9  # nanoseconds between what the system noted and what the file says


@dataclass(slots=True)
class Looked:
    """What a look has found: counts of each folder, which are away, and which hold links to directories."""

    scanned: list[Scanned] = field(default_factory=list)
    folder_ids: list[int] = field(default_factory=list)  # that were there
    unavailable: list[bytes] = field(default_factory=list)
    linked: set[bytes] = field(default_factory=set)
    files: set[int] = field(default_factory=set)  # that were looked at, or whose sidecar changed
    other_names: set[bytes] = field(default_factory=set)  # files that other names lead to as well, each by one


def look(
    library: Library, noticed: Noticed, linked: Collection[bytes] = (), other_names: Collection[bytes] = ()
) -> Generator[Progress, None, Looked]:
    """Bring the library's files up to date with what was noticed. Folders with links (`linked`) are scanned as a
    whole: a file that several names lead to is known by the one that is met first. So are those in which a file
    turns up that has others than the `other_names` that are known."""
    looked = Looked()
    rewritten = {path for path in noticed.rewritten if is_dated_back(path)}
    scanned_files.begin(library.db)
    for folder, looks in _by_folder(library.folders(), noticed.looks):
        try:
            must_be_available(library, folder)
        except FolderAwayError:
            looked.unavailable.append(folder.path)
            continue
        counts, begun = None, Scanned()
        all_of_it = len(looks) > MANY or any(each.below and each.path == folder.path for each in looks)
        for each in looks:
            if is_sidecar(each.path):
                looked.files.update(sidecar_files.beside(library.db, folder.id, _inside(folder, each)))
        if folder.path not in linked and not all_of_it:
            pictures = [each for each in looks if not is_sidecar(each.path) or os.path.isdir(each.path)]
            counts = yield from _scan_parts(
                library, folder, pictures, noticed.unfinished, rewritten, other_names, begun
            )
        if counts is None:
            counts = yield from scan_whole(library, folder, noticed.unfinished, rewritten)
            counts.is_other |= begun.is_other
        counts.restated |= _look_at_sidecars(library, folder, looks)
        if counts.linked:
            looked.linked.add(folder.path)
        looked.other_names |= counts.other_names
        looked.scanned.append(counts)
        looked.folder_ids.append(folder.id)
    looked.files.update(scanned_files.seen(library.db))
    return looked


def _look_at_sidecars(library: Library, folder: Folder, looks: Sequence[LookAt]) -> set[int]:
    paths = [path for each in looks if is_sidecar(path := _inside(folder, each))]
    there = {path: found for path in paths if (found := found_at(folder.path, path)) is not None}
    return note_changed(
        library, folder, {path: (found.size, found.mtime_ns) for path, found in there.items()}, looked_for=paths
    )


def _by_folder(known: Sequence[Folder], looks: Iterable[LookAt]) -> Iterator[tuple[Folder, list[LookAt]]]:
    """Each folder with the looks at it; hidden names are left alone."""
    found: defaultdict[Folder, list[LookAt]] = defaultdict(list)
    for each in looks:
        for folder in known:
            if within(each.path, folder.path):
                if not any(name.startswith(b".") for name in _inside(folder, each).split(SEPARATOR)):
                    found[folder].append(each)
            elif each.below and within(folder.path, each.path):
                found[folder].append(LookAt(folder.path, True))
    yield from found.items()


def _inside(folder: Folder, look: LookAt) -> bytes:
    """The path relative to the folder, empty for the folder itself."""
    return look.path[len(folder.path) :].strip(SEPARATOR)


def _scan_parts(
    library: Library,
    folder: Folder,
    looks: Sequence[LookAt],
    unfinished: Collection[bytes],
    rewritten: Collection[bytes],
    other_names: Collection[bytes],
    counts: Scanned,
) -> Generator[Progress, None, Scanned | None]:
    """What is counted goes into `counts`. None if there are links on the way: only a scan of all can tell."""
    learned = new_walk(library)
    learned.follows_links = False
    if any(_leads_elsewhere(folder, each) for each in looks):
        return None
    found = whole_files(_each_once(_found(folder, looks, learned)), folder, learned, unfinished)
    yield from take_all(library, folder, found, counts, rewritten)
    if learned.linked or any(path not in other_names and not os.path.islink(path) for path in counts.other_names):
        return None
    if library.why_unavailable(folder) is None:  # it may have been unplugged while we looked
        with library.writing() as db:
            away = learned.unreadable | _mounts_away(folder, folders.mounts(db, folder) - learned.mounts)
            for each in looks:
                mark_gone(db, scanned_files.unseen_at(db, folder.id, _inside(folder, each), each.below), away)
            folders.remember_mounts(db, folder, learned.mounts)
        counts.restated |= note_changed(library, folder, learned.sidecars, looked_for=())
    return counts


def is_dated_back(path: bytes) -> bool:
    """Whoever wrote it last gave it an earlier time, maybe the one that it had before."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return False
    return status.st_ctime_ns - status.st_mtime_ns > DATED_BACK


def _leads_elsewhere(folder: Folder, look: LookAt) -> bool:
    """A directory is reached through a link."""
    return os.path.isdir(look.path) and os.path.realpath(look.path) != look.path


def _found(folder: Folder, looks: Sequence[LookAt], learned: FolderWalk) -> Iterator[FoundFile | None]:
    for each in looks:
        path = _inside(folder, each)
        if os.path.isdir(each.path):
            yield from walk(folder.path, learned, path, each.below)
        elif (found := found_at(folder.path, path)) is not None:
            if found.problem is not None:
                learned.unreadable.add(path)
            yield found


def _each_once(found: Iterable[FoundFile | None]) -> Iterator[FoundFile | None]:
    """A file may be met by a look at it and by one at its folder."""
    met: set[bytes] = set()
    for each in found:
        if each is None or each.path not in met:
            yield each
        if each is not None:
            met.add(each.path)


def _mounts_away(folder: Folder, known: Collection[bytes]) -> set[bytes]:
    return {path for path in known if not is_mounted(os.path.join(folder.path, path))}
