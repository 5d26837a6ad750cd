"""Thumbnails brought to another folder, and those together that were made while that was away."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Generator, Iterable
from contextlib import ExitStack, closing

from engine.errors import UserError
from engine.library import Library
from engine.library_folder import put_aside
from engine.private_files import make_private_folder, take_from_others
from engine.progress import Progress
from engine.sentences import said
from engine.store import files, images, migrations, thumbnails
from engine.store.connection import Database
from engine.store.database import open_database, transaction
from engine.store.disk_trouble import disk_trouble_said
from engine.thumbnail_place import (
    MOVING,
    NAME,
    PLACE,
    ThumbnailPlace,
    away_said,
    chosen_place,
    clear,
    file_now,
    is_at_hand,
    new_place,
    note,
)
from engine.watching.drives import mount_points, remote_kind

log = logging.getLogger(__name__)

MOVING_THEM = said("Moving thumbnails")
AT_A_TIME = 200
ROOM = 64 << 20  # bytes that stay free beside them


def move_thumbnails(library: Library, folder: str) -> Generator[Progress, None, int]:
    """To a folder, or back into the library's own (""). Returns how many pictures are to be read again, as theirs
    are out of reach. Whatever interrupts it, they are where they were before."""
    library.must_be_writable()
    yield from bring_together(library)
    before, source = chosen_place(library.path), file_now(library.path)
    if folder == ("" if before is None else before.folder):
        return 0
    place = new_place(library.path, os.path.abspath(folder)) if folder else None
    yield Progress(0, None, MOVING_THEM)
    if place is not None:
        _must_be_fit(place.folder, source)
    target = os.path.join(library.path, NAME) if place is None else place.file
    with ExitStack() as undone:
        if target != source:
            note(library.path, MOVING, place or before)
            undone.callback(note, library.path, MOVING, None)
            undone.callback(clear, target)
            yield from _copied(library, source, target, place)
        with library.writing_thumbnails() as now:  # nobody writes there meanwhile
            if file_now(library.path) != source:
                raise UserError(away_said(library.path))
            if target != source:
                with disk_trouble_said(target), closing(_opened(target)) as db:
                    _make_equal(now, db)
            note(library.path, PLACE, place)
            undone.pop_all()
    lost = before is not None and not is_at_hand(library.path, before)
    if target != source:
        if before is not None and source == before.file:
            note(library.path, MOVING, before)
        clear(source)
    if before is None or not os.path.exists(
        before.path
    ):  # else somebody has it open; the next opening takes it away
        note(library.path, MOVING, None)
    return _read_again(library) if lost else 0


def bring_together(library: Library) -> Generator[Progress, None, None]:
    """Those that were made while the chosen folder was away go there, now that it is back."""
    own, now = os.path.join(library.path, NAME), file_now(library.path)
    if library.read_only or own == now or not os.path.exists(own):
        return
    try:
        opened = open_database(own, migrations.THUMBNAILS, trusted=True)  # others in this process may have it open
    except UserError as error:
        log.warning("thumbnails that were made meanwhile are put aside (%s)", error)
        put_aside(library.path, NAME)
        return
    with closing(opened) as source:
        wanted, done = sorted(thumbnails.ids(source)), 0
        for chunk in _chunks(wanted):
            yield Progress(done, len(wanted), MOVING_THEM)
            with library.writing_thumbnails() as db:
                if file_now(library.path) != now:
                    return  # it has gone again
                thumbnails.put(db, thumbnails.intact(source, chunk).items())
            done += len(chunk)
    if wanted:
        clear(own)


def _must_be_fit(folder: str, source: str) -> None:
    """Or it is said why not."""
    if not os.path.isdir(folder):
        raise UserError(said("There is no folder {path!r}.", path=folder))
    if kind := remote_kind(os.fsencode(os.path.realpath(folder)), mount_points()):
        raise UserError(said("Thumbnails cannot lie on a network drive ({kind}).", kind=kind))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(said("The folder {path} cannot be written.", path=folder))
    size = os.path.getsize(source) if os.path.exists(source) else 0
    if shutil.disk_usage(folder).free < size + ROOM:
        raise UserError(said("There is not enough room in {path} for the thumbnails.", path=folder))


def _copied(
    library: Library, source: str, target: str, place: ThumbnailPlace | None
) -> Generator[Progress, None, None]:
    """All that there are now; what comes or goes meanwhile is seen to at the end."""
    if place is not None:
        try:
            make_private_folder(place.path)
        except OSError as error:
            raise UserError(
                said("The folder {path} cannot be written ({why}).", path=place.folder, why=error.strerror)
            ) from error
    now = library.thumbnails_db
    with disk_trouble_said(target), closing(_opened(target)) as db:
        wanted = sorted(thumbnails.ids(now))
        done = 0
        for chunk in _chunks(wanted):
            yield Progress(done, len(wanted), MOVING_THEM)
            _copy(now, db, chunk)
            done += len(chunk)


def _opened(target: str) -> Database:
    db = open_database(target, migrations.THUMBNAILS)
    for ending in ("", "-wal", "-shm"):
        take_from_others(target + ending)
    return db


def _make_equal(now: Database, target: Database) -> None:
    have, got = thumbnails.checksums(now), thumbnails.checksums(target)
    # Copied ones always have a checksum, those of before may have none.
    _copy(now, target, sorted(i for i, stored in have.items() if got.get(i) != stored and (stored or i not in got)))
    with transaction(target):
        thumbnails.remove(target, got.keys() - have.keys())


def _copy(now: Database, target: Database, image_ids: Iterable[int]) -> None:
    """What is damaged stays behind: it is made again when `check` finds it lacking."""
    for chunk in _chunks(list(image_ids)):
        with transaction(target):
            thumbnails.put(target, thumbnails.intact(now, chunk).items())


def _chunks(image_ids: list[int]) -> Iterable[list[int]]:
    return (image_ids[start : start + AT_A_TIME] for start in range(0, len(image_ids), AT_A_TIME))


def _read_again(library: Library) -> int:
    """Pictures that lack theirs, as far as their files are there."""
    have = thumbnails.ids(library.thumbnails_db)
    with library.writing() as db:
        lacking = [image_id for image_id in images.read_and_at_hand(db) if image_id not in have]
        files.read_again(db, lacking)
    return len(lacking)
