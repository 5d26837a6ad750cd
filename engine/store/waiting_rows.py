"""Files whose content is to be read: known as soon as they are found, gone from here once that is stored."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from engine.store.connection import Database

AT_ONCE = 500  # images in one statement
_WAITING = (
    "SELECT f.id, d.path, f.path, f.size, f.image_id, i.content FROM files f {}"
    " JOIN folders d ON d.id = f.folder_id JOIN images i ON i.id = f.image_id WHERE f.waiting = 1 AND f.missing = 0"
)


@dataclass(frozen=True, slots=True)
class WaitingFile:
    """A file whose content is to be read; `content` is what its image held when last read."""

    id: int
    folder: bytes
    path: bytes
    size: int
    image_id: int
    content: bytes | None

    @property
    def full_path(self) -> bytes:
        return os.path.join(self.folder, self.path)


def next_of(db: Database, folder_ids: Sequence[int], after: int, limit: int) -> list[WaitingFile]:
    """The next files of these folders that are to be read, by id."""
    return next_where(db, f"f.folder_id IN ({_marks(folder_ids)})", folder_ids, after, limit)


def count(db: Database, folder_ids: Sequence[int]) -> int:
    return count_where(db, f"f.folder_id IN ({_marks(folder_ids)})", folder_ids)


def of_images(db: Database, folder_ids: Sequence[int], image_ids: Sequence[int]) -> list[WaitingFile]:
    """Those of them that are files of these images."""
    return of_images_where(db, f"f.folder_id IN ({_marks(folder_ids)})", folder_ids, image_ids)


def next_where(db: Database, condition: str, values: Sequence[object], after: int, limit: int) -> list[WaitingFile]:
    sql = f"{_WAITING.format('')} AND f.id > ? AND {condition} ORDER BY f.id LIMIT ?"
    return [WaitingFile(*row) for row in db.execute(sql, (after, *values, limit))]


def of_images_where(
    db: Database, condition: str, values: Sequence[object], image_ids: Sequence[int]
) -> list[WaitingFile]:
    found: list[WaitingFile] = []
    for start in range(0, len(image_ids), AT_ONCE):
        chunk = image_ids[start : start + AT_ONCE]
        sql = f"{_WAITING.format('INDEXED BY files_by_image')} AND f.image_id IN ({_marks(chunk)}) AND {condition}"
        found += [WaitingFile(*row) for row in db.execute(sql, (*chunk, *values))]
    return found


def count_where(db: Database, condition: str, values: Sequence[object]) -> int:
    sql = f"SELECT count(*) FROM files f WHERE f.waiting = 1 AND f.missing = 0 AND {condition}"
    (count,) = db.execute(sql, tuple(values)).fetchone()
    return int(count)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
