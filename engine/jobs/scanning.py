"""What is on disk against what the library knows. New files become pending images at once; nothing is opened.

A file that is gone is marked missing, never deleted. A folder that is not available (unplugged, unmounted, an
empty mount point) marks nothing, and neither does a part of it that could not be listed.
"""

import os
import time
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass

from sqlite_utils import Database

from engine.errors import UserError
from engine.images.scan import FolderWalk, FoundFile, walk
from engine.library import Library
from engine.progress import Progress
from engine.skip_kinds import SkipKind
from engine.store import files, folders, images, scanned_files, skipped
from engine.store.files import KnownFile, within
from engine.store.folders import Folder

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


def scan(library: Library, folder: Folder) -> Generator[Progress, None, Scanned]:
    """Walk `folder` and bring the library's files up to date with it."""
    counts, learned = Scanned(), FolderWalk()
    own = os.stat(library.path)
    learned.seen.add((own.st_dev, own.st_ino))  # the library's own folder may lie inside; it is not looked at
    if (why := library.why_unavailable(folder)) is not None:
        raise FolderAwayError(
            f"The folder {_text(folder.path)} is not available ({why}); what is known of it is kept."
        )
    db = library.db
    scanned_files.begin(db)
    for batch in _batches(walk(folder.path, learned)):
        if batch:
            with library.writing() as db:
                _take(db, folder, batch, counts)
        yield Progress(counts.found, None, "Looking for pictures")
    if library.why_unavailable(folder) is None:  # it may have been unplugged while we walked
        with library.writing() as db:
            _mark_gone(db, folder, learned)
            folders.remember_mounts(db, folder, learned.mounts)
    yield Progress(counts.found, None, "Looking for pictures")
    return counts


def _take(db: Database, folder: Folder, batch: list[FoundFile], counts: Scanned) -> None:
    known = files.known(db, folder.id, [found.path for found in batch])
    for found in batch:
        counts.found += 1
        file = known.get(found.path)
        file_id = _new(db, folder, found, counts) if file is None else _again(db, folder, file, found, counts)
        scanned_files.see(db, file_id)


def _new(db: Database, folder: Folder, found: FoundFile, counts: Scanned) -> int:
    if found.problem is not None:
        file_id = files.add(db, folder.id, found.path, found.size, found.mtime_ns, None)
        skipped.put(db, file_id, SkipKind.UNREADABLE, found.problem)
        counts.skipped += 1
        return file_id
    return files.add(db, folder.id, found.path, found.size, found.mtime_ns, images.add_pending(db))


def _again(db: Database, folder: Folder, file: KnownFile, found: FoundFile, counts: Scanned) -> int:
    if found.problem is not None:
        skipped.put(db, file.id, SkipKind.UNREADABLE, found.problem)
        files.set_not_waiting(db, file.id)
        images.drop_unread_of(db, file.id)  # an image that was read before stays as it was
        counts.skipped += 1
        return file.id
    if not file.is_as(found.size, found.mtime_ns):
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


def _mark_gone(db: Database, folder: Folder, learned: FolderWalk) -> None:
    """Mark what was not seen; what was never read nor labelled and is gone again is forgotten."""
    away = learned.unreadable | (folders.mounts(db, folder) - learned.mounts)
    gone: list[int] = []
    forgotten: list[tuple[int, int | None]] = []
    for file_id, path, image_id, is_kept in scanned_files.unseen(db, folder.id):
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
