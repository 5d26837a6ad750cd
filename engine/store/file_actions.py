"""The log of what was done to files on disk: moved, copied, renamed, exported, put into the trash, brought back.

An action is written down before a file is touched, and again when it is known what became of it, together with the
rows of the files. One that is open was interrupted: the disk says what became of it (see
`engine.file_actions.settling`).

The log is not in the backup. That holds what a person said and nothing else can tell; where a file lies, the next
indexing sees, and knows it by its content.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.file_reasons import reason_again
from engine.store.connection import Database
from engine.store.folders import now


class ActionKind(StrEnum):
    TRASH = "trash"
    MOVE = "move"
    RENAME = "rename"
    COPY = "copy"
    EXPORT = "export"
    RESTORE = "restore"  # out of the trash


class ActionState(StrEnum):
    OPEN = "open"
    DONE = "done"
    FAILED = "failed"  # the file is where it was


@dataclass(frozen=True, slots=True)
class FileAction:
    """One file's part in what a person asked for, which is the batch. Paths are absolute."""

    id: int
    batch: int
    kind: ActionKind
    source: bytes
    target: bytes | None  # where it goes; into the trash: where it went, if that can be known
    content: bytes  # the hash of what lies at the target afterwards
    size: int
    part: str  # the name under which a copy lies beside its target until it is whole
    state: ActionState
    reason: str | None  # why it failed
    began_at: str


@dataclass(frozen=True, slots=True)
class ActionBatch:
    """What a person asked for at once; what is known of its first file stands for all."""

    batch: int
    kind: ActionKind
    source: bytes
    target: bytes | None
    began_at: str
    done: int
    failed: int
    open: int


_BEYOND_ALL = (1 << 63) - 1
_COLUMNS = "id, batch, kind, source, target, content, size, part, state, reason, began_at"


def begin(
    db: Database,
    batch: int | None,
    kind: ActionKind,
    source: bytes,
    target: bytes | None,
    content: bytes,
    size: int,
    part: str,
) -> FileAction:
    """What is about to be done; without a batch it is the first of one."""
    row = (kind, source, target, content, size, part, ActionState.OPEN, now())
    cursor = db.execute(
        "INSERT INTO file_actions (batch, kind, source, target, content, size, part, state, began_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (batch or 0, *row),
    )
    action_id = int(cursor.lastrowid or 0)
    if batch is None:
        db.execute("UPDATE file_actions SET batch = id WHERE id = ?", (action_id,))
    return one(db, action_id)


def set_target(db: Database, action_id: int, target: bytes) -> None:
    """It goes elsewhere than was meant: its name was taken."""
    db.execute("UPDATE file_actions SET target = ? WHERE id = ?", (target, action_id))


def end(
    db: Database, action_id: int, state: ActionState, target: bytes | None = None, reason: str | None = None
) -> None:
    db.execute(
        "UPDATE file_actions SET state = ?, target = coalesce(?, target), reason = ? WHERE id = ?",
        (state, target, reason, action_id),
    )


def one(db: Database, action_id: int) -> FileAction:
    return _actions(db, "id = ?", (action_id,))[0]


def any_open(db: Database) -> bool:
    sql = "SELECT 1 FROM file_actions WHERE state = 'open' LIMIT 1"
    return db.execute(sql).fetchone() is not None


def open_ones(db: Database) -> list[FileAction]:
    return _actions(db, "state = 'open'")


def before(db: Database, action: FileAction) -> list[FileAction]:
    """The few of its batch that were logged right before it, the last first."""
    return _actions(db, "batch = ? AND id < ?", (action.batch, action.id), " DESC LIMIT 4")


def done_in(db: Database, batch: int) -> list[FileAction]:
    """What was done, the last first: the order in which it is taken back."""
    return _actions(db, "batch = ? AND state = 'done'", (batch,), " DESC")


def batches(db: Database, before: int | None, limit: int) -> tuple[list[ActionBatch], int | None]:
    """Some batches, the last first, from before that one on; and, if there are more, what these come before."""
    sql = (
        "SELECT batch, kind, source, target, began_at, sum(state = 'done'), sum(state = 'failed'),"
        " sum(state = 'open'), min(id) FROM file_actions WHERE batch < ?"
        " GROUP BY batch ORDER BY batch DESC LIMIT ?"  # the cells are those of the row with the smallest id
    )
    rows = db.execute(sql, (_BEYOND_ALL if before is None else before, limit)).fetchall()
    known = [row for row in rows if row[1] in list(ActionKind)]  # `check` sees to the others
    found = [ActionBatch(row[0], ActionKind(row[1]), *row[2:8]) for row in known]
    return found, rows[-1][0] if len(rows) == limit else None


def of_batch(db: Database, batch: int, after: int, limit: int) -> list[FileAction]:
    """Some of its actions in their order, from after that one on."""
    return _actions(db, "batch = ? AND id > ?", (batch, after), f" LIMIT {int(limit)}")


def _actions(db: Database, condition: str, values: Sequence[object] = (), order: str = "") -> list[FileAction]:
    """Those whose row can be understood; `check` sees to the others."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM file_actions WHERE {condition} ORDER BY id{order}", tuple(values))
    return [
        FileAction(
            number,
            batch,
            ActionKind(kind),
            source,
            target,
            content,
            size,
            part,
            ActionState(state),
            None if reason is None else reason_again(reason),
            began,
        )
        for number, batch, kind, source, target, content, size, part, state, reason, began in rows
        if kind in list(ActionKind) and state in list(ActionState)
    ]
