"""The log of what was written into sidecars, so that it can be taken back.

A row is there before a file is touched, and goes when what it says was taken back. What became of it when the
program was interrupted, the file itself says: its content is what it was before, or what it was to be.

As that of file actions, the log is not in the backup.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.store.connection import Database
from engine.store.folders import now


@dataclass(frozen=True, slots=True)
class SidecarWrite:
    """What was written into one sidecar."""

    path: bytes  # absolute
    before: bytes  # the hash of what was there; empty: nothing was
    after: bytes  # the hash of what we left there
    splices: str  # the bytes that were changed, as `engine.xmp.splices` packs them
    added: str  # the values that were added, as `engine.xmp.taking_back` packs them


@dataclass(frozen=True, slots=True)
class LoggedWrite:
    id: int
    batch: int  # those of one export: the id of the first
    write: SidecarWrite


def begin(db: Database, batch: int | None, writes: Sequence[SidecarWrite]) -> list[LoggedWrite]:
    """What is about to be written; without a batch it is the beginning of one."""
    logged = []
    for each in writes:
        row = (batch or 0, each.path, each.before, each.after, each.splices, each.added, now())
        sql = (
            "INSERT INTO sidecar_log (batch, path, before, after, splices, added, written_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        number = int(db.execute(sql, row).lastrowid or 0)
        if batch is None:
            batch = number
            db.execute("UPDATE sidecar_log SET batch = id WHERE id = ?", (number,))
        logged.append(LoggedWrite(number, batch, each))
    return logged


def forget(db: Database, ids: Sequence[int]) -> None:
    """They were taken back, or never came about."""
    db.conn.executemany("DELETE FROM sidecar_log WHERE id = ?", [(number,) for number in ids])


def is_noted(db: Database, path: bytes) -> bool:
    """Whether something was written into it that can be taken back."""
    return db.execute("SELECT 1 FROM sidecar_log WHERE path = ? LIMIT 1", (path,)).fetchone() is not None


def moved(db: Database, source: bytes, target: bytes) -> None:
    """A sidecar lies elsewhere now; what was written into it can be taken back there."""
    db.execute("UPDATE sidecar_log SET path = ? WHERE path = ?", (target, source))


def batches(db: Database) -> list[int]:
    """The exports of which something can be taken back, the last first."""
    return [batch for (batch,) in db.execute("SELECT DISTINCT batch FROM sidecar_log ORDER BY batch DESC")]


def of_batch(db: Database, batch: int) -> list[LoggedWrite]:
    """What was written by one export, the last first: the order in which it is taken back."""
    sql = "SELECT id, batch, path, before, after, splices, added FROM sidecar_log WHERE batch = ? ORDER BY id DESC"
    return [LoggedWrite(number, batch, SidecarWrite(*row)) for number, batch, *row in db.execute(sql, (batch,))]
