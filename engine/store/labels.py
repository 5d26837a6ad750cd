"""The user's labels. They cannot be computed again, so each assignment has a checksum.

A name is stripped, composed (NFC: a Mac spells accents in two characters), not empty, at most 200 characters, and
free of `;` (which separates labels in a table) and of control characters. A label that no image has stays listed
until it is deleted. What a person changes in the window goes through `label_edits`, so that it can be undone.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Labels
from engine.errors import UserError
from engine.printable_text import printable
from engine.sentences import said
from engine.store.checksums import checksum
from engine.store.connection import Database

LONGEST_NAME = 200
SEPARATOR = ";"

_LINE_AND_CONTROL = ("Cc", "Zl", "Zp")  # Unicode's categories of what moves the cursor
_NO_TEXT = "Cs"  # half of a character, or a byte that was not UTF-8


@lru_cache(maxsize=4096)  # a table repeats its labels in every row
def clean_name(name: str) -> str:
    """The name as it is stored; UserError if it cannot be one."""
    clean = unicodedata.normalize("NFC", name.strip())
    if not clean:
        raise UserError(said("A label needs a name."))
    if len(clean) > LONGEST_NAME:
        raise UserError(
            said(
                "The label “{name}” is too long: {length} characters, at most {longest} are allowed.",
                name=shown(clean),
                length=len(clean),
                longest=LONGEST_NAME,
            )
        )
    kinds = {unicodedata.category(character) for character in clean}
    if SEPARATOR in clean:
        raise UserError(said("The label “{name}” holds a semicolon, which separates labels.", name=shown(clean)))
    if kinds.intersection(_LINE_AND_CONTROL):
        raise UserError(
            said("The label “{name}” holds a line break or another control character.", name=shown(clean))
        )
    if _NO_TEXT in kinds:
        raise UserError(said("The label “{name}” is not UTF-8 text.", name=shown(clean)))
    return clean


def name_from(folder_name: bytes) -> str:
    """A label's name made from any folder's name: what a label must not hold is replaced."""
    text = unicodedata.normalize("NFC", folder_name.decode("utf-8", "backslashreplace"))
    allowed = "".join("_" if unicodedata.category(c) in _LINE_AND_CONTROL else c for c in text)
    return allowed.replace(SEPARATOR, ",").strip()[:LONGEST_NAME].strip() or "_"


def shown(name: str) -> str:
    """A name for a sentence: short and on one line, whatever it holds."""
    short = name if len(name) <= 60 else name[:59] + "…"
    return printable(short)


def all_labels(db: Database) -> dict[str, int]:
    """Each label's name with the number of its images."""
    sql = (
        "SELECT l.name, count(a.image_id) FROM labels l LEFT JOIN image_labels a ON a.label_id = l.id"
        " GROUP BY l.id ORDER BY l.name"
    )
    return dict(db.execute(sql).fetchall())


def assign(db: Database, name: str, image_ids: Sequence[int]) -> int:
    """Give the images the label, which is made if it is new. Returns how many of them did not have it."""
    label_id = find(db, name)
    if label_id is None:
        db.execute("INSERT INTO labels (name) VALUES (?)", (clean_name(name),))
        label_id = id_of(db, name)
    return put(db, label_id, image_ids)


def add(db: Database, name: str, colour: str | None, hotkey: str | None) -> int:
    """A label that is not there, as it was elsewhere."""
    sql = "INSERT INTO labels (name, colour, hotkey) VALUES (?, ?, ?)"
    return int(db.execute(sql, (name, colour, hotkey)).lastrowid or 0)


def unassign(db: Database, name: str, image_ids: Sequence[int]) -> int:
    """Take the label from the images. Returns how many of them had it."""
    label_id = id_of(db, name)
    rows = [(int(image_id), label_id) for image_id in image_ids]
    return db.conn.executemany("DELETE FROM image_labels WHERE image_id = ? AND label_id = ?", rows).rowcount


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


def labelled_images(db: Database) -> list[int]:
    """All images that have a label."""
    rows = db.execute("SELECT DISTINCT image_id FROM image_labels ORDER BY image_id")
    return [image_id for (image_id,) in rows]


def images_with(db: Database, names: Sequence[str]) -> set[int]:
    """The images that have one of these labels."""
    marks = ",".join("?" * len(names))
    sql = f"SELECT a.image_id FROM image_labels a JOIN labels l ON l.id = a.label_id WHERE l.name IN ({marks})"
    return {image_id for (image_id,) in db.execute(sql, tuple(names))} if names else set()


def state(db: Database) -> tuple[int, int]:
    """Changes when an image gets or loses a label."""
    count, checksums = db.execute("SELECT count(*), coalesce(sum(checksum), 0) FROM image_labels").fetchone()
    return int(count), int(checksums)


def assignments(db: Database) -> NDArray[np.int64]:
    """Every (image id, label id), sorted."""
    rows = db.execute("SELECT image_id, label_id FROM image_labels ORDER BY image_id, label_id").fetchall()
    return np.array(rows, np.int64).reshape(-1, 2)


def matrix(db: Database, image_ids: Sequence[int]) -> tuple[list[str], Labels]:
    """The names, sorted, of the labels that any of these images has, and labels_NC: which image has which."""
    ids = list(dict.fromkeys(int(i) for i in image_ids))
    found = of_images(db, ids)
    names = sorted({name for of_image in found.values() for name in of_image})
    column = {name: at for at, name in enumerate(names)}
    labels_NC = np.zeros((len(image_ids), len(names)), dtype=np.bool_)
    for row, image_id in enumerate(image_ids):
        for name in found.get(int(image_id), ()):
            labels_NC[row, column[name]] = True
    return names, labels_NC


def carry_over(db: Database, source: int, target: int) -> None:
    """All labels of `source` also hold for `target`."""
    sql = "SELECT label_id FROM image_labels WHERE image_id = ?"
    rows = [(target, label_id, checksum(target, label_id)) for (label_id,) in db.execute(sql, (source,))]
    db.conn.executemany("INSERT OR IGNORE INTO image_labels VALUES (?, ?, ?)", rows)


def put(db: Database, label_id: int, image_ids: Sequence[int]) -> int:
    """Returns how many assignments are new. One that is there already is not a change, unless it is damaged."""
    sql = (
        "INSERT INTO image_labels VALUES (?, ?, ?) ON CONFLICT (image_id, label_id)"
        " DO UPDATE SET checksum = excluded.checksum WHERE image_labels.checksum <> excluded.checksum"
    )
    rows = [(i, label_id, checksum(i, label_id)) for i in map(int, image_ids)]
    return db.conn.executemany(sql, rows).rowcount


def find(db: Database, name: str) -> int | None:
    """The label of exactly this name (an older library may hold one that is refused now), else of its clean one."""
    for spelling in (name, unicodedata.normalize("NFC", name.strip())):
        try:
            row = db.execute("SELECT id FROM labels WHERE name = ?", (spelling,)).fetchone()
        except UnicodeEncodeError:  # what SQLite cannot hold is no label's name
            continue
        if row is not None:
            return int(row[0])
    return None


def id_of(db: Database, name: str) -> int:
    label_id = find(db, name)
    if label_id is None:
        raise UserError(said("There is no label “{name}”.", name=shown(name)))
    return label_id
