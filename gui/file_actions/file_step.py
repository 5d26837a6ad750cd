"""A batch of file actions as a step that can be undone, which is a batch of its own."""

from __future__ import annotations

from collections.abc import Generator

from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import Acted
from engine.library import Library
from engine.progress import Progress
from engine.store.file_actions import ActionKind
from gui.file_actions import texts
from gui.language import tr
from gui.undo import Done, LongUndoable


class FileStep(LongUndoable):
    """Taking back this batch."""

    def __init__(self, acted: Acted) -> None:
        assert acted.batch is not None
        self.batch, self._count = acted.batch, len(acted.done)
        self.to_be_indexed: set[int] = acted.to_be_indexed

    @property
    def size(self) -> int:
        return self._count

    @property
    def title(self) -> str:
        return tr("Taking back what was done to files")

    def work(self, library: Library) -> Generator[Progress, None, Done]:
        acted = yield from take_back(library, self.batch, Acted(ActionKind.MOVE))
        left = texts.left_alone(acted.left_alone) if acted.left_alone else ""
        return Done(FileStep(acted) if texts.is_undoable(acted) else None, left)
