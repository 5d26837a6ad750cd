"""Every row of images that are forgotten, kept aside as it was, so that it can be put back.

They are kept in a database of SQLite's own that has no name: it lies in a temporary file that nobody else can open,
grows beyond memory if it must, and is gone with the program. What is taken out together is put back together, the
last first, so that what was said of two images finds both. Codes get a new stamp, by which indexes notice them;
damaged ones are computed again.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.store import codes, handing_over
from engine.store.checked_rows import BY_NAME, CheckedTable
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.handing_over import HandedRows
from engine.store.label_list import json_chunks

_AMONG = "IN (SELECT value FROM json_each(?1))"
_OF_FILES = f"file_id IN (SELECT id FROM files WHERE image_id {_AMONG})"
# Which rows belong to images, table by table; those that others point at come first.
_ROWS = {
    "images": f"id {_AMONG}",
    "files": f"image_id {_AMONG}",
    "skipped": _OF_FILES,
    "taken_labels": _OF_FILES,
    "features": f"image_id {_AMONG}",
    "codes": f"image_id {_AMONG}",
    "image_labels": f"image_id {_AMONG}",
    "keyword_labels": _OF_FILES,
    "decisions": f"query_id {_AMONG} OR hit_id {_AMONG}",
    "training_images": f"image_id {_AMONG}",
    "pixel_codes": f"image_id {_AMONG}",
    "metadata": f"image_id {_AMONG}",
    "metadata_again": f"image_id {_AMONG}",
    "alike_pairs": f"first_id {_AMONG} OR second_id {_AMONG}",
    "faces": f"image_id {_AMONG}",
}
_OF_AN_IMAGE = ("features", "image_labels", "training_images", "pixel_codes", "metadata", "metadata_again", "faces")
# What a row names beside the images that were forgotten; it may be gone when the row is put back.
_NAMES = {
    "files": ("folder_id", "folders"),
    "codes": ("version_id", "model_versions"),
    "image_labels": ("label_id", "labels"),
    "training_images": ("version_id", "model_versions"),
}
_PAIRS = {"decisions": ("query_id", "hit_id"), "alike_pairs": ("first_id", "second_id")}
_THUMBNAILS = "thumbnails"

Row = tuple[Any, ...]


class ForgottenRows:
    """A pile of batches. Any thread, one at a time."""

    def __init__(self) -> None:
        self._kept = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._kept.execute("PRAGMA journal_mode = OFF")
        for name in _ROWS:
            columns = ", ".join((*BY_NAME[name].columns, "checksum"))
            self._kept.execute(f"CREATE TABLE {name} (batch INTEGER, {columns})")
        self._kept.execute(f"CREATE TABLE {_THUMBNAILS} (batch INTEGER, image_id, jpeg, checksum)")
        for name in (*_ROWS, _THUMBNAILS):
            self._kept.execute(f"CREATE INDEX {name}_by_batch ON {name} (batch)")
        self.images = 0
        self.batches = 0

    def take_out(self, db: Database, image_ids: Sequence[int]) -> int:
        """Keep all rows of these images aside, as one batch, and remove them; at most some hundreds, inside a
        transaction. Returns how many images that were; if it is undone, `drop` the batch."""
        (ids,) = json_chunks(image_ids)
        self.batches += 1
        for name, condition in _ROWS.items():
            sql = f"SELECT {BY_NAME[name].cells()}, checksum FROM {name} WHERE {condition}"
            self._put(name, db.execute(sql, (ids,)).fetchall())
        codes.remove_images(db, image_ids)
        for name in reversed(_ROWS):
            db.execute(f"DELETE FROM {name} WHERE {_ROWS[name]}", (ids,))
        taken = len(self._rows("images"))
        self.images += taken
        return taken

    def keep_thumbnails(self, thumbnails_db: Database, image_ids: Sequence[int]) -> None:
        """Of the images of the last batch; whoever stored that removes them."""
        (ids,) = json_chunks(image_ids)
        sql = f"SELECT image_id, jpeg, checksum FROM thumbnails WHERE image_id {_AMONG}"
        self._put(_THUMBNAILS, thumbnails_db.execute(sql, (ids,)).fetchall())

    def put_back(self, db: Database) -> list[int]:
        """The rows of the last batch, inside a transaction; `drop` it when that is stored. Returns the images that
        are as they were. What came to the library again meanwhile is a new image: it is told what was said of the
        old one."""
        heirs = self._heirs(db)
        back = [row for row in self._rows("images") if row[0] not in heirs]
        _insert(db, BY_NAME["images"], back)
        ids = {row[0] for row in back}
        file_ids = _put_files_back(db, [row for row in self._rows("files") if row[3] in ids])
        for name in ("skipped", "taken_labels"):
            rows = [(file_ids[row[0]], *row[1:]) for row in self._rows(name) if row[0] in file_ids]
            _insert(db, BY_NAME[name], rows, anew=True)
        for name in _OF_AN_IMAGE:
            _insert(db, BY_NAME[name], self._still_named(db, name, ids))
        self._put_keyword_labels_back(db, file_ids)
        for name in _PAIRS:
            _insert(db, BY_NAME[name], self._pairs_of_known(db, name))
        for version_id, image_id, code, stamp, stored in self._still_named(db, "codes", ids):
            if checksum(version_id, image_id, code, stamp) == stored:
                codes.put(db, version_id, [image_id], np.frombuffer(code, np.uint8)[None])
        handing_over.give(db, self._said_of(heirs))
        return sorted(ids)

    def _put_keyword_labels_back(self, db: Database, file_ids: dict[int, int]) -> None:
        """Of files that are back, for labels that are."""
        given = "SELECT 1 FROM image_labels WHERE label_id = ? AND image_id = ?"
        rows = [
            (file_ids[row[0]], *row[1:])
            for row in self._rows("keyword_labels")
            if row[0] in file_ids and db.execute(given, row[1:3]).fetchone() is not None
        ]
        _insert(db, BY_NAME["keyword_labels"], rows, anew=True)

    def put_thumbnails_back(self, thumbnails_db: Database, image_ids: Sequence[int]) -> None:
        wanted = set(image_ids)
        rows = [row for row in self._rows(_THUMBNAILS) if row[0] in wanted]
        thumbnails_db.conn.executemany("INSERT OR REPLACE INTO thumbnails VALUES (?, ?, ?)", rows)

    def drop(self) -> None:
        """The last batch."""
        self.images -= len(self._rows("images"))
        for name in (*_ROWS, _THUMBNAILS):
            self._kept.execute(f"DELETE FROM {name} WHERE batch = ?", (self.batches,))
        self.batches -= 1

    def _put(self, name: str, rows: Sequence[Row]) -> None:
        if rows:
            marks = ", ".join("?" * (1 + len(rows[0])))
            self._kept.executemany(f"INSERT INTO {name} VALUES ({marks})", [(self.batches, *row) for row in rows])

    def _rows(self, name: str) -> list[Row]:
        found = self._kept.execute(f"SELECT * FROM {name} WHERE batch = ?", (self.batches,))
        return [row[1:] for row in found]

    def _heirs(self, db: Database) -> dict[int, int]:
        """Images that came again, by the one that they were before."""
        heirs = {}
        for image_id, content, *_ in self._rows("images"):
            row = db.execute("SELECT id FROM images WHERE content = ?", (content,)).fetchone()
            if row is not None:
                heirs[image_id] = int(row[0])
        return heirs

    def _still_named(self, db: Database, name: str, ids: set[int]) -> list[Row]:
        """The rows of these images, but for those that name what is gone."""
        table = BY_NAME[name]
        rows = [row for row in self._rows(name) if table.cell(row, "image_id") in ids]
        if name in _NAMES:
            column, other = _NAMES[name]
            known = {number for (number,) in db.execute(f"SELECT id FROM {other}")}
            rows = [row for row in rows if table.cell(row, column) in known]
        return rows

    def _pairs_of_known(self, db: Database, name: str) -> list[Row]:
        sql = "SELECT count(*) FROM images WHERE id IN (?, ?)"
        return [row for row in self._rows(name) if db.execute(sql, row[:2]).fetchone() == (2,)]

    def _said_of(self, heirs: dict[int, int]) -> HandedRows:
        """Labels, decisions and trainings of images that came again, as theirs."""
        labels = tuple((heirs[row[0]], row[1]) for row in self._rows("image_labels") if row[0] in heirs)
        training = tuple((row[0], heirs[row[1]]) for row in self._rows("training_images") if row[1] in heirs)
        now = {each: each for row in self._rows("decisions") for each in row[:2]} | heirs
        pairs = [
            (now[query], now[hit], same, decided.decode())
            for query, hit, same, decided, _ in self._rows("decisions")
            if query in heirs or hit in heirs
        ]
        return HandedRows(labels, tuple(pair for pair in pairs if pair[0] != pair[1]), training)


def _put_files_back(db: Database, rows: Sequence[Row]) -> dict[int, int]:
    """The ids that files have now, by those that they had: numbers of files are given again. Not of those whose
    folder is gone, or whose place another one has."""
    table, ids = BY_NAME["files"], dict[int, int]()
    (last,) = db.execute("SELECT ifnull(max(id), 0) FROM files").fetchone()
    for row in rows:
        is_known = "SELECT 1 FROM folders WHERE id = ?"
        taken = "SELECT 1 FROM files WHERE folder_id = ? AND path = ?"
        if db.execute(is_known, row[1:2]).fetchone() is None or db.execute(taken, row[1:3]).fetchone() is not None:
            continue
        number = row[0]
        if db.execute("SELECT 1 FROM files WHERE id = ?", (number,)).fetchone() is not None:
            last = number = max(last, row[0]) + 1
        ids[row[0]] = number
        _insert(db, table, [(number, *row[1:])], anew=number != row[0])
    return ids


def _insert(db: Database, table: CheckedTable, rows: Sequence[Row], anew: bool = False) -> None:
    """As they were, their checksums too, so that damage is not taken for right; `anew`: with another key."""
    columns = (*table.columns, "checksum")
    marks = ", ".join("CAST(? AS TEXT)" if column in table.texts else "?" for column in columns)
    db.conn.executemany(f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({marks})", rows)
    keys = [table.key_of(row[:-1]) for row in rows]
    if anew:
        sql = f"UPDATE {table.name} SET checksum = row_checksum({table.cells()}) WHERE {table.condition()}"
        db.conn.executemany(sql, keys)
    elif table.by_triggers:  # which have written a new one
        sql = f"UPDATE {table.name} SET checksum = ? WHERE {table.condition()}"
        db.conn.executemany(sql, [(row[-1], *key) for row, key in zip(rows, keys, strict=True)])
