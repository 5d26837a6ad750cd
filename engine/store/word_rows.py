"""What the search field looks through: for each image that a file holds, one row of numbers and one of words.

Derived, in a database of its own (SQLite's full-text search keeps pages that no checksum of ours covers): where it
is damaged or gone it is made again from the library. `word_changes` says which images it must hear of. Labels are
not in it: they are few, and asked where they are.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime

from engine.errors import DamagedWordsError
from engine.metadata import NOTHING_SAID, Metadata
from engine.sentences import said, text_of
from engine.store import metadata_rows
from engine.store.connection import Database
from engine.store.database import complaints
from engine.store.disk_trouble import is_corrupt
from engine.store.file_times import time_of
from engine.store.label_list import json_chunks
from engine.store.words import FRAGMENT, in_words

EPOCH = date(1970, 1, 1).toordinal()
_FACTS = "image_id, day, second, by_camera, placed, iso, aperture, focal_um, rating"
_NUMBERS = tuple(_FACTS.split(", "))
_WORDS = "name, folder, camera, lens, text"
_TEXTS = ("title", "description", "comment", "author", "copyright", "software")
_CHUNK = 2000


@dataclass(frozen=True, slots=True)
class WordRow:
    image_id: int
    day: int  # since 1970, by the clock of the camera or of this computer
    second: int  # of that day
    by_camera: int  # 0: dated by its file
    placed: int
    iso: int | None
    aperture: int | None
    focal_um: int | None
    rating: int | None
    camera: str | None
    lens: str | None
    folder: str  # the name of the directory that its first file lies in
    words: tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class _FilePlace:
    directory: bytes  # from the name of the library's folder on
    name: bytes
    time: int


@contextmanager
def damage_said() -> Iterator[None]:
    """DamagedWordsError where the database of words is not as it was; nothing is lost by that."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if is_corrupt(error) or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_ERROR:
            raise DamagedWordsError(
                said("The words of the search field are damaged ({why}).", why=text_of(error))
            ) from error
        raise


# -- made from the library ----------------------------------------------------------------------------------------


def made(db: Database, image_ids: Sequence[int]) -> list[WordRow]:
    """The rows of those of these images that a file holds."""
    places = _places(db, image_ids)
    said = metadata_rows.get(db, list(places))
    sql = "SELECT id, taken_at, camera FROM images WHERE id IN (SELECT value FROM json_each(?))"
    return [
        _row(image_id, taken_at, camera, said.get(image_id, NOTHING_SAID), places[image_id])
        for chunk in json_chunks(list(places))
        for image_id, taken_at, camera in db.execute(sql, (chunk,))
    ]


def _places(db: Database, image_ids: Sequence[int]) -> dict[int, list[_FilePlace]]:
    sql = (
        "SELECT f.image_id, d.path, f.path, f.mtime_ns FROM files f INDEXED BY files_by_image"
        " JOIN folders d ON d.id = f.folder_id"
        " WHERE f.image_id IN (SELECT value FROM json_each(?)) ORDER BY f.image_id, f.id"
    )
    found: dict[int, list[_FilePlace]] = {}
    for chunk in json_chunks(image_ids):
        for image_id, folder, path, time in db.execute(sql, (chunk,)):
            directory, name = os.path.split(os.path.join(os.path.basename(folder), path))
            found.setdefault(image_id, []).append(_FilePlace(directory, name, time))
    return found


def _row(
    image_id: int, taken_at: str | None, camera: str | None, said: Metadata, places: list[_FilePlace]
) -> WordRow:
    by_camera = _by_camera(taken_at)
    day, second = by_camera or by_file(min(time_of(place.time) for place in places))
    texts = (getattr(said, name) for name in _TEXTS)
    return WordRow(
        image_id=image_id,
        day=day,
        second=second,
        by_camera=int(by_camera is not None),
        placed=int(said.latitude is not None),
        iso=said.iso,
        aperture=said.aperture,
        focal_um=said.focal_um,
        rating=said.rating,
        camera=camera,
        lens=said.lens,
        folder=_decoded(os.path.basename(places[0].directory)),
        words=(
            _joined(place.name for place in places),
            _joined(place.directory for place in places),
            in_words(camera or ""),
            in_words(said.lens or ""),
            " ".join(in_words(text) for text in texts if text),
        ),
    )


def _joined(names: Iterator[bytes]) -> str:
    """Copies often have the same name."""
    return " ".join(dict.fromkeys(in_words(_decoded(name)) for name in names))


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def _by_camera(taken_at: str | None) -> tuple[int, int] | None:
    """Day and second of it."""
    try:
        return day_and_second(datetime.fromisoformat(taken_at)) if taken_at else None
    except ValueError:  # the row is damaged
        return None


def by_file(mtime_ns: int) -> tuple[int, int]:
    """The same of a file's time, by the clock of this computer."""
    try:
        return day_and_second(datetime.fromtimestamp(mtime_ns // 10**9))
    except (ValueError, OverflowError, OSError):  # a year that no calendar has
        return 0, 0


def day_and_second(when: datetime) -> tuple[int, int]:
    return when.toordinal() - EPOCH, when.hour * 3600 + when.minute * 60 + when.second


# -- stored -------------------------------------------------------------------------------------------------------


def put(words_db: Database, image_ids: Sequence[int], rows: Sequence[WordRow]) -> None:
    """These rows in the place of all that there was of these images."""
    gone = [(image_id,) for image_id in image_ids]
    words_db.conn.executemany("DELETE FROM words WHERE rowid = ?", gone)
    words_db.conn.executemany("DELETE FROM facts WHERE image_id = ?", gone)
    words_db.conn.executemany("DELETE FROM file_names WHERE rowid = ?", gone)
    ids = _name_ids(words_db, {name for row in rows for name in _names(row) if name is not None})
    facts = [_cells(row, ids) for row in rows]
    marks = ", ".join("?" * (len(_NUMBERS) + 3))
    sql = f"INSERT INTO facts ({_FACTS}, camera_id, lens_id, folder_id) VALUES ({marks})"
    words_db.conn.executemany(sql, facts)
    words_db.conn.executemany(
        f"INSERT INTO words (rowid, {_WORDS}) VALUES (?, ?, ?, ?, ?, ?)",
        [(row.image_id, *row.words) for row in rows],
    )
    words_db.conn.executemany(
        "INSERT INTO file_names (rowid, name) VALUES (?, ?)", [(row.image_id, row.words[0]) for row in rows]
    )
    spelt = sorted(set[str]().union(*(_of_folder(row) for row in rows)))
    words_db.conn.executemany("INSERT OR IGNORE INTO folder_words VALUES (?)", [(word,) for word in spelt])


def _of_folder(row: WordRow) -> set[str]:
    """The words of its folders that a fragment can be inside of."""
    return {word for word in row.words[1].split() if len(word) > FRAGMENT}


def _cells(row: WordRow, ids: dict[str, int]) -> tuple[int | None, ...]:
    numbers = (getattr(row, name) for name in _NUMBERS)
    return (*numbers, *(None if name is None else ids[name] for name in _names(row)))


def _names(row: WordRow) -> tuple[str | None, ...]:
    return row.camera, row.lens, row.folder


def _name_ids(words_db: Database, names: set[str]) -> dict[str, int]:
    words_db.conn.executemany("INSERT OR IGNORE INTO names (name) VALUES (?)", [(name,) for name in sorted(names)])
    sql = "SELECT id FROM names WHERE name = ?"
    return {name: words_db.execute(sql, (name,)).fetchone()[0] for name in names}


def wrong(db: Database, words_db: Database, noted: set[int], can_write: bool) -> Iterator[int]:
    """How many rows are not what the library makes of its images now, some images at a time; those that are noted
    as changed may differ. DamagedWordsError if it cannot even be read."""
    with damage_said():
        if found := complaints(words_db):
            raise DamagedWordsError(found[0])
        for table in ("words", "file_names") if can_write else ():
            yield 0  # each look takes seconds for a million images
            # It is a statement that would write, could it find anything to do
            words_db.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
        yield 0
        listed = [row[0] for row in words_db.execute("SELECT image_id FROM facts ORDER BY image_id")]
        (worded,) = words_db.execute("SELECT count(*) FROM words").fetchone()
        held = "SELECT DISTINCT image_id FROM files WHERE image_id IN (SELECT id FROM images)"
        ids = sorted({row[0] for row in db.execute(held)} | set(listed))
        known = {word for (word,) in words_db.execute("SELECT word FROM folder_words")}
        (named,) = words_db.execute("SELECT count(*) FROM file_names").fetchone()
        yield 0 if worded == named == len(listed) else 1
        for start in range(0, len(ids), _CHUNK):
            chunk = ids[start : start + _CHUNK]
            ours = {row.image_id: row for row in made(db, chunk)}
            theirs = dict(stored(words_db, chunk[0], chunk[-1]))
            differ = sum(ours.get(i) != theirs.get(i) and i not in noted for i in chunk)
            yield differ + sum(not _of_folder(row) <= known for row in theirs.values() if row.image_id not in noted)


def stored(words_db: Database, first: int, last: int) -> Iterator[tuple[int, WordRow]]:
    """Without those whose name is told in two ways."""
    facts = ", ".join(f"f.{column}" for column in _FACTS.split(", "))
    words = ", ".join(f"w.{column}" for column in _WORDS.split(", "))
    sql = (
        f"SELECT {facts}, c.name, l.name, d.name, {words} FROM facts f JOIN words w ON w.rowid = f.image_id"
        " LEFT JOIN names c ON c.id = f.camera_id LEFT JOIN names l ON l.id = f.lens_id"
        " LEFT JOIN names d ON d.id = f.folder_id JOIN file_names n ON n.rowid = f.image_id AND n.name = w.name"
        " WHERE f.image_id BETWEEN ? AND ?"
    )
    for row in words_db.execute(sql, (first, last)):
        cells = [*row[:-5], row[-5:]]
        yield row[0], WordRow(*cells)
