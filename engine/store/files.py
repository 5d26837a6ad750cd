"""Files on disk and the image each of them holds. A path is relative to its folder, in bytes."""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.arrays import Ids
from engine.errors import UserError
from engine.sentences import said
from engine.skip_kinds import HOLDS_NO_PICTURE
from engine.store import folders
from engine.store.connection import Database
from engine.store.file_times import stored_size, stored_time, time_of
from engine.store.natural_names import natural_key, natural_path_key

SEPARATOR = os.fsencode(os.sep)


@dataclass(frozen=True, slots=True)
class KnownFile:
    id: int
    path: bytes
    size: int
    mtime_ns: int  # as it is stored
    missing: bool
    waiting: bool
    skipped: str | None  # the kind of reason, if it could not be read

    def is_as(self, size: int, mtime_ns: int) -> bool:
        """A file of that size and time is still the one that we know."""
        return (self.size, self.mtime_ns) == (stored_size(size), stored_time(mtime_ns))


def known(db: Database, folder_id: int, paths: Sequence[bytes]) -> dict[bytes, KnownFile]:
    sql = (
        "SELECT f.id, f.path, f.size, f.mtime_ns, f.missing, f.waiting, s.kind FROM files f"
        " LEFT JOIN skipped s ON s.file_id = f.id"
        f" WHERE f.folder_id = ? AND f.path IN ({_marks(paths)})"
    )
    rows = db.execute(sql, (folder_id, *paths))
    return {
        path: KnownFile(file_id, path, size, mtime_ns, bool(missing), bool(waits), kind)
        for file_id, path, size, mtime_ns, missing, waits, kind in rows
    }


def add(db: Database, folder_id: int, path: bytes, size: int, mtime_ns: int, image_id: int | None) -> int:
    cursor = db.execute(
        "INSERT INTO files (folder_id, path, size, mtime_ns, image_id, waiting, name_key, path_key)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(folder_id, path, stored_size(size), stored_time(mtime_ns), image_id, int(image_id is not None)),
            *(natural_key(path), natural_path_key(path)),
        ),
    )
    return int(cursor.lastrowid or 0)


@dataclass(frozen=True, slots=True)
class ActionFile:
    """A file to which something is to be done."""

    id: int
    folder: bytes
    path: bytes  # relative to the folder
    size: int
    mtime_ns: int  # as it is stored
    missing: bool
    waiting: bool
    image_id: int | None
    content: bytes | None  # what its image holds
    skipped: str | None  # the kind of reason, if it could not be read

    @property
    def full_path(self) -> bytes:
        return os.path.join(self.folder, self.path)

    def is_as(self, size: int, mtime_ns: int) -> bool:
        return (self.size, self.mtime_ns) == (stored_size(size), stored_time(mtime_ns))


def to_act_on(db: Database, file_ids: Sequence[int]) -> list[ActionFile]:
    """These files, in this order; those that are not known any more are left out."""
    return _for_actions(db, "f.id", file_ids)


def of_images(db: Database, image_ids: Sequence[int]) -> list[ActionFile]:
    """All files of these images."""
    return _for_actions(db, "f.image_id", image_ids)


def _for_actions(db: Database, column: str, ids: Sequence[int]) -> list[ActionFile]:
    place = {number: at for at, number in enumerate(dict.fromkeys(map(int, ids)))}
    found: list[tuple[int, ActionFile]] = []
    for start in range(0, len(place), 500):
        chunk = list(place)[start : start + 500]
        sql = (
            f"SELECT {column}, f.id, d.path, f.path, f.size, f.mtime_ns, f.missing, f.waiting, f.image_id,"
            " i.content, s.kind FROM files f JOIN folders d ON d.id = f.folder_id"
            " LEFT JOIN images i ON i.id = f.image_id LEFT JOIN skipped s ON s.file_id = f.id"
            f" WHERE {column} IN ({_marks(chunk)})"
        )
        for key, number, folder, path, size, time, missing, waits, *rest in db.execute(sql, tuple(chunk)):
            file = ActionFile(number, folder, path, size, time, bool(missing), bool(waits), *rest)
            found.append((place[key], file))
    return [file for _, file in sorted(found, key=lambda each: (each[0], each[1].id))]


def at_place(db: Database, folder_id: int, path: bytes) -> tuple[int, int | None] | None:
    """The file of this path and its image."""
    row = db.execute(
        "SELECT id, image_id FROM files WHERE folder_id = ? AND path = ?", (folder_id, path)
    ).fetchone()
    return None if row is None else (int(row[0]), row[1])


def set_place(db: Database, file_id: int, folder_id: int, path: bytes) -> None:
    sql = "UPDATE files SET folder_id = ?, path = ?, name_key = ?, path_key = ? WHERE id = ?"
    db.execute(sql, (folder_id, path, natural_key(path), natural_path_key(path), file_id))


def set_waiting(db: Database, file_id: int, size: int, mtime_ns: int) -> None:
    db.execute(
        "UPDATE files SET waiting = 1, missing = 0, size = ?, mtime_ns = ? WHERE id = ?",
        (stored_size(size), stored_time(mtime_ns), file_id),
    )


def image_of(db: Database, file_id: int) -> int | None:
    row = db.execute("SELECT image_id FROM files WHERE id = ?", (file_id,)).fetchone()
    return int(row[0]) if row and row[0] is not None else None


def read_all_again(db: Database) -> None:
    """Something that reading gives was lost for all."""
    db.execute("UPDATE files SET waiting = 1 WHERE image_id IS NOT NULL AND missing = 0")


def any_in(db: Database, folder_id: int) -> bool:
    return db.execute("SELECT 1 FROM files WHERE folder_id = ? LIMIT 1", (folder_id,)).fetchone() is not None


def set_image(db: Database, file_id: int, image_id: int | None) -> None:
    db.execute("UPDATE files SET image_id = ? WHERE id = ?", (image_id, file_id))


def set_read(db: Database, file_id: int, image_id: int | None, size: int, mtime_ns: int) -> None:
    db.execute(
        "UPDATE files SET waiting = 0, missing = 0, image_id = ?, size = ?, mtime_ns = ? WHERE id = ?",
        (image_id, stored_size(size), stored_time(mtime_ns), file_id),
    )


def set_not_waiting(db: Database, file_id: int) -> None:
    db.execute("UPDATE files SET waiting = 0 WHERE id = ?", (file_id,))


def set_missing(db: Database, file_ids: Iterable[int], missing: bool) -> None:
    db.conn.executemany("UPDATE files SET missing = ? WHERE id = ?", [(int(missing), i) for i in file_ids])


def remove(db: Database, file_id: int) -> None:
    db.execute("DELETE FROM files WHERE id = ?", (file_id,))


def contents_of_size(db: Database, size: int) -> tuple[bytes, ...]:
    """Contents we have read in files of this size: one of them may have moved or been copied."""
    sql = (
        "SELECT DISTINCT i.content FROM files f JOIN images i ON i.id = f.image_id"
        " WHERE f.size = ? AND f.waiting = 0 AND i.content IS NOT NULL"
        " AND f.id NOT IN (SELECT file_id FROM skipped) LIMIT 1000"
    )
    return tuple(content for (content,) in db.execute(sql, (stored_size(size),)))


def paths_of(db: Database, image_id: int) -> list[tuple[bytes, bool]]:
    """Every place of an image with whether it is missing, present ones first."""
    sql = (
        "SELECT d.path, f.path, f.missing FROM files f JOIN folders d ON d.id = f.folder_id"
        " WHERE f.image_id = ? ORDER BY f.missing, f.id"
    )
    return [(os.path.join(folder, path), bool(gone)) for folder, path, gone in db.execute(sql, (image_id,))]


def path_at_hand(db: Database, image_id: int) -> bytes | None:
    """A place of the image that is there right now."""
    return next(paths_at_hand(db, image_id), None)


def paths_at_hand(db: Database, image_id: int) -> Iterator[bytes]:
    """Each when it is asked for and is there right now; a drive may be away without anybody having looked."""
    for path, missing in paths_of(db, image_id):
        if not missing and os.path.exists(path):
            yield path


def gone_file_of(db: Database, image_id: int) -> int | None:
    """A missing file of the image: if its content turns up elsewhere, it has moved."""
    sql = "SELECT id FROM files WHERE image_id = ? AND missing = 1 ORDER BY id LIMIT 1"
    row = db.execute(sql, (image_id,)).fetchone()
    return int(row[0]) if row else None


def images_of(db: Database, file_ids: Sequence[int]) -> dict[int, int]:
    """The image that each of these files holds now; at most a few hundred."""
    sql = f"SELECT id, image_id FROM files WHERE image_id IS NOT NULL AND id IN ({_marks(file_ids)})"
    return dict(db.execute(sql, tuple(file_ids)).fetchall())


def read_again(db: Database, image_ids: Iterable[int]) -> None:
    """All files of these images, by the next indexing; those that are missing now wait until they are back."""
    db.conn.executemany("UPDATE files SET waiting = 1 WHERE image_id = ?", [(i,) for i in image_ids])


def count_with_image(db: Database, folder: bytes | None) -> int:
    """Files that hold an image, in this folder and below it; None: all."""
    condition, values = _in(db, folder)
    sql = f"SELECT count(*) FROM files f WHERE f.image_id IS NOT NULL AND {condition}"
    (count,) = db.execute(sql, values).fetchone()
    return int(count)


def with_image(db: Database, folder: bytes | None, after: int, limit: int) -> list[tuple[int, bytes]]:
    """The next of them by id, each with its full path."""
    condition, values = _in(db, folder)
    sql = (
        "SELECT f.id, d.path, f.path FROM files f JOIN folders d ON d.id = f.folder_id"
        f" WHERE f.image_id IS NOT NULL AND f.id > ? AND {condition} ORDER BY f.id LIMIT ?"
    )
    rows = db.execute(sql, (after, *values, limit))
    return [(file_id, os.path.join(root, path)) for file_id, root, path in rows]


def image_ids_in(db: Database, folder: bytes) -> Ids:
    """The images that have a file in this folder or below it."""
    condition, values = under(db, folder)
    sql = f"SELECT DISTINCT f.image_id FROM files f WHERE f.image_id IS NOT NULL AND {condition}"
    return np.fromiter((row[0] for row in db.execute(sql, values)), np.int64)


def of_copied_images(db: Database, folder: bytes | None) -> list[tuple[int, int]]:
    """(image, file) for all that are there of images with several of them, by image; with a folder, of those images
    that have one in it or below it."""
    condition, values = _in(db, folder)
    there = f"f.image_id IS NOT NULL AND f.waiting = 0 AND NOT {away('f')}"
    several = f"SELECT f.image_id FROM files f WHERE {there} GROUP BY f.image_id HAVING count(*) > 1"
    sql = (
        f"SELECT f.image_id, f.id FROM files f WHERE {there} AND f.image_id IN ({several} AND max({condition}))"
        " ORDER BY f.image_id, f.id"
    )
    return [(image_id, file_id) for image_id, file_id in db.execute(sql, values)]


def at_hand(db: Database) -> dict[int, list[int]]:
    """The files that are there and were read, by the image that they hold."""
    sql = (
        "SELECT f.image_id, f.id FROM files f WHERE f.image_id IS NOT NULL AND f.waiting = 0"
        f" AND NOT {away('f')} ORDER BY f.id"
    )
    found: defaultdict[int, list[int]] = defaultdict(list)
    for image_id, file_id in db.execute(sql):
        found[image_id].append(file_id)
    return found


def times(db: Database) -> dict[int, float]:
    """When the oldest file of each image was last changed, in seconds."""
    sql = "SELECT image_id, min(mtime_ns) FROM files WHERE image_id IS NOT NULL GROUP BY image_id"
    return {image_id: time_of(mtime_ns) / 1e9 for image_id, mtime_ns in db.execute(sql)}


def times_of(db: Database, image_ids: Sequence[int]) -> dict[int, float]:
    """The same of these images alone."""
    found: dict[int, float] = {}
    for start in range(0, len(image_ids), 500):
        chunk = [int(i) for i in image_ids[start : start + 500]]
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT image_id, min(mtime_ns) FROM files WHERE image_id IN ({marks}) GROUP BY image_id"
        found.update({image_id: time_of(mtime_ns) / 1e9 for image_id, mtime_ns in db.execute(sql, tuple(chunk))})
    return found


def times_near(db: Database, seconds: Sequence[float], apart: int) -> dict[int, float]:
    """The same of all images with a file that was changed about one of these times, so many seconds apart at the
    most; of some more, too. Not of those from before 1678 and after 2262."""
    spans = {int((each + away) / apart) for each in seconds for away in (-apart, 0, apart)}
    near: set[int] = set()
    for chunk in _some(sorted(spans), 500):
        marks = ",".join("?" * len(chunk))
        sql = f"SELECT image_id FROM files WHERE image_id IS NOT NULL AND mtime_ns / {apart * 10**9} IN ({marks})"
        near.update(image_id for (image_id,) in db.execute(sql, tuple(chunk)))
    return times_of(db, sorted(near))


def _some(numbers: Sequence[int], most: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), most):
        yield numbers[start : start + most]


def must_be_known(db: Database, folder: bytes) -> None:
    """UserError if the folder neither lies in one of the library's nor holds one."""
    known = folders.all_folders(db)
    if not any(within(folder, each.path) or within(each.path, folder) for each in known):
        raise UserError(said("The library has no pictures in {folder!r}.", folder=os.fsdecode(folder)))


def neither_read_nor_skipped(db: Database) -> list[int]:
    """Files that hold no image, and of which nothing says why: there should be none."""
    sql = (
        "SELECT id FROM files WHERE image_id IS NULL AND missing = 0"
        " AND NOT EXISTS (SELECT 1 FROM skipped s WHERE s.file_id = files.id)"
    )
    return [file_id for (file_id,) in db.execute(sql)]


def away(file: str) -> str:
    """An SQL condition on `files` under this name: it is not there, or holds its image no longer."""
    kinds = ", ".join(f"'{kind}'" for kind in HOLDS_NO_PICTURE)
    return f"({file}.missing = 1 OR {file}.id IN (SELECT file_id FROM skipped WHERE kind IN ({kinds})))"


def under(db: Database, path: bytes) -> tuple[str, tuple[object, ...]]:
    """An SQL condition on `files f`, with its parameters: the file lies in the folder `path` or below it."""
    found = spans(db, path)
    conditions = " OR ".join(condition for condition, _ in found)
    return f"({conditions or 'FALSE'})", tuple(value for _, values in found for value in values)


def spans(db: Database, path: bytes) -> list[tuple[str, tuple[object, ...]]]:
    """The same for each of the library's folders; by folder and path, these files stand together."""
    found: list[tuple[str, tuple[object, ...]]] = []
    for folder in folders.all_folders(db):
        if within(folder.path, path):
            found.append(("f.folder_id = ?", (folder.id,)))
        elif within(path, folder.path):
            below = os.path.relpath(path, folder.path)
            ends = below + SEPARATOR, below + bytes([SEPARATOR[0] + 1])
            found.append(("(f.folder_id = ? AND f.path >= ? AND f.path < ?)", (folder.id, *ends)))
    return found


def _in(db: Database, folder: bytes | None) -> tuple[str, tuple[object, ...]]:
    return ("TRUE", ()) if folder is None else under(db, folder)


def within(path: bytes, folder: bytes) -> bool:
    """`path` is `folder` or lies below it, by name."""
    return path == folder or path.startswith(folder.rstrip(SEPARATOR) + SEPARATOR)


def folder_of_labelled(db: Database) -> bytes | None:
    """The innermost folder that holds all files of labelled images; None if there is none, or if the whole library
    lies in it."""
    labelled = _common_folder(db, "f.image_id IN (SELECT image_id FROM image_labels)")
    return labelled if labelled != _common_folder(db, "f.image_id IS NOT NULL") else None


def _common_folder(db: Database, condition: str) -> bytes | None:
    """Of the files f that fulfil it: what the first and the last of them have in common, all have."""
    sql = (
        "SELECT d.path, min(f.path), max(f.path) FROM files f JOIN folders d ON d.id = f.folder_id"
        f" WHERE {condition} GROUP BY d.id"
    )
    ends = [os.path.join(folder, path) for folder, *paths in db.execute(sql) for path in paths]
    try:
        return os.path.commonpath([os.path.dirname(path) for path in ends]) if ends else None
    except ValueError:  # on different drives
        return None


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
