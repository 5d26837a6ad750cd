"""What a camera wrote, by image: all of `Metadata` but the date, which is a column of the image itself.

A cache: a file that is at hand tells all of it again. An image that was read before there was this table, or whose
row was damaged, lacks its row until its file is looked at again; one that was read when less was looked for is
noted in `metadata_again` until then.
"""

from collections.abc import Iterable, Mapping, Sequence

from engine.metadata import NAMES, TEXTS, Metadata
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.label_list import json_chunks

COLUMNS = ("image_id", *(name for name in NAMES if name != "taken_at"))
TEXT_COLUMNS = tuple(TEXTS)
_OF_ALL = ", ".join(f"m.{column}" for column in COLUMNS)

_LACKING = (
    " FROM images i WHERE i.id > ? AND i.content IS NOT NULL"
    " AND (NOT EXISTS (SELECT 1 FROM metadata m WHERE m.image_id = i.id)"
    " OR EXISTS (SELECT 1 FROM metadata_again a WHERE a.image_id = i.id))"
    " AND EXISTS (SELECT 1 FROM files f WHERE f.image_id = i.id AND f.waiting = 0 AND f.missing = 0"
    " AND f.folder_id IN ({}))"
)


def put(db: Database, rows: Mapping[int, Metadata]) -> None:
    cells = [(image_id, *(getattr(metadata, name) for name in COLUMNS[1:])) for image_id, metadata in rows.items()]
    marks = ", ".join("?" * (len(COLUMNS) + 1))
    sql = f"INSERT OR REPLACE INTO metadata ({', '.join(COLUMNS)}, checksum) VALUES ({marks})"
    db.conn.executemany(sql, [(*row, checksum(*row)) for row in cells])
    db.conn.executemany("DELETE FROM metadata_again WHERE image_id = ?", [(image_id,) for image_id in rows])


def put_with_dates(db: Database, rows: Mapping[int, Metadata]) -> None:
    """Also when and with what camera, where the image says otherwise."""
    put(db, rows)
    sql = "UPDATE images SET taken_at = ?1, camera = ?2 WHERE id = ?3 AND (taken_at IS NOT ?1 OR camera IS NOT ?2)"
    db.conn.executemany(sql, [(about.taken_at, about.camera, image_id) for image_id, about in rows.items()])


def get(db: Database, image_ids: Sequence[int]) -> dict[int, Metadata]:
    """Of those of these images of which it is known; damaged rows are left out."""
    sql = (
        f"SELECT i.taken_at, m.checksum, {_OF_ALL} FROM metadata m JOIN images i ON i.id = m.image_id"
        " WHERE m.image_id IN (SELECT value FROM json_each(?))"
    )
    found: dict[int, Metadata] = {}
    for chunk in json_chunks(image_ids):
        for taken_at, stored, *cells in db.execute(sql, (chunk,)):
            if checksum(*cells) == stored:
                found[cells[0]] = Metadata(taken_at, *cells[1:])
    return found


def one(db: Database, image_id: int) -> Metadata | None:
    return get(db, [image_id]).get(image_id)


def note_all(db: Database) -> None:
    """Every file is to be asked again."""
    db.execute("INSERT OR IGNORE INTO metadata_again SELECT image_id, row_checksum(image_id) FROM metadata")


def note_of_files(db: Database, file_ids: Sequence[int]) -> set[int]:
    """What these files hold is to be asked again, if it has been; returns those images."""
    sql = (
        "SELECT m.image_id FROM files f JOIN metadata m ON m.image_id = f.image_id"
        " WHERE f.id IN (SELECT value FROM json_each(?))"
    )
    found = {image_id for chunk in json_chunks(file_ids) for (image_id,) in db.execute(sql, (chunk,))}
    rows = [(image_id, checksum(image_id)) for image_id in sorted(found)]
    db.conn.executemany("INSERT OR IGNORE INTO metadata_again VALUES (?, ?)", rows)
    return found


def count_lacking(db: Database, folder_ids: Sequence[int]) -> int:
    """Images that were read, and can be again from a file in these folders, but have no row here, or one
    from when less was looked for."""
    sql = "SELECT count(*)" + _LACKING.format(",".join("?" * len(folder_ids)))
    (n,) = db.execute(sql, (0, *folder_ids)).fetchone()
    return int(n)


def lacking(db: Database, folder_ids: Sequence[int], after: int, limit: int) -> list[int]:
    """The next of them by id."""
    sql = "SELECT i.id" + _LACKING.format(",".join("?" * len(folder_ids))) + " ORDER BY i.id LIMIT ?"
    return [image_id for (image_id,) in db.execute(sql, (after, *folder_ids, limit))]


def remove(db: Database, image_ids: Iterable[int]) -> None:
    db.conn.executemany("DELETE FROM metadata WHERE image_id = ?", [(image_id,) for image_id in image_ids])
