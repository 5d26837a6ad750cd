"""From a wish to what comes of it: planned off the GUI thread, asked about, done as a job, and put on the pile of
what can be undone."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.errors import UserError
from engine.file_actions.acting import carry_out
from engine.file_actions.planning import planned
from engine.file_actions.undoing import take_back
from engine.file_actions.wishes import Acted, ActionPlan, FileWish
from engine.progress import Progress
from engine.sentences import said
from engine.store.file_actions import ActionKind
from gui.file_actions import texts
from gui.file_actions.asking import ActionQuestion
from gui.file_actions.file_step import FileStep
from gui.language import tr
from gui.session import Session
from gui.undo import AnyUndoable, Undo

log = logging.getLogger(__name__)

TAKING_BACK = said("Taking back what was done to files")

_FileSteps = Generator[Progress, None, Acted]
WishFor = Callable[[tuple[int, ...]], FileWish]  # of these files


@dataclass(frozen=True, slots=True, eq=False)
class _Plans:
    plan: ActionPlan
    with_copies: ActionPlan | None


class FileDoing(QObject):
    """Signals:
    said(str): one sentence.
    begun(ActionPlan): it is being done.
    ended(Acted): all of it that will be is done.
    """

    said = Signal(str)
    begun = Signal(object)
    ended = Signal(object)

    def __init__(self, session: Session, undo: Undo, window: QWidget, over: Callable[[], QWidget]) -> None:
        """Questions stand `over` what a person looks at."""
        super().__init__(window)
        self._session, self._undo, self._over = session, undo, over
        self._planning = session.background()
        self._planning.answered.connect(self._on_planned)
        self._planning.failed.connect(self.said)
        undo.applied.connect(self._on_applied)

    def wish(self, image_ids: Sequence[int], wish_for: WishFor) -> None:
        """About the files that these images stand for."""
        if image_ids and self._undo.may_write():
            self._planning.ask(lambda: self._read_plans(image_ids, wish_for))

    def take_back(self, batch: int) -> None:
        """What was done then, maybe long ago; that can itself be undone."""
        if self._undo.may_write():
            acted = Acted(ActionKind.MOVE)
            library = self._session.library
            self._run(tr(TAKING_BACK), acted, lambda: take_back(library, batch, acted))

    # -- on a background thread -----------------------------------------------------------------------------------

    def _read_plans(self, image_ids: Sequence[int], wish_for: WishFor) -> _Plans:
        library = self._session.library
        wish = wish_for(tuple(self._session.read_file_ids(image_ids)))
        plan = planned(library, wish)
        if not (plan.files or plan.left_alone):
            raise UserError(said("These files are not known any more."))
        if wish.kind not in (ActionKind.TRASH, ActionKind.MOVE) or not plan.copies_elsewhere:
            return _Plans(plan, None)
        copies = tuple(file.id for file in plan.copies_elsewhere)
        return _Plans(plan, planned(library, replace(wish, file_ids=wish.file_ids + copies)))

    # -- in the GUI thread ----------------------------------------------------------------------------------------

    def _on_planned(self, answer: _Plans) -> None:
        plan = answer.plan
        if not plan.files:
            self._tell_left_alone(Acted(plan.wish.kind, left_alone=list(plan.left_alone)))
        elif plan.wish.kind == ActionKind.TRASH or plan.left_alone or plan.last_copies or answer.with_copies:
            question = ActionQuestion(plan, answer.with_copies, self._over())
            question.agreed.connect(self._begin)
            question.open()
        else:
            self._begin(plan)

    def _begin(self, plan: ActionPlan) -> None:
        acted, library = Acted(plan.wish.kind), self._session.library
        self._run(tr(texts.TITLES[plan.wish.kind]), acted, lambda: carry_out(library, plan, acted))
        self.begun.emit(plan)

    def _run(self, title: str, acted: Acted, act: Callable[[], _FileSteps]) -> None:
        if self._session.job is not None:
            self.said.emit(texts.makes_way(title, self._session.job.title))
        self._session.run(
            title,
            lambda: self._work(act, acted),
            done=self._on_done,
            failed=lambda sentence: self.ended.emit(acted),
            cancelled=lambda: self._on_done(acted),
            at_once=True,
        )

    def _work(self, act: Callable[[], _FileSteps], acted: Acted) -> _FileSteps:
        """On the job's thread. What was done can be undone, also if it was cancelled or stopped in the middle."""
        try:
            return (yield from act())
        finally:
            if texts.is_undoable(acted):
                self._undo.history.push(FileStep(acted), texts.done(acted))

    def _on_done(self, acted: Acted) -> None:
        self.said.emit(texts.sentence(acted))
        for left in acted.left_alone:
            log.warning("left alone: %s", left.sentence)
        if acted.left_alone:
            self._tell_left_alone(acted)
        self._index(acted.to_be_indexed)
        self.ended.emit(acted)

    def _on_applied(self, inverse: AnyUndoable) -> None:
        if isinstance(inverse, FileStep):
            self._index(inverse.to_be_indexed)

    def _index(self, folder_ids: set[int]) -> None:
        """What is new there is to be read."""
        if folder_ids:
            self._session.index([folder for folder in self._session.library.folders() if folder.id in folder_ids])

    def _tell_left_alone(self, acted: Acted) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, tr(texts.TITLES[acted.kind]), "", parent=self._over())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("{files} left alone.", files=texts.files(len(acted.left_alone))))
        box.setInformativeText(texts.reasons(acted.left_alone))
        if len(acted.left_alone) > 5:
            box.setDetailedText(texts.reasons(acted.left_alone, len(acted.left_alone)))
        box.addButton(QMessageBox.StandardButton.Ok)
        box.open()
