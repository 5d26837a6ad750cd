"""Carrying out what was chosen: what was said of the dropped pictures goes to the kept ones, their files to the
trash. It is a job with progress, which can be cancelled and undone."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable

from PySide6.QtCore import QObject, Signal

from engine.copies.dropping import DropPlan
from engine.file_actions.dropped_copies import DroppedCopies, bring_back, drop
from engine.library import Library
from engine.progress import Progress
from engine.store.file_actions import ActionKind
from gui.file_actions import texts
from gui.language import tr
from gui.session import Session
from gui.undo import AnyUndoable, Done, LongUndoable, Undo

log = logging.getLogger(__name__)


class DropStep(LongUndoable):
    """Bringing back what was dropped, or dropping again what was brought back."""

    def __init__(self, dropped: DroppedCopies) -> None:
        self._dropped = dropped

    @property
    def size(self) -> int:
        return len(self._dropped.acted.done)

    @property
    def title(self) -> str:
        return tr("Taking back what was done to copies")

    @property
    def to_be_indexed(self) -> set[int]:
        return self._dropped.acted.to_be_indexed

    def work(self, library: Library) -> Generator[Progress, None, Done]:
        back = yield from bring_back(library, self._dropped)
        return Done(DropStep(back) if texts.is_undoable(back.acted) else None, _left_alone(back))


class Dropping(QObject):
    """Signals:
    said(str): one sentence.
    ended(): all that will be is done.
    """

    said = Signal(str)
    ended = Signal()

    def __init__(self, session: Session, undo: Undo, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._undo = session, undo
        undo.applied.connect(self._on_applied)

    def begin(self, plan: DropPlan) -> None:
        dropped, title = DroppedCopies(), tr(texts.TITLES[ActionKind.TRASH])
        if self._session.job is not None:
            self.said.emit(texts.makes_way(title, self._session.job.title))
        self._session.run(
            title,
            lambda: self._work(plan, dropped),
            done=self._on_done,
            failed=self._on_failed,
            cancelled=lambda: self._on_done(dropped),
            at_once=True,
        )

    def _work(self, plan: DropPlan, dropped: DroppedCopies) -> Generator[Progress, None, DroppedCopies]:
        """On the job's thread. What was done can be undone, also if it was cancelled or stopped in the middle."""
        try:
            return (yield from drop(self._session.library, plan, dropped))
        finally:
            if texts.is_undoable(dropped.acted):
                self._undo.history.push(DropStep(dropped), texts.done(dropped.acted))

    def _on_done(self, dropped: DroppedCopies) -> None:
        for left in dropped.acted.left_alone:
            log.warning("left alone: %s", left.sentence)
        self.said.emit(texts.sentence(dropped.acted))
        self.ended.emit()

    def _on_failed(self, sentence: str) -> None:
        self.ended.emit()  # the sentence is said by the bar that shows the job

    def _on_applied(self, inverse: AnyUndoable) -> None:
        """What came back without features is to be read."""
        if isinstance(inverse, DropStep):
            self._index(inverse.to_be_indexed)

    def _index(self, folder_ids: Iterable[int]) -> None:
        wanted = set(folder_ids)
        if wanted:
            self._session.index([folder for folder in self._session.library.folders() if folder.id in wanted])


def _left_alone(dropped: DroppedCopies) -> str:
    left = dropped.acted.left_alone
    return texts.left_alone(left) if left else ""
