"""Groups of which a person said to keep all. Pictures are named by their content, so that it holds also for those
that go and come back."""

from dataclasses import dataclass

from engine.content import apart
from engine.store.checksums import checksum
from engine.store.connection import Database
from engine.store.folders import now


@dataclass(frozen=True, slots=True)
class KeptGroup:
    contents: frozenset[bytes]
    copies: int = 0  # of one picture: how many files of it are kept; 0: of several pictures

    @property
    def members(self) -> bytes:
        """As they are stored."""
        return b"".join(sorted(self.contents))


def put(db: Database, group: KeptGroup) -> bool:
    """Whether that is new."""
    row = (group.members, group.copies, now())
    sql = "INSERT OR IGNORE INTO kept_groups VALUES (?, ?, ?, ?)"
    return bool(db.execute(sql, (*row, checksum(*row))).rowcount)


def remove(db: Database, group: KeptGroup) -> bool:
    """Whether it was there."""
    sql = "DELETE FROM kept_groups WHERE members = ? AND copies = ?"
    return bool(db.execute(sql, (group.members, group.copies)).rowcount)


def read(db: Database) -> list[KeptGroup]:
    """All of them, in a fixed order; damaged ones are left out."""
    rows = db.execute(
        "SELECT members, copies, CAST(kept_at AS BLOB), checksum FROM kept_groups ORDER BY members, copies"
    )
    return [KeptGroup(frozenset(apart(row[0])), row[1]) for row in rows if checksum(*row[:3]) == row[3]]
