"""Features: float16 numbers of an image in a feature space. A cache: pictures give them again."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Ids, Vectors
from engine.feature_space import FeatureSpace
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.packed_numbers import F16, packed, unpacked

__all__ = ["F16"]


def put(db: Database, backbone: FeatureSpace, image_ids: Sequence[int], features_ND: NDArray[np.floating]) -> None:
    rows = []
    for image_id, numbers in zip(image_ids, packed(features_ND), strict=True):
        rows.append((image_id, backbone, numbers, checksum(image_id, backbone, numbers)))
    db.conn.executemany("INSERT OR REPLACE INTO features VALUES (?, ?, ?, ?)", rows)


def get(db: Database, backbone: FeatureSpace, image_ids: Sequence[int]) -> dict[int, Vectors]:
    found: dict[int, Vectors] = {}
    for ids, vectors_ND in chunks(db, backbone, image_ids):
        found.update(zip(ids, vectors_ND, strict=True))
    return found


def chunks(
    db: Database, backbone: FeatureSpace, image_ids: Sequence[int], size: int = 500
) -> Iterator[tuple[list[int], Vectors]]:
    """The features of these images, some at a time; images without, or with damaged ones, are left out."""
    for start in range(0, len(image_ids), size):
        chunk = [int(i) for i in image_ids[start : start + size]]
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT image_id, numbers, checksum FROM features WHERE image_id IN ({marks}) AND backbone = ?"
        if rows := _sound(backbone, db.execute(sql, (*chunk, backbone)).fetchall()):
            yield [row[0] for row in rows], unpacked([row[1] for row in rows])


def remove(db: Database, image_id: int) -> None:
    db.execute("DELETE FROM features WHERE image_id = ?", (image_id,))


def remove_all_of(db: Database, backbone: FeatureSpace) -> None:
    db.execute("DELETE FROM features WHERE backbone = ?", (backbone,))


_LACKING = (
    " FROM images i WHERE i.id > ? AND i.content IS NOT NULL"
    " AND NOT EXISTS (SELECT 1 FROM features x WHERE x.image_id = i.id AND x.backbone = ?)"
    " AND EXISTS (SELECT 1 FROM files f WHERE f.image_id = i.id AND f.missing = 0 AND f.folder_id IN ({})"
    " AND NOT EXISTS (SELECT 1 FROM skipped s WHERE s.file_id = f.id))"
)


def has_any(db: Database, image_id: int) -> bool:
    """Of whatever network."""
    return db.execute("SELECT 1 FROM features WHERE image_id = ? LIMIT 1", (image_id,)).fetchone() is not None


def count_lacking(db: Database, backbone: FeatureSpace, folder_ids: Sequence[int]) -> int:
    """Images that have been read, and can be again from a file in these folders, but lack these features."""
    sql = "SELECT count(*)" + _LACKING.format(",".join("?" * len(folder_ids)))
    (n,) = db.execute(sql, (0, backbone, *folder_ids)).fetchone()
    return int(n)


def lacking(
    db: Database, backbone: FeatureSpace, folder_ids: Sequence[int], after: int, limit: int
) -> list[tuple[int, bytes]]:
    """The next of them by id, each with its content."""
    sql = "SELECT i.id, i.content" + _LACKING.format(",".join("?" * len(folder_ids))) + " ORDER BY i.id LIMIT ?"
    return list(db.execute(sql, (after, backbone, *folder_ids, limit)).fetchall())


def count(db: Database, backbone: FeatureSpace) -> int:
    (n,) = db.execute("SELECT count(*) FROM features WHERE backbone = ?", (backbone,)).fetchone()
    return int(n)


def state(db: Database, backbone: FeatureSpace) -> tuple[int, int]:
    """Changes when an image gets or loses such features."""
    ids = f"coalesce(sum(image_id & {0xFFFF_FFFF}), 0)"  # damaged ones can be as large as numbers get
    sql = f"SELECT count(*), {ids} FROM features WHERE backbone = ?"
    count, total = db.execute(sql, (backbone,)).fetchone()
    return int(count), int(total)


def ids(db: Database, backbone: FeatureSpace) -> Ids:
    sql = "SELECT image_id FROM features WHERE backbone = ? ORDER BY image_id"
    return np.fromiter((row[0] for row in db.execute(sql, (backbone,))), dtype=np.int64)


_UNCODED = (
    " FROM features f WHERE f.backbone = ? AND f.image_id > ?"
    " AND NOT EXISTS (SELECT 1 FROM codes c WHERE c.version_id = ? AND c.image_id = f.image_id)"
    " AND EXISTS (SELECT 1 FROM files WHERE files.image_id = f.image_id)"
    " AND EXISTS (SELECT 1 FROM images i WHERE i.id = f.image_id)"
)


def count_without_code(db: Database, backbone: FeatureSpace, version_id: int) -> int:
    (n,) = db.execute("SELECT count(*)" + _UNCODED, (backbone, 0, version_id)).fetchone()
    return int(n)


def without_code(
    db: Database, backbone: FeatureSpace, version_id: int, chunk: int
) -> Iterator[tuple[list[int], Vectors]]:
    """Chunks of images in the library's folders that have features but no code of this version, by id."""
    sql = "SELECT f.image_id, f.numbers, f.checksum" + _UNCODED + " ORDER BY f.image_id LIMIT ?"
    last = 0
    while rows := db.execute(sql, (backbone, last, version_id, chunk)).fetchall():
        last = rows[-1][0]
        if sound := _sound(backbone, rows):
            yield [row[0] for row in sound], unpacked([row[1] for row in sound])


def _sound(backbone: FeatureSpace, rows: list[tuple[int, bytes, int]]) -> list[tuple[int, bytes, int]]:
    return [row for row in rows if checksum(row[0], backbone, row[1]) == row[2]]
