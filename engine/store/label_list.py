"""The labels as a person sees them: with colour, hotkey and number of images; and which ones some images have."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.arrays import Ids
from engine.store.connection import Database

CHUNK = 5000

_HELD = "EXISTS (SELECT 1 FROM files f WHERE f.image_id = {0})"  # by a file; images that were let go do not count


@dataclass(frozen=True, slots=True)
class Label:
    id: int
    name: str
    colour: str | None = None  # "#rrggbb"
    hotkey: str | None = None  # one digit or capital letter


@dataclass(frozen=True, slots=True)
class LabelList:
    """All labels by name, without regard to case."""

    labels: tuple[Label, ...] = ()
    images: tuple[int, ...] = ()  # how many images each of them has
    unlabelled: int = 0  # images without a label


def by_name(label: Label) -> tuple[str, str]:
    """The key to sort labels by."""
    return label.name.casefold(), label.name


def by_id(db: Database) -> dict[int, Label]:
    return {row[0]: Label(*row) for row in db.execute("SELECT id, name, colour, hotkey FROM labels")}


def read(db: Database) -> LabelList:
    known = sorted(by_id(db).values(), key=by_name)
    sql = f"SELECT label_id, count(*) FROM image_labels a WHERE {_HELD.format('a.image_id')} GROUP BY label_id"
    counts = dict(db.execute(sql).fetchall())
    return LabelList(tuple(known), tuple(counts.get(label.id, 0) for label in known), _unlabelled(db))


def counts_among(db: Database, image_ids: Sequence[int]) -> dict[int, int]:
    """The labels that any of these images has, each with the number of those that have it."""
    sql = (
        "SELECT label_id, count(*) FROM image_labels WHERE image_id IN (SELECT value FROM json_each(?))"
        " GROUP BY label_id"
    )
    counts: dict[int, int] = {}
    for chunk in json_chunks(image_ids):
        for label_id, count in db.execute(sql, (chunk,)):
            counts[label_id] = counts.get(label_id, 0) + count
    return counts


def of_images(db: Database, image_ids: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """The labels of each image; images without a label are left out."""
    sql = (
        "SELECT image_id, label_id FROM image_labels WHERE image_id IN (SELECT value FROM json_each(?))"
        " ORDER BY image_id, label_id"
    )
    found: dict[int, list[int]] = {}
    for chunk in json_chunks(image_ids):
        for image_id, label_id in db.execute(sql, (chunk,)):
            found.setdefault(image_id, []).append(label_id)
    return {image_id: tuple(label_ids) for image_id, label_ids in found.items()}


def json_chunks(ids: Sequence[int] | Ids) -> Iterator[str]:
    """Ids for `json_each`, which takes any number of them in one statement; in pieces, since nobody else gets the
    interpreter while one is written."""
    for start in range(0, len(ids), CHUNK):
        yield json.dumps([int(i) for i in ids[start : start + CHUNK]])


def _unlabelled(db: Database) -> int:
    unlabelled = "NOT EXISTS (SELECT 1 FROM image_labels a WHERE a.image_id = i.id)"
    (count,) = db.execute(f"SELECT count(*) FROM images i WHERE {_HELD.format('i.id')} AND {unlabelled}").fetchone()
    return int(count)
