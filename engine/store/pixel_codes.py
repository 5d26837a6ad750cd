"""What near-copies are found by: of each image a code of its pixels, a code of its features, how sharp it is.

A cache: all of it can be made again from the thumbnail and the features. `compared` is 1 once the image has been
compared with all others that were.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from sqlite3 import Cursor

import numpy as np

from engine.arrays import Codes, Ids, Mask, Rows
from engine.feature_space import FeatureSpace
from engine.store.checksums import checksum
from engine.store.connection import Database

PIECE = 50_000
CODE_BYTES = 32
BLOCK = 1 << 14  # ids of images
_COLUMNS = "image_id, code, look, sharpness, compared"


@dataclass(frozen=True, slots=True)
class PixelCode:
    image_id: int
    code: bytes  # of its pixels
    look: bytes  # of its features
    sharpness: float  # larger is sharper; comparable between pictures that are alike


@dataclass(frozen=True, slots=True)
class PixelCodes:
    """All that are sound, by image; and the images whose rows are not."""

    image_ids_N: Ids
    codes_NB: Codes
    looks_NB: Codes
    compared_N: Mask
    damaged: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.image_ids_N)


BlockMark = tuple[int, int, int]  # by which is seen whether any row of a block is another one now


def put(db: Database, rows: Iterable[PixelCode]) -> None:
    """Not compared yet; what was found for the image before holds no longer."""
    cells = [(row.image_id, row.code, row.look, round(1000 * row.sharpness), 0) for row in rows]
    db.conn.executemany("DELETE FROM alike_pairs WHERE first_id = ?1 OR second_id = ?1", [row[:1] for row in cells])
    sql = f"INSERT OR REPLACE INTO pixel_codes ({_COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?)"
    db.conn.executemany(sql, [(*row, checksum(*row)) for row in cells])


def read(db: Database) -> PixelCodes:
    """All of them, by image."""
    return _sound(db.execute(f"SELECT {_COLUMNS}, checksum FROM pixel_codes ORDER BY image_id"))


def read_block(db: Database, block: int) -> PixelCodes:
    """Those of one block of ids."""
    sql = f"SELECT {_COLUMNS}, checksum FROM pixel_codes WHERE image_id BETWEEN ? AND ? ORDER BY image_id"
    return _sound(db.execute(sql, _ids_of(block)))


def marks(db: Database) -> dict[int, BlockMark]:
    """Of each block of ids that has rows. SQLite sums up the checksums of the rows without looking at the rest, so
    that this takes a moment for a million."""
    sql = (
        "SELECT count(*), sum(checksum & 0xffffffff), sum((checksum & 0xffffffff) * (image_id % 1021))"
        " FROM pixel_codes WHERE image_id BETWEEN ? AND ?"
    )
    found: dict[int, BlockMark] = {}
    (first,) = db.execute("SELECT min(image_id) FROM pixel_codes").fetchone()
    while first is not None:
        block = first // BLOCK
        count, total, weighed = db.execute(sql, _ids_of(block)).fetchone()
        found[block] = (count, total, weighed)
        after = "SELECT min(image_id) FROM pixel_codes WHERE image_id > ?"
        (first,) = db.execute(after, _ids_of(block)[1:]).fetchone()
    return found


def _ids_of(block: int) -> tuple[int, int]:
    return block * BLOCK, (block + 1) * BLOCK - 1


def joined(parts: Sequence[PixelCodes]) -> PixelCodes:
    """By image."""
    ids_N = np.concatenate([np.empty(0, np.int64), *(part.image_ids_N for part in parts)])
    is_sorted = bool((np.diff(ids_N) > 0).all())
    order_N: Rows | slice = slice(None) if is_sorted else np.argsort(ids_N)
    no_codes, none = np.empty((0, CODE_BYTES), np.uint8), np.empty(0, np.bool_)
    return PixelCodes(
        ids_N[order_N],
        np.concatenate([no_codes, *(part.codes_NB for part in parts)])[order_N],
        np.concatenate([no_codes, *(part.looks_NB for part in parts)])[order_N],
        np.concatenate([none, *(part.compared_N for part in parts)])[order_N],
        tuple(image_id for part in parts for image_id in part.damaged),
    )


def _sound(cursor: Cursor) -> PixelCodes:
    ids, compared = [np.empty(0, np.int64)], [np.empty(0, np.bool_)]
    packed, damaged = [np.empty((0, 2 * CODE_BYTES), np.uint8)], []
    while rows := cursor.fetchmany(PIECE):
        sound = [row for row in rows if is_sound(row)]
        if len(sound) < len(rows):
            damaged += [row[0] for row in rows if not is_sound(row)]
        ids.append(np.fromiter((row[0] for row in sound), np.int64, len(sound)))
        compared.append(np.fromiter((row[4] for row in sound), np.bool_, len(sound)))
        both = b"".join(row[1] + row[2] for row in sound)
        packed.append(np.frombuffer(both, np.uint8).reshape(-1, 2 * CODE_BYTES))
    both_NB = np.concatenate(packed)
    codes_NB, looks_NB = both_NB[:, :CODE_BYTES].copy(), both_NB[:, CODE_BYTES:].copy()
    return PixelCodes(np.concatenate(ids), codes_NB, looks_NB, np.concatenate(compared), tuple(damaged))


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
