"""Files that could not be read, each with a kind for grouping and a reason for a person."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from engine.file_reasons import reason_again
from engine.store import files, images
from engine.store.connection import Database
from engine.store.folders import now


@dataclass(frozen=True, slots=True)
class Skipped:
    file_id: int
    path: bytes
    kind: str
    reason: str


def put(db: Database, file_id: int, kind: str, reason: str) -> None:
    sql = "INSERT OR REPLACE INTO skipped (file_id, kind, reason, skipped_at) VALUES (?, ?, ?, ?)"
    db.execute(sql, (file_id, kind, reason, now()))


def remove(db: Database, file_id: int) -> None:
    db.execute("DELETE FROM skipped WHERE file_id = ?", (file_id,))


def all_skipped(db: Database) -> list[Skipped]:
    sql = (
        "SELECT s.file_id, d.path, f.path, s.kind, s.reason FROM skipped s JOIN files f ON f.id = s.file_id"
        " JOIN folders d ON d.id = f.folder_id WHERE f.missing = 0 ORDER BY s.kind, d.path, f.path"
    )
    return [
        Skipped(file_id, os.path.join(folder, path), kind, reason_again(reason))
        for file_id, folder, path, kind, reason in db.execute(sql)
    ]


def count(db: Database) -> int:
    sql = "SELECT count(*) FROM skipped s JOIN files f ON f.id = s.file_id WHERE f.missing = 0"
    (n,) = db.execute(sql).fetchone()
    return int(n)


def retry(db: Database, file_ids: Sequence[int]) -> None:
    """Let the next indexing read these files again. One that held an image before still stands for it."""
    for file_id in file_ids:
        remove(db, file_id)
        if files.image_of(db, file_id) is None:
            files.set_image(db, file_id, images.add_pending(db))
        db.execute("UPDATE files SET waiting = 1 WHERE id = ?", (file_id,))
