"""Images: one row per content. Until its file has been read, an image is pending (its content is NULL)."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.content import ContentKind
from engine.store import codes, faces, files, labels, metadata_rows, pixel_codes
from engine.store.connection import Database
from engine.store.file_times import time_of
from engine.store.folders import now

LONGEST_SIDE = 1 << 24


@dataclass(frozen=True, slots=True)
class Image:
    """What a tile or a metadata pane shows of an image, with the place of one of its files."""

    id: int
    path: bytes
    size: int
    mtime_ns: int
    format: str | None
    width: int | None
    height: int | None
    taken_at: str | None
    camera: str | None
    pending: bool
    missing: bool
    files: int = 1  # that hold it; copies of each other

    @property
    def name(self) -> bytes:
        return os.path.basename(self.path)


@dataclass(frozen=True, slots=True)
class PictureFacts:
    """What reading a file tells about its picture."""

    content: bytes
    format: str
    width: int
    height: int
    taken_at: str | None
    camera: str | None


def add_pending(db: Database) -> int:
    return int(db.execute("INSERT INTO images (added_at) VALUES (?)", (now(),)).lastrowid or 0)


def set_facts(db: Database, image_id: int, facts: PictureFacts) -> None:
    _count_as_change(db, image_id, facts.content)
    db.execute(
        "UPDATE images SET content = ?, format = ?, width = ?, height = ?, taken_at = ?, camera = ? WHERE id = ?",
        (facts.content, facts.format, facts.width, facts.height, facts.taken_at, facts.camera, image_id),
    )


def _count_as_change(db: Database, image_id: int, content: bytes) -> None:
    """The backup names images by their content: it is out of date once that of a labelled image is another."""
    db.execute(
        "UPDATE user_changes SET count = count + 1 WHERE EXISTS (SELECT 1 FROM images i WHERE i.id = ?"
        " AND i.content IS NOT ?"
        " AND (i.content IS NOT NULL OR EXISTS (SELECT 1 FROM image_labels a WHERE a.image_id = i.id)))",
        (image_id, content),
    )


def with_content(db: Database, content: bytes) -> int | None:
    row = db.execute("SELECT id FROM images WHERE content = ?", (content,)).fetchone()
    return int(row[0]) if row else None


def content_kinds(db: Database) -> set[ContentKind]:
    """Of the contents that it holds: one kind, or none."""
    held = "SELECT 1 FROM images WHERE length(content) = ? LIMIT 1"
    return {kind for kind in ContentKind if db.execute(held, (kind.length,)).fetchone() is not None}


def content_kind(db: Database) -> ContentKind:
    """Of the contents that this library will hold: the kind of before as long as it knows a picture by that."""
    old = "SELECT 1 FROM images INDEXED BY images_of_before WHERE length(content) = 16 LIMIT 1"
    return ContentKind.BLAKE3 if db.execute(old).fetchone() is None else ContentKind.BLAKE2B


def contents(db: Database, image_ids: Sequence[int]) -> dict[int, bytes]:
    """The content hashes of those of these images that have been read."""
    found: dict[int, bytes] = {}
    for chunk in _chunks(image_ids):
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT id, content FROM images WHERE content IS NOT NULL AND id IN ({marks})"
        found.update(db.execute(sql, tuple(chunk)))
    return found


def taken(db: Database, image_ids: Sequence[int]) -> dict[int, tuple[str, str | None]]:
    """When, by the camera's clock, and with what camera: of those of these images that say when."""
    found: dict[int, tuple[str, str | None]] = {}
    for chunk in _chunks(image_ids):
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT id, taken_at, camera FROM images WHERE taken_at IS NOT NULL AND id IN ({marks})"
        found.update({row[0]: (row[1], row[2]) for row in db.execute(sql, tuple(chunk))})
    return found


def taken_on(db: Database, days: Sequence[str]) -> dict[int, tuple[str, str | None]]:
    """The same of all images of these days, each as in 2024-05-31."""
    found: dict[int, tuple[str, str | None]] = {}
    for start in range(0, len(days), 500):
        chunk = days[start : start + 500]
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT id, taken_at, camera FROM images WHERE substr(taken_at, 1, 10) IN ({marks})"
        found.update({row[0]: (row[1], row[2]) for row in db.execute(sql, tuple(chunk))})
    return found


def is_pending(db: Database, image_id: int) -> bool:
    row = db.execute("SELECT content IS NULL FROM images WHERE id = ?", (image_id,)).fetchone()
    return bool(row and row[0])


def merge(db: Database, pending_id: int, into: int) -> None:
    """A pending image turned out to hold a content we know: what was said of it now holds for that image."""
    labels.carry_over(db, pending_id, into)
    db.execute("UPDATE files SET image_id = ? WHERE image_id = ?", (into, pending_id))
    remove_pending(db, pending_id)


def drop_unread_of(db: Database, file_id: int) -> None:
    """The file will not be read: if its image never was, there is nothing to wait for."""
    sql = "SELECT i.id FROM files f JOIN images i ON i.id = f.image_id WHERE f.id = ? AND i.content IS NULL"
    row = db.execute(sql, (file_id,)).fetchone()
    if row is not None:
        db.execute("UPDATE files SET image_id = NULL WHERE id = ?", (file_id,))
        remove_pending(db, int(row[0]))


def remove_pending(db: Database, image_id: int) -> None:
    """Drop an image that was never read and has no file any more."""
    db.execute(
        "DELETE FROM images WHERE id = ? AND content IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM files WHERE image_id = images.id)",
        (image_id,),
    )


def let_go(db: Database, image_id: int) -> None:
    """If no file holds the image any more, it leaves grid and search: a pending one for good, another until its
    content turns up again (labels and decisions stay)."""
    if db.execute("SELECT 1 FROM files WHERE image_id = ? LIMIT 1", (image_id,)).fetchone() is None:
        remove_pending(db, image_id)
        codes.remove_image(db, image_id)


def let_go_of_all(db: Database) -> list[int]:
    """The same for every image that no file holds, with its features; returns the ids of those still known."""
    nowhere = "NOT EXISTS (SELECT 1 FROM files f WHERE f.image_id = images.id)"
    db.execute(f"DELETE FROM images WHERE content IS NULL AND {nowhere}")
    codes.remove_nowhere(db)
    ids = [int(row[0]) for row in db.execute(f"SELECT id FROM images WHERE {nowhere}")]
    db.conn.executemany("DELETE FROM features WHERE image_id = ?", [(i,) for i in ids])
    pixel_codes.remove(db, ids)
    faces.remove(db, ids)
    metadata_rows.remove(db, ids)
    return ids


def missing(db: Database) -> list[int]:
    """The images none of whose files is there. It follows from the files and is stored nowhere: few files are away,
    an index finds those, and only their images are asked about. An image without any file is shown nowhere."""
    away = f"SELECT DISTINCT f.image_id FROM files f WHERE f.image_id IS NOT NULL AND {files.away('f')}"
    return [image_id for (image_id,) in db.execute(f"{away} AND {_IS_MISSING}")]


# Of the image that a file f holds
_IS_MISSING = f"NOT EXISTS (SELECT 1 FROM files g WHERE g.image_id = f.image_id AND NOT {files.away('g')})"


def read_without_features(db: Database) -> list[int]:
    """Images that were read, and have no features of any network: there should be none."""
    sql = (
        "SELECT id FROM images WHERE content IS NOT NULL"
        " AND id IN (SELECT image_id FROM files WHERE waiting = 0)"
        " AND NOT EXISTS (SELECT 1 FROM features f WHERE f.image_id = images.id)"
    )
    return [image_id for (image_id,) in db.execute(sql)]


def read_and_at_hand(db: Database) -> list[int]:
    """Images with a file that was read and is not missing."""
    sql = (
        "SELECT DISTINCT i.id FROM images i JOIN files f ON f.image_id = i.id WHERE f.waiting = 0 AND f.missing = 0"
    )
    return [image_id for (image_id,) in db.execute(sql)]


def count(db: Database) -> int:
    """Images that some file holds; those that were let go do not count."""
    sql = "SELECT count(*) FROM images WHERE EXISTS (SELECT 1 FROM files f WHERE f.image_id = images.id)"
    (n,) = db.execute(sql).fetchone()
    return int(n)


def get(db: Database, ids: Sequence[int], standing_for: Mapping[int, int] | None = None) -> dict[int, Image]:
    """The images with these ids, each with the file (by id) that it stands for; those of which nothing is said with
    their first present file, or their first missing one."""
    chosen = standing_for or {}
    found: dict[int, Image] = {}
    for chunk in _chunks(ids):
        marks = ",".join("?" * len(chunk))
        sql = (
            "SELECT f.id, i.id, d.path, f.path, f.size, f.mtime_ns,"
            f" i.format, i.width, i.height, i.taken_at, i.camera, i.content IS NULL, {_IS_MISSING}"
            " FROM images i JOIN files f ON f.image_id = i.id"
            f" JOIN folders d ON d.id = f.folder_id WHERE i.id IN ({marks}) ORDER BY f.missing DESC, f.id DESC"
        )
        copies, settled = Counter[int](), set[int]()
        for file_id, image_id, folder, path, size, time, *rest in db.execute(sql, tuple(chunk)).fetchall():
            copies[image_id] += 1
            if image_id in settled:
                continue
            if chosen.get(image_id) == file_id:
                settled.add(image_id)
            rest[1:3] = known_side(rest[1]), known_side(rest[2])
            rest[-2:] = bool(rest[-2]), bool(rest[-1])
            found[image_id] = Image(image_id, os.path.join(folder, path), size, time_of(time), *rest)
        found.update({i: replace(found[i], files=count) for i, count in copies.items() if count > 1})
    return found


def known_side(pixels: int | None) -> int | None:
    """A number that no picture can have is damaged, and counts as not known."""
    return pixels if pixels is not None and 0 < pixels <= LONGEST_SIDE else None


def one(db: Database, image_id: int, standing_for: Mapping[int, int] | None = None) -> Image | None:
    return get(db, [image_id], standing_for).get(image_id)


def _chunks(ids: Sequence[int]) -> Iterable[list[int]]:
    for start in range(0, len(ids), 500):
        yield [int(i) for i in ids[start : start + 500]]
