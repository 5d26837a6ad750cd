"""Files of the library by what lies beside them: the pictures that a sidecar may belong to."""

import os
from collections.abc import Sequence

from engine.store import folders
from engine.store.connection import Database
from engine.store.files import within
from engine.store.label_list import json_chunks


def beside(db: Database, folder_id: int, sidecar: bytes) -> list[int]:
    """The files whose sidecar this may be, by its path in their folder: photo.jpg.xmp is that of photo.jpg,
    photo.xmp that of all that are called photo."""
    stem = os.path.splitext(sidecar)[0]
    sql = "SELECT id, path FROM files WHERE folder_id = ? AND (path = ? OR (path > ? AND path < ?))"
    rows = db.execute(sql, (folder_id, stem, stem + b".", stem + b"/"))
    return [number for number, path in rows if stem in (path, os.path.splitext(path)[0])]


def at(db: Database, sidecar: bytes) -> list[tuple[int, bytes]]:
    """Those that hold an image, by the sidecar's full path; each with its own."""
    found = list[int]()
    for folder in folders.all_folders(db):
        if within(sidecar, folder.path):
            found += beside(db, folder.id, os.path.relpath(sidecar, folder.path))
    return [(number, path) for number, path, _ in in_folders(db, found)]


def in_folders(db: Database, file_ids: Sequence[int]) -> list[tuple[int, bytes, int]]:
    """Of these files those that hold an image, each with its full path and its folder."""
    sql = (
        "SELECT f.id, d.path, f.path, d.id FROM files f JOIN folders d ON d.id = f.folder_id"
        " WHERE f.image_id IS NOT NULL AND f.id IN (SELECT value FROM json_each(?)) ORDER BY f.id"
    )
    rows = (row for chunk in json_chunks(file_ids) for row in db.execute(sql, (chunk,)))
    return [(number, os.path.join(root, path), folder_id) for number, root, path, folder_id in rows]
