"""Which images to show when browsing, in which order: ids only, so that a million of them stay light. Copies share
one image; the first of its files in that order that is there is the one that it stands for."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.arrays import Ids
from engine.store import files, folders, images
from engine.store.connection import Database
from engine.store.filter_ids import are_among, ids_of
from engine.store.filters import EVERYTHING, Column, Filter, WordTerm
from engine.store.folders import Folder
from engine.store.natural_names import LAST, natural_path_key
from engine.store.timeline import Grouping, TimeGroup
from engine.store.words import is_within, words_of


class Sort(StrEnum):
    FOLDER = "folder"
    NAME = "name"
    TAKEN = "taken"
    ADDED = "added"
    MODIFIED = "modified"
    SIZE = "size"
    CAMERA = "camera"


# By the camera's clock, else by the file, in the time of this computer
_BY_FILE = "strftime('%Y-%m-%dT%H:%M:%S', f.mtime_ns / 1000000000, 'unixepoch', 'localtime')"
_WHEN = f"ifnull(i.taken_at, ifnull({_BY_FILE}, ''))"
FEW = 20_000  # images that are looked up one by one
_ORDER = {
    Sort.FOLDER: "f.path_key {0}, f.path {0}",  # of one folder of the library; those have an order of their own
    Sort.NAME: "ifnull(f.name_key, natural_key(f.path)) {0}, f.path {0}",
    Sort.TAKEN: f"{_WHEN} {{0}}, f.path",
    Sort.ADDED: "f.image_id {0}",
    Sort.MODIFIED: "f.mtime_ns {0}, f.path",
    Sort.SIZE: "+f.size {0}, f.path",  # its index would have each row looked up
    Sort.CAMERA: f"i.camera IS NULL, i.camera {{0}}, {_WHEN}, f.path",
}


@dataclass(frozen=True, slots=True)
class Browse:
    """Filters, order and groups of the grid while no query is set."""

    folder: bytes | None = None  # absolute; images in it or below
    label: str | None = None
    unlabelled: bool = False  # only images without any label
    show_missing: bool = True
    filter: Filter = EVERYTHING
    sort: Sort = Sort.FOLDER
    descending: bool = False
    grouping: Grouping | None = None  # of what is sorted by the date taken
    like: int | None = None  # an image: those come first that are most like it, whatever `sort` says


@dataclass(frozen=True, slots=True, eq=False)
class Browsed:
    ids: Ids
    files: int  # more than images where some are copies
    groups: tuple[TimeGroup, ...] = ()


def browsed(db: Database, browse: Browse, allowed: Ids | None = None) -> Browsed:
    """`allowed` are the images that the filter lets through (`engine.search.filtering.browsed` asks for them)."""
    condition, values = _condition(db, browse)
    few = allowed is not None and len(allowed) <= FEW
    if allowed is not None and few:
        condition += " AND f.image_id IN (SELECT value FROM json_each(?))"
        values = (*values, json.dumps(allowed.tolist()))
    sql = f"SELECT f.image_id AS found FROM files f {_join(browse)} WHERE {condition}"
    named = browse.folder is None and (few or browse.label is not None)
    if browse.sort is Sort.FOLDER and not named:
        of_files = _folder_by_folder(db, browse, f"{sql} AND f.folder_id = ?", values)
    else:
        of_files = ids_of(db, f"{sql} ORDER BY {_order_of_all(db, browse)}", values)
    if allowed is not None and not few:
        of_files = of_files[are_among(of_files, allowed)]
    if not browse.show_missing:
        of_files = of_files[~are_among(of_files, np.array(images.missing(db), np.int64))]
    return Browsed(first_of_each(of_files), len(of_files))


def _folder_by_folder(db: Database, browse: Browse, sql: str, values: tuple[object, ...]) -> Ids:
    """An index has the files of each folder in order, not the folders. Where only a part of one is wanted, its keys
    say which part of the index that is."""
    known, parts = _folders_in_order(db), [np.empty(0, np.int64)]
    for each in _turned(known, browse):
        part, keys = "", tuple[str, ...]()
        if browse.folder is not None and browse.folder != each.path and files.within(browse.folder, each.path):
            first = natural_path_key(os.path.join(os.path.relpath(browse.folder, each.path), b""))
            part, keys = " AND f.path_key >= ? AND f.path_key < ?", (first, first + LAST)
        parts.append(ids_of(db, f"{sql}{part} ORDER BY {_order(browse)}", (*values, each.id, *keys)))
    return np.concatenate(parts)


def _folders_in_order(db: Database) -> list[Folder]:
    return sorted(folders.all_folders(db), key=lambda folder: (natural_path_key(folder.path), folder.path))


def standing_for(db: Database, browse: Browse, ids: Sequence[int]) -> dict[int, int]:
    """The file, by its id, that each of these images stands for among what is browsed: one that is called as the
    filter says before others, the first one that is there, else the first. Images that are not among it are left
    out."""
    condition, values = _condition(db, browse)
    order, called = _order_of_all(db, browse), _called_so(db, browse.filter)
    found: dict[int, int] = {}
    for start in range(0, len(ids), 500):
        chunk = [int(i) for i in ids[start : start + 500]]
        sql = (
            # By the image, of which there are few; SQLite would rather go through the whole folder.
            f"SELECT f.image_id, f.id FROM files f INDEXED BY files_by_image {_join(browse)}"
            f" WHERE f.image_id IN ({','.join('?' * len(chunk))}) AND {condition}"
            f" ORDER BY {called}{files.away('f')}, {order}"
        )
        for image_id, file_id in db.execute(sql, (*chunk, *values)):
            found.setdefault(image_id, file_id)
    return found


def _order_of_all(db: Database, browse: Browse) -> str:
    """Of files of several folders."""
    if browse.sort is not Sort.FOLDER:
        return _order(browse)
    places = "".join(f" WHEN {each.id} THEN {place}" for place, each in enumerate(_folders_in_order(db)))
    of_folder = f"CASE f.folder_id{places} ELSE 0 END" if places else "0"
    return f"{of_folder} {'DESC' if browse.descending else 'ASC'}, {_order(browse)}"


def _order(browse: Browse) -> str:
    return _ORDER[browse.sort].format("DESC" if browse.descending else "ASC")


def _join(browse: Browse) -> str:
    return "JOIN images i ON i.id = f.image_id" if looks_at_images(browse) else ""


def looks_at_images(browse: Browse) -> bool:
    """The order is not one of files alone."""
    return "i." in _order(browse)


def in_pieces(db: Database, browse: Browse) -> list[tuple[str, str]]:
    """All files, piece by piece: what stands after `files f`, and after ORDER BY. An index has the files of each
    folder in order, not the folders."""
    if browse.sort is not Sort.FOLDER:
        return [(f"{_join(browse)} WHERE TRUE", _order(browse))]
    known = _folders_in_order(db)
    return [(f"WHERE f.folder_id = {each.id}", _order(browse)) for each in _turned(known, browse)]


def _turned(known: list[Folder], browse: Browse) -> list[Folder]:
    return known[::-1] if browse.descending else known


def _condition(db: Database, browse: Browse) -> tuple[str, tuple[object, ...]]:
    """On `files f`: it is among what is browsed; missing images are no affair of SQL."""
    conditions = ["f.image_id IS NOT NULL"]
    values: list[object] = []
    if browse.folder is not None:
        condition, parameters = files.under(db, browse.folder)
        conditions.append(condition)
        values += parameters
    if browse.label is not None:
        conditions.append(
            "f.image_id IN (SELECT image_id FROM image_labels JOIN labels l ON l.id = label_id WHERE l.name = ?)"
        )
        values.append(browse.label)
    if browse.unlabelled:
        conditions.append("NOT EXISTS (SELECT 1 FROM image_labels a WHERE a.image_id = f.image_id)")
    return " AND ".join(conditions), tuple(values)


def first_of_each(ids: Ids) -> Ids:
    """Copies share one image: keep its first place in the order."""
    _, first = np.unique(ids, return_index=True)
    return ids if len(first) == len(ids) else ids[np.sort(first)]


def _called_so(db: Database, wanted: Filter) -> str:
    """For ORDER BY: files first whose name and folder hold more of the words."""
    terms = [term for term in wanted.terms if isinstance(term, WordTerm) and not term.minus]
    terms = [term for term in terms if term.column in (None, Column.NAME, Column.FOLDER)]
    if not terms:
        return ""

    def held(folder: bytes | None, path: bytes) -> int:
        """A damaged row may name a folder that is not there."""
        directory, name = os.path.split(os.path.join(os.path.basename(folder or b""), path))
        of = {Column.NAME: words_of(_decoded(name)), Column.FOLDER: words_of(_decoded(directory))}
        return sum(
            any(is_within(words, list(term.words)) for column, words in of.items() if term.column in (None, column))
            for term in terms
        )

    db.conn.create_function("words_held", 2, held)
    return "words_held((SELECT path FROM folders WHERE id = f.folder_id), f.path) DESC, "


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def directories(db: Database) -> dict[bytes, int]:
    """Every directory that holds images, by its full path, with the number of images in it (not below it)."""
    counts: dict[bytes, int] = {}
    sql = "SELECT d.path, f.path FROM files f JOIN folders d ON d.id = f.folder_id WHERE f.image_id IS NOT NULL"
    for folder, path in db.execute(sql):
        directory = os.path.join(folder, os.path.dirname(path)).rstrip(files.SEPARATOR) or files.SEPARATOR
        counts[directory] = counts.get(directory, 0) + 1
    return counts
