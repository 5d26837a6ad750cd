"""Packed codes, keyed by image and model version, each with a checksum.

Every write takes the version's next stamp, so that an index that knows up to which stamp it has read can catch
up with just the rows that came later.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import Codes, Ids
from engine.errors import UserError
from engine.sentences import said
from engine.store.checksums import checksum
from engine.store.connection import Database

PIECE = 50_000


@dataclass(frozen=True, slots=True)
class CodeRows:
    """Codes as they come from the table: `damaged` are the images whose checksum does not fit."""

    image_ids_N: Ids
    packed_NB: Codes
    damaged: list[int]


def put(db: Database, version_id: int, image_ids: Sequence[int], packed_NB: Codes) -> None:
    stamp = _next_stamp(db, version_id)
    rows = []
    for image_id, packed in zip(image_ids, packed_NB, strict=True):
        code = packed.tobytes()
        rows.append((version_id, image_id, code, checksum(version_id, image_id, code, stamp), stamp))
    db.conn.executemany("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?, ?)", rows)


def remove_image(db: Database, image_id: int) -> None:
    _remove(db, "image_id = ?", (image_id,))


def remove_images(db: Database, image_ids: Sequence[int]) -> None:
    """At most some hundreds."""
    marks = ",".join("?" * len(image_ids))
    _remove(db, f"image_id IN ({marks})", tuple(image_ids))


def remove_image_but(db: Database, image_id: int, version_id: int | None) -> None:
    """The image's codes of all versions but this one."""
    _remove(db, "image_id = ? AND version_id IS NOT ?", (image_id, version_id))


def remove_some(db: Database, version_id: int, image_ids: Sequence[int]) -> None:
    """The codes of these images of one version."""
    for image_id in image_ids:
        _remove(db, "version_id = ? AND image_id = ?", (version_id, image_id))


def remove_nowhere(db: Database) -> None:
    """Codes of images that no file holds any more: they must not be found."""
    _remove(db, "NOT EXISTS (SELECT 1 FROM files f WHERE f.image_id = codes.image_id)", ())


def _remove(db: Database, condition: str, values: tuple[int | None, ...]) -> None:
    """Indexes notice by the stamp that codes were taken away, and are built anew."""
    for (version_id,) in db.execute(f"SELECT DISTINCT version_id FROM codes WHERE {condition}", values).fetchall():
        stamp = _next_stamp(db, version_id)
        db.execute("UPDATE model_versions SET removed_stamp = ? WHERE id = ?", (stamp, version_id))
    db.execute(f"DELETE FROM codes WHERE {condition}", values)


def have_read_again(db: Database) -> None:
    """Codes were put right behind the back of the indexes: these are built anew."""
    for (version_id,) in db.execute("SELECT id FROM model_versions").fetchall():
        stamp = _next_stamp(db, version_id)
        db.execute("UPDATE model_versions SET removed_stamp = ? WHERE id = ?", (stamp, version_id))


def since(db: Database, version_id: int, stamp: int, bits: int) -> CodeRows:
    """All codes of the version written after `stamp`, checked."""
    # The stamp's index is worth its detour only for the few rows that came late.
    condition, values = (" AND stamp > ?", (version_id, stamp)) if stamp else ("", (version_id,))
    return _rows(db, version_id, condition, values, bits)


def rows_of(
    db: Database, version_id: int, first: int, last: int, bits: int
) -> tuple[list[tuple[int, bytes, int, int]], int]:
    """Image, code, checksum and stamp of each of these images, and how many were damaged and left out."""
    sql = (
        "SELECT image_id, code, checksum, stamp FROM codes"
        " WHERE version_id = ? AND image_id BETWEEN ? AND ? ORDER BY image_id"
    )
    rows = db.execute(sql, (version_id, first, last)).fetchall()
    good = [r for r in rows if len(r[1]) * 8 == bits and checksum(version_id, r[0], r[1], r[3]) == r[2]]
    return good, len(rows) - len(good)


def of_labelled(db: Database, version_id: int, bits: int) -> CodeRows:
    """The codes of all images that have a label, checked."""
    return _rows(db, version_id, " AND image_id IN (SELECT image_id FROM image_labels)", (version_id,), bits)


def _rows(db: Database, version_id: int, condition: str, values: tuple[int, ...], bits: int) -> CodeRows:
    sql = "SELECT image_id, code, stamp, checksum FROM codes WHERE version_id = ?"
    cursor = db.execute(sql + condition, values)
    ids: list[Ids] = [np.empty(0, np.int64)]
    packed: list[Codes] = [np.empty((0, bits // 8), np.uint8)]
    damaged: list[int] = []
    while rows := cursor.fetchmany(PIECE):  # rows of a million codes as Python objects would take 400 MB
        good = [r for r in rows if len(r[1]) * 8 == bits and checksum(version_id, *r[:3]) == r[3]]
        if len(good) < len(rows):
            damaged += sorted({r[0] for r in rows} - {r[0] for r in good})
        ids.append(np.fromiter((r[0] for r in good), np.int64, len(good)))
        packed.append(np.frombuffer(b"".join(r[1] for r in good), np.uint8).reshape(-1, bits // 8))
    return CodeRows(np.concatenate(ids), np.concatenate(packed), damaged)


def state_of_labelled(db: Database, version_id: int) -> tuple[int, ...]:
    """Changes when an image gets or loses a label, or the code of one that has some changes."""
    sql = (
        "SELECT count(*), coalesce(sum(a.checksum), 0), count(c.image_id), coalesce(sum(c.checksum), 0)"
        " FROM image_labels a LEFT JOIN codes c ON c.version_id = ? AND c.image_id = a.image_id"
    )
    return tuple(int(value) for value in db.execute(sql, (version_id,)).fetchone())


def of_another_length(db: Database, version_id: int, bits: int) -> list[int]:
    """The images whose code of this version has not as many bits as the version makes."""
    sql = "SELECT image_id FROM codes WHERE version_id = ? AND 8 * length(code) <> ?"
    return [image_id for (image_id,) in db.execute(sql, (version_id, bits))]


def count(db: Database, version_id: int) -> int:
    (n,) = db.execute("SELECT count(*) FROM codes WHERE version_id = ?", (version_id,)).fetchone()
    return int(n)


def count_lacking(db: Database, version_id: int) -> int:
    """Images of the library, read at least once, that have no code of this version."""
    sql = (
        # By id: in the order of contents each lookup of a million would be somewhere else.
        "SELECT count(*) FROM images i NOT INDEXED WHERE i.content IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM files f WHERE f.image_id = i.id)"
        " AND NOT EXISTS (SELECT 1 FROM codes c WHERE c.version_id = ? AND c.image_id = i.id)"
    )
    (n,) = db.execute(sql, (version_id,)).fetchone()
    return int(n)


def _next_stamp(db: Database, version_id: int) -> int:
    sql = "UPDATE model_versions SET stamp = stamp + 1 WHERE id = ? RETURNING stamp"
    found = db.execute(sql, (version_id,)).fetchall()
    if not found:
        raise UserError(said("There is no model version {number} any more.", number=version_id))
    return int(found[0][0])
