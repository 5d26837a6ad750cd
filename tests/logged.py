"""What stands in a library's logs, all of it; the program itself reads a batch at a time."""

from typing import Any

from engine.store import file_actions, sidecar_log
from engine.store.file_actions import FileAction
from engine.store.sidecar_log import SidecarWrite

MOST = 1_000_000


def logged_actions(db: Any) -> list[FileAction]:
    """The last first."""
    batches, _ = file_actions.batches(db, None, MOST)
    return [each for batch in batches for each in file_actions.of_batch(db, batch.batch, 0, MOST)[::-1]]


def logged_writes(db: Any) -> list[SidecarWrite]:
    """The last first."""
    return [each.write for batch in sidecar_log.batches(db) for each in sidecar_log.of_batch(db, batch)]
