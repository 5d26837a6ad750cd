"""JPEG thumbnails, in a database of their own: large, derived, and safe to lose."""

from collections.abc import Iterable, Sequence

from sqlite_utils import Database


def put(db: Database, rows: Iterable[tuple[int, bytes]]) -> None:
    db.conn.executemany("INSERT OR REPLACE INTO thumbnails VALUES (?, ?)", rows)


def get(db: Database, image_ids: Sequence[int]) -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    for start in range(0, len(image_ids), 500):
        chunk = [int(i) for i in image_ids[start : start + 500]]
        sql = f"SELECT image_id, jpeg FROM thumbnails WHERE image_id IN ({','.join('?' * len(chunk))})"
        found.update(db.execute(sql, tuple(chunk)).fetchall())
    return found


def remove(db: Database, image_ids: Iterable[int]) -> None:
    db.conn.executemany("DELETE FROM thumbnails WHERE image_id = ?", [(i,) for i in image_ids])
