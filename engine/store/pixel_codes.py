"""What near-copies are found by: of each image a code of its pixels, a code of its features, how sharp it is.

A cache: all of it can be made again from the thumbnail and the features. `compared` is 1 once the image has been
compared with all others that were.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sqlite_utils import Database

from engine.arrays import Codes, Ids, Mask
from engine.feature_space import FeatureSpace
from engine.store.checksums import checksum

PIECE = 50_000
CODE_BYTES = 32
_COLUMNS = "image_id, code, look, sharpness, compared"


@dataclass(frozen=True, slots=True)
class PixelCode:
    image_id: int
    code: bytes  # of its pixels
    look: bytes  # of its features
    sharpness: float  # larger is sharper; comparable between pictures that are alike


@dataclass(frozen=True, slots=True)
class PixelCodes:
    """All that are sound, by image."""

    image_ids_N: Ids
    codes_NB: Codes
    looks_NB: Codes
    compared_N: Mask


def put(db: Database, rows: Iterable[PixelCode]) -> None:
    """Not compared yet; what was found for the image before holds no longer."""
    cells = [(row.image_id, row.code, row.look, round(1000 * row.sharpness), 0) for row in rows]
    db.conn.executemany("DELETE FROM alike_pairs WHERE first_id = ?1 OR second_id = ?1", [row[:1] for row in cells])
    sql = f"INSERT OR REPLACE INTO pixel_codes ({_COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?)"
    db.conn.executemany(sql, [(*row, checksum(*row)) for row in cells])


def read(db: Database) -> PixelCodes:
    """All of them, by image; damaged ones are left out."""
    cursor = db.execute(f"SELECT {_COLUMNS}, checksum FROM pixel_codes ORDER BY image_id")
    ids, compared = [np.empty(0, np.int64)], [np.empty(0, np.bool_)]
    packed = [np.empty((0, 2 * CODE_BYTES), np.uint8)]
    while rows := cursor.fetchmany(PIECE):
        sound = [row for row in rows if is_sound(row)]
        ids.append(np.fromiter((row[0] for row in sound), np.int64, len(sound)))
        compared.append(np.fromiter((row[4] for row in sound), np.bool_, len(sound)))
        both = b"".join(row[1] + row[2] for row in sound)
        packed.append(np.frombuffer(both, np.uint8).reshape(-1, 2 * CODE_BYTES))
    both_NB = np.concatenate(packed)
    codes_NB, looks_NB = both_NB[:, :CODE_BYTES].copy(), both_NB[:, CODE_BYTES:].copy()
    return PixelCodes(np.concatenate(ids), codes_NB, looks_NB, np.concatenate(compared))


def is_sound(row: Sequence[int | bytes]) -> bool:
    """Of the columns as they are stored, the checksum last."""
    lengths = [len(cell) for cell in row if isinstance(cell, bytes)]
    return checksum(*row[:-1]) == row[-1] and lengths == [CODE_BYTES, CODE_BYTES]


def set_compared(db: Database, image_ids: Iterable[int], compared: bool = True) -> None:
    cells = _COLUMNS.replace("compared", "?1")
    sql = f"UPDATE pixel_codes SET compared = ?1, checksum = row_checksum({cells}) WHERE image_id = ?2"
    is_right = f" AND checksum = row_checksum({_COLUMNS})"  # damage is not taken for right by that
    db.conn.executemany(sql + is_right, [(int(compared), int(image_id)) for image_id in image_ids])


def count_new(db: Database) -> int:
    """Images that have been compared with none."""
    (n,) = db.execute("SELECT count(*) FROM pixel_codes WHERE compared = 0").fetchone()
    return int(n)


_LACKING = (
    " FROM features f WHERE f.backbone = ? AND f.image_id > ?"
    " AND NOT EXISTS (SELECT 1 FROM pixel_codes p WHERE p.image_id = f.image_id)"
    " AND EXISTS (SELECT 1 FROM files WHERE files.image_id = f.image_id)"
    " AND EXISTS (SELECT 1 FROM images i WHERE i.id = f.image_id)"
)


def count_lacking(db: Database, backbone: FeatureSpace) -> int:
    (n,) = db.execute("SELECT count(*)" + _LACKING, (backbone, 0)).fetchone()
    return int(n)


def lacking(db: Database, backbone: FeatureSpace, chunk: int) -> Iterator[list[int]]:
    """Images that have these features but no row here, by id, so many at a time."""
    sql, last = "SELECT f.image_id" + _LACKING + " ORDER BY f.image_id LIMIT ?", 0
    while found := [row[0] for row in db.execute(sql, (backbone, last, chunk)).fetchall()]:
        yield found
        last = found[-1]


def damaged(db: Database) -> list[int]:
    rows = db.execute(f"SELECT {_COLUMNS}, checksum FROM pixel_codes")
    return [row[0] for row in rows if not is_sound(row)]


def remove(db: Database, image_ids: Iterable[int]) -> None:
    """With what was found for them."""
    ids = [(image_id,) for image_id in image_ids]
    db.conn.executemany("DELETE FROM alike_pairs WHERE first_id = ?1 OR second_id = ?1", ids)
    db.conn.executemany("DELETE FROM pixel_codes WHERE image_id = ?", ids)


def sharpness(db: Database, image_ids: Sequence[int]) -> dict[int, float]:
    """Of those of these images that have been looked at; larger is sharper."""
    found: dict[int, float] = {}
    for start in range(0, len(image_ids), 500):
        chunk = [int(i) for i in image_ids[start : start + 500]]
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT {_COLUMNS}, checksum FROM pixel_codes WHERE image_id IN ({marks})"
        found.update({row[0]: row[3] / 1000 for row in db.execute(sql, tuple(chunk)) if is_sound(row)})
    return found
