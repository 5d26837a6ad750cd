"""Sidecars as they lay there when they were last seen: another size or time means that what they say is to be read
again. In the database of words, for what they say is looked for there, and all of it can be read again."""

from collections.abc import Iterable, Mapping

from engine.store.connection import Database

SizeAndTime = tuple[int, int]


def known(words_db: Database, folder_id: int) -> dict[bytes, SizeAndTime]:
    """Of a folder, by their path in it."""
    sql = "SELECT path, size, mtime_ns FROM sidecars WHERE folder_id = ?"
    return {path: (size, mtime_ns) for path, size, mtime_ns in words_db.execute(sql, (folder_id,))}


def put(words_db: Database, folder_id: int, seen: Mapping[bytes, SizeAndTime], gone: Iterable[bytes]) -> None:
    sql = "INSERT OR REPLACE INTO sidecars VALUES (?, ?, ?, ?)"
    words_db.conn.executemany(sql, [(folder_id, path, *each) for path, each in seen.items()])
    sql = "DELETE FROM sidecars WHERE folder_id = ? AND path = ?"
    words_db.conn.executemany(sql, [(folder_id, path) for path in gone])
