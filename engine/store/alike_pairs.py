"""Pairs of images that were found to be alike, each with how much: near-copies, and pictures of one burst.

Also pairs that would be, but for their colours: no group may hold both, whatever else is alike to the two.
A cache: an image whose pixel code is not marked as compared is compared again, and its pairs are found again.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.store.checksums import checksum
from engine.store.connection import Database

APART = 0  # the likeness of two that only differ in colour


@dataclass(frozen=True, slots=True)
class AlikePair:
    first_id: int  # the smaller of the two
    second_id: int
    burst: bool  # taken within seconds; else the one is a copy of the other
    likeness: int  # up to 100


def put(db: Database, pairs: Iterable[AlikePair]) -> None:
    cells = [(pair.first_id, pair.second_id, int(pair.burst), pair.likeness) for pair in pairs]
    sql = "INSERT OR REPLACE INTO alike_pairs VALUES (?, ?, ?, ?, ?)"
    db.conn.executemany(sql, [(*row, checksum(*row)) for row in cells])


def read(db: Database, burst: bool, likeness: int = APART + 1) -> list[AlikePair]:
    """Of this kind and at least so alike, in a fixed order; damaged ones are left out."""
    sql = (
        "SELECT first_id, second_id, burst, likeness, checksum FROM alike_pairs WHERE burst = ? AND likeness >= ?"
        " ORDER BY first_id, second_id"
    )
    rows = db.execute(sql, (int(burst), likeness))
    return [AlikePair(row[0], row[1], burst, row[3]) for row in rows if checksum(*row[:4]) == row[4]]


def apart(db: Database) -> list[tuple[int, int]]:
    """The two that only differ in colour."""
    rows = db.execute(
        "SELECT first_id, second_id, burst, likeness, checksum FROM alike_pairs WHERE likeness = ?", (APART,)
    )
    return [(row[0], row[1]) for row in rows if checksum(*row[:4]) == row[4]]
