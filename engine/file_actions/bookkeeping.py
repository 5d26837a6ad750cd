"""What the library knows of its files, brought into line with an action that was done: in the same transaction in
which the log says so.

A file that stays in the library's folders keeps its row. One that a person took out of them, or threw away, is not
missing: its row goes, and an image without any file leaves grid and search until its content turns up again. What
was said of it stays with the image.
"""

import os

from engine.images.beside import is_sidecar
from engine.store import features, files, folders, images, sidecar_log
from engine.store.connection import Database
from engine.store.file_actions import ActionKind, FileAction
from engine.store.files import SEPARATOR, within
from engine.store.folders import Folder

_MOVES = (ActionKind.MOVE, ActionKind.RENAME)
_TAKES_AWAY = (ActionKind.TRASH, *_MOVES)


def place_of(db: Database, path: bytes) -> tuple[Folder, bytes] | None:
    """The library's folder in which an indexing would find this path, and the way from there."""
    for folder in folders.all_folders(db):
        if path != folder.path and within(path, folder.path):
            below = os.path.relpath(path, folder.path)
            hidden = any(step.startswith(b".") for step in below.split(SEPARATOR))
            return None if hidden else (folder, below)
    return None


def book(db: Database, action: FileAction, target: bytes | None, status: os.stat_result | None) -> int | None:
    """The action is done; `status` is that of the file that lies at the target now. Returns the folder, by its id,
    in which an indexing has to read that file. Of sidecars there are no rows, but the log of what was written."""
    if is_sidecar(action.source):
        if action.kind in _MOVES and target is not None:
            sidecar_log.moved(db, action.source, target)
        return None
    row = _row_at(db, action.source) if action.kind in _TAKES_AWAY else None
    place = None if target is None or status is None else place_of(db, target)
    if place is None or status is None:
        if row is not None:
            _take_out(db, *row)
        return None
    folder, below = place
    there = files.at_place(db, folder.id, below)
    if there is not None and (row is None or there[0] != row[0]):
        _take_out(db, *there)  # what lay there before is gone, or the file could not have got its name
    image_id = images.with_content(db, action.content)
    if row is None:
        held = images.add_pending(db) if image_id is None else image_id
        row = files.add(db, folder.id, below, status.st_size, status.st_mtime_ns, held), held
    else:
        files.set_place(db, row[0], folder.id, below)
    if image_id is None or row[1] != image_id or not features.has_any(db, image_id):
        return folder.id  # what is known of the image went while no file held it
    files.set_read(db, row[0], image_id, status.st_size, status.st_mtime_ns)
    return None


def _row_at(db: Database, path: bytes) -> tuple[int, int | None] | None:
    place = place_of(db, path)
    return None if place is None else files.at_place(db, place[0].id, place[1])


def _take_out(db: Database, file_id: int, image_id: int | None) -> None:
    files.remove(db, file_id)
    if image_id is not None:
        images.let_go(db, image_id)
