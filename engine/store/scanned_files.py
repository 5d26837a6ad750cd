"""What a scan has seen of a folder, and what it has found gone: tables of this connection, not of the database."""

from collections.abc import Iterable, Sequence

from engine.store import waiting_rows
from engine.store.connection import Database
from engine.store.files import SEPARATOR
from engine.store.waiting_rows import WaitingFile

_SEEN = "f.id IN (SELECT file_id FROM temp.seen)"

Unseen = tuple[int, bytes, int | None, bool]  # file, path, image, and whether that was read or labelled


def begin(db: Database) -> None:
    """Nothing is seen yet. What earlier scans found gone stays until it is counted."""
    db.execute("CREATE TEMP TABLE IF NOT EXISTS seen (file_id INTEGER PRIMARY KEY)")
    db.execute("CREATE TEMP TABLE IF NOT EXISTS gone (file_id INTEGER PRIMARY KEY)")
    db.execute("DELETE FROM temp.seen")


def see(db: Database, file_id: int) -> None:
    db.execute("INSERT OR IGNORE INTO temp.seen VALUES (?)", (file_id,))


def seen(db: Database) -> list[int]:
    return [file_id for (file_id,) in db.execute("SELECT file_id FROM temp.seen")]


def unseen(db: Database, folder_id: int) -> list[Unseen]:
    """Files of the folder that were there before."""
    return _unseen(db, folder_id, "TRUE", ())


def unseen_at(db: Database, folder_id: int, path: bytes, below: bool) -> list[Unseen]:
    """Of these the file of this path, and those right in the directory of this path, or all that lie below it. The
    empty path is the folder itself."""
    if not path:
        return unseen(db, folder_id) if below else _unseen(db, folder_id, "instr(f.path, ?) = 0", [SEPARATOR])
    inside, after = path + SEPARATOR, path + bytes([SEPARATOR[0] + 1])
    condition = "f.path >= ? AND f.path < ? AND (f.path = ? OR f.path > ?)"
    values: list[object] = [path, after, path, inside]
    if not below:
        condition += " AND instr(substr(f.path, ?), ?) = 0"
        values += [len(inside) + 1, SEPARATOR]
    return _unseen(db, folder_id, condition, values)


def count_waiting(db: Database) -> int:
    """Of those that were seen, how many are to be read."""
    return waiting_rows.count_where(db, _SEEN, ())


def waiting(db: Database, after: int, limit: int) -> list[WaitingFile]:
    """The next of them, by id."""
    return waiting_rows.next_where(db, _SEEN, (), after, limit)


def waiting_of(db: Database, image_ids: Sequence[int]) -> list[WaitingFile]:
    """Those of them that are files of these images."""
    return waiting_rows.of_images_where(db, _SEEN, (), image_ids)


def _unseen(db: Database, folder_id: int, condition: str, values: Sequence[object]) -> list[Unseen]:
    sql = (
        "SELECT f.id, f.path, f.image_id, i.content IS NOT NULL"
        " OR EXISTS (SELECT 1 FROM image_labels a WHERE a.image_id = i.id)"
        " FROM files f LEFT JOIN images i ON i.id = f.image_id"
        " WHERE f.folder_id = ? AND f.missing = 0 AND f.id NOT IN (SELECT file_id FROM temp.seen)"
        f" AND {condition}"
    )
    rows = db.execute(sql, (folder_id, *values))
    return [(file_id, path, image, bool(kept)) for file_id, path, image, kept in rows]


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
