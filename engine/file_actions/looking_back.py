"""The log of file actions as a person reads it: what was done when, to which files, and what can still be undone.

Whether something can be undone is told by a look at the disk, without reading any file: it may still turn out that
one of them was changed, and then it stays where it is.
"""

import os
import stat
from dataclasses import dataclass

from engine.library import Library
from engine.store import file_actions
from engine.store.file_actions import ActionBatch, ActionKind, ActionState, FileAction
from engine.store.file_times import stored_size

PAGE = 200  # batches, or files of one
LOOKED_AT = 20  # files of a batch; one that is there is enough

_GO_BACK = (ActionKind.TRASH, ActionKind.MOVE, ActionKind.RENAME)


@dataclass(frozen=True, slots=True)
class LoggedBatch:
    about: ActionBatch
    can_be_undone: bool


@dataclass(frozen=True, slots=True)
class LoggedFile:
    action: FileAction
    can_be_undone: bool


def logged_batches(library: Library, before: int | None = None) -> tuple[list[LoggedBatch], int | None]:
    """Some of what was done, the last first, from before that batch on; and, if there is more, what that comes
    before."""
    found, more = file_actions.batches(library.db, before, PAGE)
    return [LoggedBatch(each, _any_can_be_undone(library, each)) for each in found], more


def logged_files(library: Library, batch: int, after: int = 0) -> tuple[list[LoggedFile], int | None]:
    """Some of the files of a batch; and, if there are more, the last of these."""
    found = file_actions.of_batch(library.db, batch, after, PAGE)
    files = [LoggedFile(each, can_be_undone(each)) for each in found]
    return files, found[-1].id if len(found) == PAGE else None


def can_be_undone(action: FileAction) -> bool:
    """Whether what was done lies where it was put, and has somewhere to go back to."""
    if action.state is not ActionState.DONE or action.target is None:
        return False
    if action.kind in _GO_BACK and not os.path.isdir(os.path.dirname(action.source)):
        return False
    try:
        status = os.lstat(action.target)
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(status.st_mode) and stored_size(status.st_size) == action.size


def _any_can_be_undone(library: Library, batch: ActionBatch) -> bool:
    if not batch.done:
        return False
    looked_at = file_actions.of_batch(library.db, batch.batch, 0, LOOKED_AT)
    return any(can_be_undone(action) for action in looked_at)
