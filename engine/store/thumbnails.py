"""JPEG thumbnails, in a database of their own: large, derived, and safe to lose."""

import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.disk_trouble import is_out_of_reach
from engine.store.label_list import json_chunks

log = logging.getLogger(__name__)

AT_A_TIME = 5000


def put(db: Database, rows: Iterable[tuple[int, bytes]]) -> None:
    sql = "INSERT OR REPLACE INTO thumbnails (image_id, jpeg, checksum) VALUES (?, ?, ?)"
    db.conn.executemany(sql, [(image_id, jpeg, checksum(image_id, jpeg)) for image_id, jpeg in rows])


def get(db: Database, image_ids: Sequence[int]) -> dict[int, bytes]:
    """None of a drive that was unplugged: pictures are shown without."""
    found: dict[int, bytes] = {}
    try:
        for start in range(0, len(image_ids), 500):
            chunk = [int(i) for i in image_ids[start : start + 500]]
            sql = f"SELECT image_id, jpeg FROM thumbnails WHERE image_id IN ({','.join('?' * len(chunk))})"
            found.update(db.execute(sql, tuple(chunk)).fetchall())
    except sqlite3.DatabaseError as error:
        if not is_out_of_reach(error):
            raise
        log.warning("thumbnails cannot be read (%s)", error)
    return found


def intact(db: Database, image_ids: Sequence[int]) -> dict[int, bytes]:
    """Those of them that fit their checksum, or are from before there were any."""
    found: dict[int, bytes] = {}
    for chunk in json_chunks(image_ids):
        sql = "SELECT image_id, jpeg, checksum FROM thumbnails WHERE image_id IN (SELECT value FROM json_each(?))"
        for image_id, jpeg, stored in db.execute(sql, (chunk,)):
            if stored is None or checksum(image_id, jpeg) == stored:
                found[image_id] = jpeg
    return found


def ids(db: Database) -> set[int]:
    """The images that have one."""
    return {image_id for (image_id,) in db.execute("SELECT image_id FROM thumbnails")}


def checksums(db: Database) -> dict[int, int | None]:
    """Of the images that have one; none where it is from before there were any."""
    return dict(db.execute("SELECT image_id, checksum FROM thumbnails"))


def damaged(db: Database) -> Iterator[int | None]:
    """The images whose thumbnail does not fit its checksum, and None after so many others."""
    rows = db.execute("SELECT image_id, jpeg, checksum FROM thumbnails WHERE checksum IS NOT NULL")
    for number, (image_id, jpeg, stored) in enumerate(rows, 1):
        if checksum(image_id, jpeg) != stored:
            yield image_id
        if number % AT_A_TIME == 0:
            yield None


def remove(db: Database, image_ids: Iterable[int]) -> None:
    db.conn.executemany("DELETE FROM thumbnails WHERE image_id = ?", [(i,) for i in image_ids])


def clear(db: Database) -> None:
    """None are left, nor the room that they took."""
    db.execute("DELETE FROM thumbnails")
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
