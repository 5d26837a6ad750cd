"""What was said of one image given to another as well: labels, decisions, and that a version was trained on it.

The image that it is taken from keeps it, too: should its file come back, by whatever means, nothing of it is lost.
Each change knows the very rows that it wrote, so that it can be taken back exactly, and done again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.store import decisions, labels, training_images
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.label_list import json_chunks

Handing = tuple[int, int]  # the image whose rows are given, and the one that gets them


@dataclass(frozen=True, slots=True)
class HandedRows:
    labels: tuple[tuple[int, int], ...] = ()  # image, label
    decisions: tuple[tuple[int, int, int, str], ...] = ()  # query, hit, same, when it was decided
    training: tuple[tuple[int, int], ...] = ()  # version, image

    def __len__(self) -> int:
        return len(self.labels) + len(self.decisions) + len(self.training)


def together(first: HandedRows, second: HandedRows) -> HandedRows:
    """What both wrote."""
    return HandedRows(
        (*first.labels, *second.labels), (*first.decisions, *second.decisions), (*first.training, *second.training)
    )


def hand_over(db: Database, wanted: Sequence[Handing]) -> HandedRows:
    """Give each second image what the first one has. Returns the rows that are new; what the second one has or was
    said of it before stays as it is. To be called inside a transaction."""
    heirs = dict(wanted)
    return give(db, HandedRows(_labels(db, heirs), _decisions(db, heirs), _training(db, heirs)))


def give(db: Database, rows: HandedRows) -> HandedRows:
    """Write those of these rows that are not there; returns them. What they are about may be gone meanwhile."""
    given = HandedRows(
        tuple(row for row in rows.labels if _are_known(db, "images", "labels", row) and not _has_label(db, row)),
        tuple(
            row
            for row in rows.decisions
            if _are_known(db, "images", "images", row[:2]) and not _is_decided(db, row)
        ),
        tuple(
            row
            for row in rows.training
            if _are_known(db, "model_versions", "images", row) and not _is_trained_on(db, row)
        ),
    )
    for image_id, label_id in given.labels:
        labels.put(db, label_id, [image_id])
    db.conn.executemany(
        "INSERT INTO decisions VALUES (?, ?, ?, ?, ?)", [(*row, checksum(*row)) for row in given.decisions]
    )
    for version_id, image_id in given.training:
        training_images.put(db, version_id, [image_id])
    return given


def take_back(db: Database, rows: HandedRows) -> HandedRows:
    """Remove those of these rows that are there; returns them. A decision that was made anew since stays."""
    taken = HandedRows(
        tuple(row for row in rows.labels if _has_label(db, row)),
        tuple(row for row in rows.decisions if _is_decided(db, row, exactly=True)),
        tuple(row for row in rows.training if _is_trained_on(db, row)),
    )
    db.conn.executemany("DELETE FROM image_labels WHERE image_id = ? AND label_id = ?", taken.labels)
    for query_id, hit_id, *_ in taken.decisions:
        decisions.remove(db, query_id, hit_id)
    db.conn.executemany("DELETE FROM training_images WHERE version_id = ? AND image_id = ?", taken.training)
    return taken


# -- what an image has, as rows of its heir -----------------------------------------------------------------------


def _labels(db: Database, heirs: dict[int, int]) -> tuple[tuple[int, int], ...]:
    sql = "SELECT image_id, label_id FROM image_labels WHERE image_id IN (SELECT value FROM json_each(?))"
    found = {(heirs[image_id], label_id) for image_id, label_id in _rows(db, sql, list(heirs))}
    return tuple(sorted(found))


def _training(db: Database, heirs: dict[int, int]) -> tuple[tuple[int, int], ...]:
    sql = "SELECT version_id, image_id FROM training_images WHERE image_id IN (SELECT value FROM json_each(?))"
    found = {(version_id, heirs[image_id]) for version_id, image_id in _rows(db, sql, list(heirs))}
    return tuple(sorted(found))


def _decisions(db: Database, heirs: dict[int, int]) -> tuple[tuple[int, int, int, str], ...]:
    """The latest of what was said of a pair counts. What an image and its heir are to each other says nothing about
    the heir."""
    sql = "SELECT query_id, hit_id, same, decided_at FROM decisions WHERE {} IN (SELECT value FROM json_each(?))"
    known = {row for side in ("query_id", "hit_id") for row in _rows(db, sql.format(side), list(heirs))}
    latest: dict[frozenset[int], tuple[int, int, int, str]] = {}
    for query_id, hit_id, same, decided in sorted(known, key=lambda row: (row[3], row)):
        query, hit = heirs.get(query_id, query_id), heirs.get(hit_id, hit_id)
        if query != hit:
            latest[frozenset((query, hit))] = (query, hit, same, decided)
    return tuple(sorted(latest.values()))


def _rows(db: Database, sql: str, ids: list[int]) -> list[tuple[Any, ...]]:
    return [row for chunk in json_chunks(ids) for row in db.execute(sql, (chunk,))]


# -- what is there ------------------------------------------------------------------------------------------------


def _are_known(db: Database, first: str, second: str, ids: tuple[int, int]) -> bool:
    sql = f"SELECT 1 FROM {first} a, {second} b WHERE a.id = ? AND b.id = ?"
    return db.execute(sql, ids).fetchone() is not None


def _has_label(db: Database, row: tuple[int, int]) -> bool:
    sql = "SELECT 1 FROM image_labels WHERE image_id = ? AND label_id = ?"
    return db.execute(sql, row).fetchone() is not None


def _is_trained_on(db: Database, row: tuple[int, int]) -> bool:
    sql = "SELECT 1 FROM training_images WHERE version_id = ? AND image_id = ?"
    return db.execute(sql, row).fetchone() is not None


def _is_decided(db: Database, row: tuple[int, int, int, str], exactly: bool = False) -> bool:
    """About the pair, in either direction; `exactly`: by this very row."""
    if exactly:
        sql = "SELECT 1 FROM decisions WHERE query_id = ? AND hit_id = ? AND same = ? AND decided_at = ?"
        return db.execute(sql, row).fetchone() is not None
    query_id, hit_id = row[:2]
    sql = "SELECT 1 FROM decisions WHERE (query_id = ? AND hit_id = ?) OR (query_id = ? AND hit_id = ?)"
    return db.execute(sql, (query_id, hit_id, hit_id, query_id)).fetchone() is not None
