"""How many images there are of each day, and when each was taken: by its camera, or else by its file."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

import numpy as np

from engine.arrays import Ids, Numbers
from engine.store.connection import Database
from engine.store.filter_ids import are_among, parsed
from engine.store.label_list import json_chunks
from engine.store.word_rows import EPOCH

FEW = 20_000  # images that are looked up one by one
DAY = 86_400
NOT_DATED = int(np.iinfo(np.int64).min)  # the second of an image of which nothing is known yet


class Grouping(StrEnum):
    DAY = "day"
    MONTH = "month"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class TimeGroup:
    """The pictures from `start` up to `stop`, taken from `first` to `last`: seconds since 1970, by their clocks."""

    start: int
    stop: int
    first: int
    last: int


def days(words_db: Database, image_ids: Ids | None = None) -> dict[int, int]:
    """By day since 1970, in order; with `image_ids` of these alone."""
    if image_ids is None:
        return dict(words_db.execute("SELECT day, count(*) FROM facts GROUP BY day ORDER BY day").fetchall())
    of_images = _some(words_db, image_ids) if len(image_ids) <= FEW else _among_all(words_db, image_ids)
    found, counts = np.unique(of_images, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _some(words_db: Database, image_ids: Ids) -> Ids:
    sql = "SELECT day FROM facts WHERE image_id IN (SELECT value FROM json_each(?))"
    found = [day for chunk in json_chunks(image_ids) for (day,) in words_db.execute(sql, (chunk,))]
    return np.array(found, np.int64)


def _among_all(words_db: Database, image_ids: Ids) -> Ids:
    """By the index of days alone, a text for each day: half the time of a row for each image."""
    rows = words_db.execute("SELECT day, group_concat(image_id) FROM facts GROUP BY day").fetchall()
    of_all = np.repeat([day for day, _ in rows], [ids.count(",") + 1 for _, ids in rows])
    return of_all[are_among(parsed(",".join(ids for _, ids in rows)), image_ids)]


def months(of_days: Mapping[int, int]) -> dict[tuple[int, int], int]:
    """By year and month, in the order of the days."""
    found: dict[tuple[int, int], int] = {}
    for day, count in of_days.items():
        when = date_of_day(day)
        found[when.year, when.month] = found.get((when.year, when.month), 0) + count
    return found


def date_of_day(day: int) -> date:
    return date.fromordinal(max(1, min(day + EPOCH, date.max.toordinal())))


def seconds(words_db: Database, image_ids: Ids) -> Numbers:
    """When each of these images was taken, in seconds since 1970 by its clock; NOT_DATED where nothing is known."""
    if len(image_ids) <= FEW:
        sql = "SELECT image_id, day, second FROM facts WHERE image_id IN (SELECT value FROM json_each(?))"
        rows = [row for chunk in json_chunks(image_ids) for row in words_db.execute(sql, (chunk,))]
        known = np.array(sorted(rows), np.int64).reshape(-1, 3).T
    else:
        of_all = "SELECT group_concat(image_id), group_concat(day), group_concat(second) FROM facts"
        known = np.stack([parsed(text) for text in words_db.execute(of_all).fetchone()])
        known = known[:, np.argsort(known[0], kind="stable")]
    found = np.full(len(image_ids), NOT_DATED)
    if known.shape[1]:
        at = np.minimum(np.searchsorted(known[0], image_ids), known.shape[1] - 1)
        is_known = known[0][at] == image_ids
        found[is_known] = (known[1] * DAY + known[2])[at[is_known]]
    return found
