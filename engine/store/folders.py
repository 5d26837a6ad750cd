"""Photo folders of the library, and the mount points that lie inside them."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.store.connection import Database
from engine.store.natural_names import natural_path_key


@dataclass(frozen=True, slots=True)
class Folder:
    id: int
    path: bytes


def all_folders(db: Database) -> list[Folder]:
    return [Folder(*row) for row in db.execute("SELECT id, path FROM folders ORDER BY path")]


def add(db: Database, path: bytes) -> Folder:
    cursor = db.execute("INSERT INTO folders (path, added_at) VALUES (?, ?)", (path, now()))
    return Folder(int(cursor.lastrowid or 0), path)


def remove(db: Database, folder: Folder) -> None:
    """Forget the folder and its files. Images that were read stay known, with labels and features."""
    db.execute("DELETE FROM folders WHERE id = ?", (folder.id,))


def mounts(db: Database, folder: Folder) -> set[bytes]:
    return {path for (path,) in db.execute("SELECT path FROM mounts WHERE folder_id = ?", (folder.id,))}


def remember_mounts(db: Database, folder: Folder, paths: set[bytes]) -> None:
    rows = [(folder.id, path) for path in sorted(paths)]
    db.conn.executemany("INSERT OR IGNORE INTO mounts (folder_id, path) VALUES (?, ?)", rows)


def move_files(db: Database, child: Folder, parent: Folder) -> None:
    """`parent` takes over a folder that lies inside it: rows keep their ids, paths grow by the way down."""
    way_down = os.path.join(os.path.relpath(child.path, parent.path), b"")
    db.execute(
        "UPDATE files SET folder_id = ?, path = CAST(? || path AS BLOB), path_key = ? || path_key"
        " WHERE folder_id = ?",
        (parent.id, way_down, natural_path_key(way_down), child.id),
    )
    remember_mounts(db, parent, {way_down + path for path in mounts(db, child)})
    db.execute("DELETE FROM folders WHERE id = ?", (child.id,))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
