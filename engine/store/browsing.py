"""Which images to show when browsing, in which order: ids only, so that a million of them stay light. Copies share
one image; the first of its files in that order that is there is the one that it stands for."""

import os
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from sqlite_utils import Database

from engine.arrays import Ids
from engine.store import files, images


class Sort(StrEnum):
    FOLDER = "folder"
    NAME = "name"
    TAKEN = "taken"
    ADDED = "added"
    MODIFIED = "modified"
    SIZE = "size"


_ORDER = {
    Sort.FOLDER: "f.folder_id {0}, f.path {0}",
    Sort.NAME: "base_name(f.path) {0}, f.path {0}",
    Sort.TAKEN: "i.taken_at IS NULL, i.taken_at {0}, f.path",
    Sort.ADDED: "i.id {0}",
    Sort.MODIFIED: "f.mtime_ns {0}, f.path",
    Sort.SIZE: "f.size {0}, f.path",
}


@dataclass(frozen=True, slots=True)
class Browse:
    """Filters and order of the grid while no query is set."""

    folder: bytes | None = None  # absolute; images in it or below
    text: str = ""  # part of the path, any case
    label: str | None = None
    unlabelled: bool = False  # only images without any label
    show_missing: bool = True
    sort: Sort = Sort.FOLDER
    descending: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Browsed:
    ids: Ids
    files: int  # more than images where some are copies


def browsed(db: Database, browse: Browse) -> Browsed:
    condition, values = _condition(db, browse)
    sql = f"SELECT f.image_id FROM files f {_join(browse)} WHERE {condition} ORDER BY {_order(browse)}"
    of_files = np.fromiter((row[0] for row in db.execute(sql, values)), dtype=np.int64)
    if not browse.show_missing:
        of_files = of_files[~np.isin(of_files, images.missing(db))]
    return Browsed(_first_of_each(of_files), len(of_files))


def image_ids(db: Database, browse: Browse) -> Ids:
    return browsed(db, browse).ids


def standing_for(db: Database, browse: Browse, ids: Sequence[int]) -> dict[int, int]:
    """The file, by its id, that each of these images stands for among what is browsed: the first one that is there,
    else the first. Images that are not among it are left out."""
    condition, values = _condition(db, browse)
    found: dict[int, int] = {}
    for start in range(0, len(ids), 500):
        chunk = [int(i) for i in ids[start : start + 500]]
        sql = (
            # By the image, of which there are few; SQLite would rather go through the whole folder.
            f"SELECT f.image_id, f.id FROM files f INDEXED BY files_by_image {_join(browse)}"
            f" WHERE f.image_id IN ({','.join('?' * len(chunk))}) AND {condition}"
            f" ORDER BY {files.away('f')}, {_order(browse)}"
        )
        for image_id, file_id in db.execute(sql, (*chunk, *values)):
            found.setdefault(image_id, file_id)
    return found


def _order(browse: Browse) -> str:
    return _ORDER[browse.sort].format("DESC" if browse.descending else "ASC")


def _join(browse: Browse) -> str:
    return "JOIN images i ON i.id = f.image_id" if "i." in _order(browse) else ""


def _condition(db: Database, browse: Browse) -> tuple[str, tuple[object, ...]]:
    """On `files f`: it is among what is browsed; missing images are no affair of SQL."""
    db.conn.create_function("base_name", 1, _base_name, deterministic=True)
    db.conn.create_function("has_text", 3, _has_text, deterministic=True)
    conditions = ["f.image_id IS NOT NULL"]
    values: list[object] = []
    if browse.folder is not None:
        condition, parameters = files.under(db, browse.folder)
        conditions.append(condition)
        values += parameters
    if browse.text:
        conditions.append("has_text((SELECT path FROM folders WHERE id = f.folder_id), f.path, ?)")
        values.append(_folded(browse.text))
    if browse.label is not None:
        conditions.append(
            "f.image_id IN (SELECT image_id FROM image_labels JOIN labels l ON l.id = label_id WHERE l.name = ?)"
        )
        values.append(browse.label)
    if browse.unlabelled:
        conditions.append("NOT EXISTS (SELECT 1 FROM image_labels a WHERE a.image_id = f.image_id)")
    return " AND ".join(conditions), tuple(values)


def _first_of_each(ids: Ids) -> Ids:
    """Copies share one image: keep its first place in the order."""
    _, first = np.unique(ids, return_index=True)
    return ids if len(first) == len(ids) else ids[np.sort(first)]


def _base_name(path: bytes) -> str:
    return os.path.basename(path).decode("utf-8", "replace").casefold()


def _has_text(folder: bytes | None, path: bytes, text: str) -> int:
    """A damaged row may name a folder that is not there."""
    return text in _folded(os.path.join(os.path.basename(folder or b""), path).decode("utf-8", "replace"))


def _folded(text: str) -> str:
    """Without regard to case, and to how a Mac spells its accents."""
    return unicodedata.normalize("NFC", text).casefold()


def directories(db: Database) -> dict[bytes, int]:
    """Every directory that holds images, by its full path, with the number of images in it (not below it)."""
    counts: dict[bytes, int] = {}
    sql = "SELECT d.path, f.path FROM files f JOIN folders d ON d.id = f.folder_id WHERE f.image_id IS NOT NULL"
    for folder, path in db.execute(sql):
        directory = os.path.join(folder, os.path.dirname(path)).rstrip(files.SEPARATOR) or files.SEPARATOR
        counts[directory] = counts.get(directory, 0) + 1
    return counts
