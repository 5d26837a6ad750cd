"""What is on disk against what the library knows. New files become pending images at once; nothing is opened.

A file that is gone is marked missing, never deleted. A folder that is not available (unplugged, unmounted, an
empty mount point) marks nothing, and neither does a part of it that could not be listed.
"""

import os
import time
from collections.abc import Collection, Generator, Iterable, Iterator
from dataclasses import dataclass, field

from engine.errors import UserError
from engine.images.scan import FolderWalk, FoundFile, walk
from engine.images.shards import ALL, Shard
from engine.jobs.sidecar_changes import note_changed
from engine.library import Library
from engine.progress import Progress
from engine.sentences import said
from engine.skip_kinds import SkipKind
from engine.store import files, folders, images, scanned_files, skipped
from engine.store.connection import Database
from engine.store.files import KnownFile, within
from engine.store.folders import Folder
from engine.store.scanned_files import Unseen

NOTE = said("Looking for pictures")
BATCH = 500
BATCH_SECONDS = 0.5


class FolderAwayError(UserError):
    """Nothing can be said of this folder now; others can be looked at."""


@dataclass(slots=True)
class Scanned:
    """How many files were found, and how many of them need no reading; the others wait for it."""

    found: int = 0
    unchanged: int = 0
    skipped: int = 0  # cannot be opened, or could not be read before and have not changed
    linked: bool = False  # there are links to directories: under which name a file is known depends on all of them
    other_names: set[bytes] = field(default_factory=set)  # files that other names lead to as well, each by one
    is_other: bool = False  # a file is there again, or can be opened no more
    restated: set[int] = field(default_factory=set)  # images whose sidecars have changed


def scan(
    library: Library, folder: Folder, unfinished: Collection[bytes] = (), shard: Shard = ALL
) -> Generator[Progress, None, Scanned]:
    """Walk `folder` and bring the library's files up to date with it; those that are `unfinished`, being written,
    are left for later. Of files that are not in the `shard` nothing is said."""
    must_be_available(library, folder)
    scanned_files.begin(library.db)
    return (yield from scan_whole(library, folder, unfinished, shard=shard))


def scan_whole(
    library: Library,
    folder: Folder,
    unfinished: Collection[bytes] = (),
    rewritten: Collection[bytes] = (),
    shard: Shard = ALL,
) -> Generator[Progress, None, Scanned]:
    """The same, of one folder after others."""
    counts, learned = Scanned(), new_walk(library)
    found = whole_files(shard.among(walk(folder.path, learned)), folder, learned, unfinished)
    yield from take_all(library, folder, found, counts, rewritten)
    if library.why_unavailable(folder) is None:  # it may have been unplugged while we walked
        with library.writing() as db:
            away = learned.unreadable | (folders.mounts(db, folder) - learned.mounts)
            unseen = (file for file in scanned_files.unseen(db, folder.id) if shard.has(file[1]))
            mark_gone(db, unseen, away)
            folders.remember_mounts(db, folder, learned.mounts)
        counts.restated |= note_changed(library, folder, learned.sidecars, away=away)
    counts.linked = bool(learned.linked)
    yield Progress(counts.found, None, NOTE)
    return counts


def must_be_available(library: Library, folder: Folder) -> None:
    if (why := library.why_unavailable(folder)) is not None:
        raise FolderAwayError(
            said(
                "The folder {path} is not available ({why}); what is known of it is kept.",
                path=_text(folder.path),
                why=why,
            )
        )


def new_walk(library: Library) -> FolderWalk:
    """The library's own folder may lie inside a photo folder; it is not looked at."""
    own = os.stat(library.path)
    return FolderWalk(seen={(own.st_dev, own.st_ino)})


def take_all(
    library: Library,
    folder: Folder,
    found: Iterable[FoundFile | None],
    counts: Scanned,
    rewritten: Collection[bytes] = (),
) -> Generator[Progress, None, None]:
    """What was found goes into the library's files, batch by batch. Those that are `rewritten`, by their full path,
    are read again though their size and time are the same."""
    for batch in _batches(found):
        if batch:
            with library.writing() as db:
                _take(db, folder, batch, counts, rewritten)
        yield Progress(counts.found, None, NOTE)


def whole_files(
    found: Iterable[FoundFile | None], folder: Folder, learned: FolderWalk, unfinished: Collection[bytes]
) -> Iterator[FoundFile | None]:
    """Those that nobody is just writing."""
    for each in found:
        if each is not None and os.path.join(folder.path, each.path) in unfinished:
            learned.unreadable.add(each.path)  # whatever it is, it is not gone
        else:
            yield each


def _take(
    db: Database, folder: Folder, batch: list[FoundFile], counts: Scanned, rewritten: Collection[bytes]
) -> None:
    known = files.known(db, folder.id, [found.path for found in batch])
    for found in batch:
        counts.found += 1
        full = os.path.join(folder.path, found.path)
        if found.has_other_names:
            counts.other_names.add(full)
        file = known.get(found.path)
        if file is None:
            file_id = _new(db, folder, found, counts)
        else:
            file_id = _again(db, folder, file, found, counts, full in rewritten)
        scanned_files.see(db, file_id)


def _new(db: Database, folder: Folder, found: FoundFile, counts: Scanned) -> int:
    if found.problem is not None:
        file_id = files.add(db, folder.id, found.path, found.size, found.mtime_ns, None)
        skipped.put(db, file_id, SkipKind.UNREADABLE, found.problem)
        counts.skipped += 1
        counts.is_other = True
        return file_id
    return files.add(db, folder.id, found.path, found.size, found.mtime_ns, images.add_pending(db))


def _again(
    db: Database, folder: Folder, file: KnownFile, found: FoundFile, counts: Scanned, rewritten: bool
) -> int:
    counts.is_other |= bool(file.missing) or (found.problem is not None and not file.skipped)
    if found.problem is not None:
        skipped.put(db, file.id, SkipKind.UNREADABLE, found.problem)
        files.set_not_waiting(db, file.id)
        images.drop_unread_of(db, file.id)  # an image that was read before stays as it was
        counts.skipped += 1
        return file.id
    if (rewritten and not file.missing) or not file.is_as(found.size, found.mtime_ns):
        if file.skipped:
            skipped.retry(db, [file.id])
        files.set_waiting(db, file.id, found.size, found.mtime_ns)
        files.set_missing(db, [file.id], False)
        return file.id
    if file.missing:
        files.set_missing(db, [file.id], False)
    if file.waiting:
        return file.id
    if file.skipped == SkipKind.UNREADABLE and os.access(os.path.join(folder.path, file.path), os.R_OK):
        skipped.retry(db, [file.id])  # the file is the same, but the disk or the permission may be mended
    elif file.skipped:
        counts.skipped += 1
    else:
        counts.unchanged += 1
    return file.id


def newly_missing(library: Library) -> int:
    """Of the files that scans on this connection marked missing, those that did not turn up elsewhere. Once."""
    return scanned_files.count_gone(library.db)


def mark_gone(db: Database, unseen: Iterable[Unseen], away: Collection[bytes]) -> None:
    """Mark what was not seen, unless it lies in a place that is away; what was never read nor labelled and is gone
    again is forgotten."""
    gone: list[int] = []
    forgotten: list[tuple[int, int | None]] = []
    for file_id, path, image_id, is_kept in unseen:
        if any(not part or within(path, part) for part in away):
            continue
        if is_kept:
            gone.append(file_id)
        else:
            forgotten.append((file_id, image_id))
    files.set_missing(db, gone, True)
    scanned_files.note_gone(db, gone)
    for file_id, image_id in forgotten:
        files.remove(db, file_id)
        if image_id is not None:
            images.remove_pending(db, image_id)


def _batches(walked: Iterable[FoundFile | None]) -> Iterator[list[FoundFile]]:
    """Up to 500 files each, and whatever there is every half second: a slow disk must not keep us silent."""
    batch: list[FoundFile] = []
    began = time.monotonic()
    for found in walked:
        if found is not None:
            batch.append(found)
        if len(batch) >= BATCH or time.monotonic() - began > BATCH_SECONDS:
            yield batch
            batch, began = [], time.monotonic()
    if batch:
        yield batch


def _text(path: bytes) -> str:
    return path.decode("utf-8", "replace")
