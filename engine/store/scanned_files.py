"""What a scan has seen of a folder, and what it has found gone: tables of this connection, not of the database."""

from collections.abc import Iterable

from sqlite_utils import Database


def begin(db: Database) -> None:
    """Nothing is seen yet. What earlier scans found gone stays until it is counted."""
    db.execute("CREATE TEMP TABLE IF NOT EXISTS seen (file_id INTEGER PRIMARY KEY)")
    db.execute("CREATE TEMP TABLE IF NOT EXISTS gone (file_id INTEGER PRIMARY KEY)")
    db.execute("DELETE FROM temp.seen")


def see(db: Database, file_id: int) -> None:
    db.execute("INSERT OR IGNORE INTO temp.seen VALUES (?)", (file_id,))


def unseen(db: Database, folder_id: int) -> list[tuple[int, bytes, int | None, bool]]:
    """Files of the folder that were there before: id, path, image, and whether that was read or labelled."""
    sql = (
        "SELECT f.id, f.path, f.image_id, i.content IS NOT NULL"
        " OR EXISTS (SELECT 1 FROM image_labels a WHERE a.image_id = i.id)"
        " FROM files f LEFT JOIN images i ON i.id = f.image_id"
        " WHERE f.folder_id = ? AND f.missing = 0 AND f.id NOT IN (SELECT file_id FROM temp.seen)"
    )
    return [(file_id, path, image, bool(kept)) for file_id, path, image, kept in db.execute(sql, (folder_id,))]


def note_gone(db: Database, file_ids: Iterable[int]) -> None:
    db.conn.executemany("INSERT OR IGNORE INTO temp.gone VALUES (?)", [(file_id,) for file_id in file_ids])


def count_gone(db: Database) -> int:
    """Of those that were noted, the ones that did not turn up elsewhere; counted once."""
    if not db.execute("SELECT 1 FROM temp.sqlite_schema WHERE name = 'gone'").fetchone():
        return 0
    sql = "SELECT count(*) FROM files WHERE missing = 1 AND id IN (SELECT file_id FROM temp.gone)"
    (count,) = db.execute(sql).fetchone()
    db.execute("DELETE FROM temp.gone")
    return int(count)
