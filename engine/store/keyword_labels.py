"""Which labels images have because keywords of other programs say so, and nobody has touched them here since.

A row goes with its assignment, whoever takes that away (the schema sees to it), and when a person gives the label
themselves: from then on it is theirs, and what other programs do to the keyword changes nothing here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.arrays import Ids
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.label_list import json_chunks


@dataclass(frozen=True, slots=True)
class KeywordLabel:
    file_id: int
    label_id: int
    image_id: int
    beside: bool  # a sidecar said it, not the picture itself


def put(db: Database, notes: Iterable[KeywordLabel]) -> None:
    """Of files and assignments that are there."""
    rows = [(each.file_id, each.label_id, each.image_id, int(each.beside)) for each in notes]
    sql = "INSERT OR REPLACE INTO keyword_labels VALUES (?, ?, ?, ?, ?)"
    db.conn.executemany(sql, [(*row, checksum(*row)) for row in rows])


def of_files(db: Database, file_ids: Sequence[int]) -> dict[int, list[KeywordLabel]]:
    """By file; rows that are damaged are left out: then the label is a person's."""
    found: dict[int, list[KeywordLabel]] = {}
    for each in _notes(db, "file_id", file_ids):
        found.setdefault(each.file_id, []).append(each)
    return found


def of_images(db: Database, image_ids: Sequence[int]) -> dict[tuple[int, int], set[int]]:
    """The files that say it, by image and label."""
    found: dict[tuple[int, int], set[int]] = {}
    for each in _notes(db, "image_id", image_ids):
        found.setdefault((each.image_id, each.label_id), set()).add(each.file_id)
    return found


def forget_files(db: Database, file_ids: Sequence[int]) -> None:
    """What they say is about to be noted anew."""
    db.conn.executemany("DELETE FROM keyword_labels WHERE file_id = ?", [(number,) for number in file_ids])


def hand_on(db: Database, source: int, target: int) -> None:
    """A file turned up elsewhere, and its labels came from there with it."""
    put(db, [replace(each, file_id=target) for each in of_files(db, [source]).get(source, ())])


def became_a_persons(db: Database, label_id: int, image_ids: Ids) -> None:
    """Somebody gave it here."""
    rows = [(image_id, label_id) for image_id in image_ids.tolist()]
    db.conn.executemany("DELETE FROM keyword_labels WHERE image_id = ? AND label_id = ?", rows)


def became_persons(db: Database, label_ids: Sequence[int]) -> None:
    """Of all images: somebody gave these labels another name."""
    db.conn.executemany("DELETE FROM keyword_labels WHERE label_id = ?", [(number,) for number in label_ids])


def remove_what_points_nowhere(db: Database) -> None:
    """Of assignments that are not there; files are seen to with all others."""
    db.execute(
        "DELETE FROM keyword_labels WHERE NOT EXISTS (SELECT 1 FROM image_labels a"
        " WHERE a.image_id = keyword_labels.image_id AND a.label_id = keyword_labels.label_id)"
    )


def _notes(db: Database, column: str, ids: Sequence[int]) -> Iterable[KeywordLabel]:
    sql = (
        "SELECT file_id, label_id, image_id, beside, checksum FROM keyword_labels"
        f" WHERE {column} IN (SELECT value FROM json_each(?))"
    )
    for chunk in json_chunks(ids):
        for *row, stored in db.execute(sql, (chunk,)):
            if checksum(*row) == stored:
                yield KeywordLabel(row[0], row[1], row[2], bool(row[3]))
