"""Faces in pictures of bursts, and how far their eyes are open.

A cache: all of it can be found again in the thumbnail. An image that was looked at has a row, if only an empty one.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

from engine.store.checksums import checksum
from engine.store.connection import Database

WHOLE = 1000  # places and sizes are in thousandths of the picture's longer side, eyes in thousandths of their width
_FACE = struct.Struct("<5H")


@dataclass(frozen=True, slots=True)
class Face:
    """One that is seen well enough to tell something of its eyes."""

    x: int  # of its middle
    y: int
    size: int
    right: int  # how high the eye is open; the right one is to the left in the picture
    left: int


def put(db: Database, rows: Iterable[tuple[int, Sequence[Face]]]) -> None:
    cells = [(image_id, packed(faces)) for image_id, faces in rows]
    sql = "INSERT OR REPLACE INTO faces (image_id, faces, checksum) VALUES (?, ?, ?)"
    db.conn.executemany(sql, [(*row, checksum(*row)) for row in cells])


def of_images(db: Database, image_ids: Sequence[int]) -> dict[int, tuple[Face, ...]]:
    """Of those of these images that have been looked at; damaged ones are left out."""
    found: dict[int, tuple[Face, ...]] = {}
    for start in range(0, len(image_ids), 500):
        chunk = [int(i) for i in image_ids[start : start + 500]]
        sql = f"SELECT image_id, faces, checksum FROM faces WHERE image_id IN ({','.join('?' * len(chunk))})"
        rows = db.execute(sql, tuple(chunk))
        found.update({row[0]: unpacked(row[1]) for row in rows if is_sound(row)})
    return found


def is_sound(row: Sequence[int | bytes]) -> bool:
    """Of the columns as they are stored, the checksum last."""
    whole = isinstance(row[1], bytes) and len(row[1]) % _FACE.size == 0
    return whole and checksum(*row[:-1]) == row[-1]


def remove(db: Database, image_ids: Iterable[int]) -> None:
    db.conn.executemany("DELETE FROM faces WHERE image_id = ?", [(image_id,) for image_id in image_ids])


def lacking(db: Database) -> list[int]:
    """Images of bursts that have no row here."""
    in_bursts = " UNION ".join(
        f"SELECT {end} FROM alike_pairs WHERE burst = 1" for end in ("first_id", "second_id")
    )
    sql = f"SELECT id FROM images WHERE id IN ({in_bursts}) AND id NOT IN (SELECT image_id FROM faces) ORDER BY id"
    return [image_id for (image_id,) in db.execute(sql)]


def packed(faces: Iterable[Face]) -> bytes:
    return b"".join(_FACE.pack(*(min(max(n, 0), 0xFFFF) for n in astuple(face))) for face in faces)


def unpacked(cell: bytes) -> tuple[Face, ...]:
    return tuple(Face(*numbers) for numbers in _FACE.iter_unpack(cell))
