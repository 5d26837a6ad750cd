"""The user's labels. They cannot be computed again, so each assignment has a checksum."""

from collections.abc import Sequence

from sqlite_utils import Database

from engine.errors import UserError
from engine.store.checksums import checksum


def all_labels(db: Database) -> dict[str, int]:
    """Each label's name with the number of its images."""
    sql = (
        "SELECT l.name, count(a.image_id) FROM labels l LEFT JOIN image_labels a ON a.label_id = l.id"
        " GROUP BY l.id ORDER BY l.name"
    )
    return dict(db.execute(sql).fetchall())


def assign(db: Database, name: str, image_ids: Sequence[int]) -> None:
    if not name.strip():
        raise UserError("A label needs a name.")
    db.execute("INSERT OR IGNORE INTO labels (name) VALUES (?)", (name,))
    label_id = _id(db, name)
    rows = [(image_id, label_id, checksum(image_id, label_id)) for image_id in image_ids]
    db.conn.executemany("INSERT OR REPLACE INTO image_labels VALUES (?, ?, ?)", rows)


def unassign(db: Database, name: str, image_ids: Sequence[int]) -> None:
    label_id = _id(db, name)
    rows = [(image_id, label_id) for image_id in image_ids]
    db.conn.executemany("DELETE FROM image_labels WHERE image_id = ? AND label_id = ?", rows)


def of_images(db: Database, image_ids: Sequence[int]) -> dict[int, list[str]]:
    """The labels of each image, by name; images without a label are left out."""
    found: dict[int, list[str]] = {}
    for start in range(0, len(image_ids), 500):
        chunk = [int(i) for i in image_ids[start : start + 500]]
        sql = (
            "SELECT a.image_id, l.name FROM image_labels a JOIN labels l ON l.id = a.label_id"
            f" WHERE a.image_id IN ({','.join('?' * len(chunk))}) ORDER BY l.name"
        )
        for image_id, name in db.execute(sql, tuple(chunk)):
            found.setdefault(image_id, []).append(name)
    return found


def carry_over(db: Database, source: int, target: int) -> None:
    """All labels of `source` also hold for `target`."""
    sql = "SELECT label_id FROM image_labels WHERE image_id = ?"
    rows = [(target, label_id, checksum(target, label_id)) for (label_id,) in db.execute(sql, (source,))]
    db.conn.executemany("INSERT OR IGNORE INTO image_labels VALUES (?, ?, ?)", rows)


def _id(db: Database, name: str) -> int:
    row = db.execute("SELECT id FROM labels WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise UserError(f"There is no label “{name}”.")
    return int(row[0])
