"""What is known of files and of the picture that each of them holds, for whoever chooses between them."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from engine.store.connection import Database
from engine.store.file_times import time_of
from engine.store.images import known_side
from engine.store.label_list import json_chunks


@dataclass(frozen=True, slots=True)
class FileFacts:
    id: int
    image_id: int
    path: bytes  # in full
    size: int
    mtime_ns: int
    format: str | None
    width: int | None
    height: int | None
    taken_at: str | None
    camera: str | None


def of_files(db: Database, file_ids: Sequence[int]) -> dict[int, FileFacts]:
    """By file; those that hold no picture any more are left out."""
    sql = (
        "SELECT f.id, f.image_id, d.path, f.path, f.size, f.mtime_ns,"
        " i.format, i.width, i.height, i.taken_at, i.camera"
        " FROM json_each(?) j JOIN files f ON f.id = j.value JOIN folders d ON d.id = f.folder_id"
        " JOIN images i ON i.id = f.image_id"
    )
    found: dict[int, FileFacts] = {}
    for chunk in json_chunks(file_ids):
        for file_id, image_id, folder, path, size, time, kind, width, height, *taken in db.execute(sql, (chunk,)):
            place, sides = os.path.join(folder, path), (known_side(width), known_side(height))
            found[file_id] = FileFacts(file_id, image_id, place, size, time_of(time), kind, *sides, *taken)
    return found
