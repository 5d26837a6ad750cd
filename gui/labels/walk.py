"""The walk through the doubtful images: what is asked, what an answer does, the way back.

Each answer is stored at once, as a step that can be undone; the ranking follows it before the next question. What
is labelled elsewhere meanwhile is followed, too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from engine.learning.doubtful import Proposal, Question
from engine.progress import Progress
from engine.sentences import said
from engine.store.label_edits import Give
from gui.labels.label_changes import LabelChange, quoted_label, words_for
from gui.labels.walk_dialog import WalkDialog
from gui.labels.walk_reading import Asked, WalkReader
from gui.language import tr, tr_n
from gui.session import Session
from gui.undo import Undo, Undoable
from gui.widgets.later import Later
from gui.widgets.menus import MenuEntry, Menus

PIXELS = 1600
MORE_PIXELS = 8000
SETTLE_MS = 400  # an import changes labels many times a second
REPORT_SECONDS = 0.1
LOOKING = said("Looking for doubtful pictures…")
NOTHING = said("Nothing to ask now")
ONLY_SKIPPED = said("What is left are the pictures that you skipped.")


@dataclass(frozen=True, slots=True)
class WalkStep:
    """A question that was answered, and what takes the answer back; None if it was skipped."""

    asked: Asked
    given: tuple[str, ...]  # the labels that the image had got before
    inverse: Undoable | None

    @property
    def image_id(self) -> int:
        assert self.asked.question is not None
        return self.asked.question.image_id


class Walk(QObject):
    """Signals: `refused(str)`: why the walk cannot begin; one sentence."""

    refused = Signal(str)
    _looked = Signal(int, int)  # from the thread that reads

    def __init__(self, session: Session, undo: Undo, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._undo, self._window = session, undo, window
        self._reader = WalkReader(session)
        self._questions, self._pictures = session.background(), session.background()
        self.dialog: WalkDialog | None = None  # while a walk goes on
        self._walk = 0  # its number; nobody waits for what an earlier one asked for
        self._looked_at = 0.0
        self._forget()
        self._settle = Later(SETTLE_MS, self._on_settled, self)
        self._questions.answered.connect(self._on_asked)
        self._questions.failed.connect(self._on_failed)
        self._pictures.answered.connect(self._on_picture_read)
        self._looked.connect(self._on_looked)
        session.library_changed.connect(self._on_library_changed)
        session.refused.connect(self._on_refused)

    def add_entries(self, menus: Menus) -> None:
        menus.add("La&bels", [MenuEntry(said("Label the &doubtful…"), "Ctrl+D", self.begin)])

    def begin(self) -> None:
        if self._session.library.read_only:
            self.refused.emit(tr("This library can only be read here, so nothing can be labelled."))
        elif self.dialog is not None:
            self.dialog.activateWindow()
        else:
            self._walk += 1
            self._forget()
            self.dialog = self._made_dialog()
            self.dialog.show_message(tr(LOOKING), "")
            self._show_progress()
            self.dialog.show()
            self._ask()

    def end(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()

    def _forget(self) -> None:
        self._asked: Asked | None = None
        self._given: list[str] = []  # labels that the image got just now
        self._unfit: set[str] = set()  # labels that it was said not to have
        self._steps: list[WalkStep] = []
        self._aside: set[int] = set()
        self._waiting = False  # for an answer to be stored, or for the next question
        self._storing = False

    def _made_dialog(self) -> WalkDialog:
        dialog = WalkDialog(self._window)
        dialog.resize(self._window.size() * 0.9)
        dialog.yes_given.connect(self._on_yes)
        dialog.another_given.connect(self._on_another)
        dialog.no_given.connect(self._on_no)
        dialog.skipped.connect(self._on_skipped)
        dialog.back_wanted.connect(self._on_back)
        dialog.labels_entered.connect(self._on_labels_entered)
        dialog.view.more_pixels_wanted.connect(self._on_more_pixels_wanted)
        dialog.ended.connect(self._on_ended)
        return dialog

    def _on_ended(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
        self._settle.stop()
        self._pictures.drop()
        self._questions.ask(self._reader.forget)
        self._window.activateWindow()

    # -- answers ------------------------------------------------------------------------------------------------

    def _on_yes(self) -> None:
        if (proposal := self._proposal()) is not None:
            self._give([proposal.label], stay=False)

    def _on_another(self) -> None:
        if (proposal := self._proposal()) is not None:
            self._give([proposal.label], stay=True)

    def _on_no(self) -> None:
        proposal = self._proposal()
        if proposal is None or self._waiting or self.dialog is None:
            return
        self._unfit.add(proposal.label)
        self._show_proposal()
        if self._proposal() is None:
            self.dialog.open_entry()

    def _on_skipped(self) -> None:
        question = self._question()
        if question is None or self._waiting or self._asked is None:
            return
        if not self._given:  # else it is answered, and has no more labels
            self._aside.add(question.image_id)
            self._steps.append(WalkStep(self._asked, (), None))
        self._ask()

    def _on_labels_entered(self, names: list[str]) -> None:
        self._give(names, stay=False)

    def _give(self, names: list[str], stay: bool) -> None:
        question = self._question()
        if question is None or self._waiting or self._asked is None:
            return
        self._waiting = self._storing = True
        edit = Give({name: [question.image_id] for name in names})
        then = partial(self._on_given, self._asked, names, stay)
        self._undo.do(LabelChange(edit), partial(words_for, edit), then)

    def _on_given(self, asked: Asked, names: list[str], stay: bool, inverse: Undoable | None) -> None:
        self._waiting = self._storing = False
        if inverse is not None:
            self._steps.append(WalkStep(asked, tuple(self._given), inverse))
        self._given += names
        if stay:
            self._show_progress()
            self._show_proposal()
        else:
            self._ask()

    def _on_back(self) -> None:
        if not self._steps or self._waiting:
            return
        step = self._steps[-1]
        then = partial(self._on_taken_back, step)
        if step.inverse is None:
            self._on_taken_back(step)
            return
        self._waiting = self._storing = True
        if self._undo.history.last is step.inverse:
            self._undo.undo(then)
        else:  # something else was done since, and stays
            self._undo.do(step.inverse, tr("An answer is taken back"), then)

    def _on_taken_back(self, step: WalkStep, _inverse: Undoable | None = None) -> None:
        self._storing = False
        self._steps.remove(step)
        self._aside.discard(step.image_id)
        self._show(step.asked, list(step.given))
        if not step.given:
            self._ask(step.image_id)

    # -- asking -------------------------------------------------------------------------------------------------

    def _question(self) -> Question | None:
        return self._asked.question if self._asked is not None else None

    def _proposal(self) -> Proposal | None:
        """The likeliest label that nothing was said about yet."""
        question = self._question()
        proposals = question.proposals if question is not None else ()
        return next((p for p in proposals if p.label not in self._unfit and p.label not in self._given), None)

    def _ask(self, image_id: int | None = None) -> None:
        """For the question about this image, or else the next one."""
        self._settle.stop()
        self._waiting = True
        aside, walk = frozenset(self._aside), self._walk
        self._questions.ask(lambda: self._reader.read(aside, image_id, partial(self._go_on, walk)))

    def _go_on(self, walk: int, progress: Progress) -> bool:
        """Runs on the thread that reads."""
        if progress.total and time.monotonic() - self._looked_at > REPORT_SECONDS:
            self._looked_at = time.monotonic()
            self._looked.emit(progress.done, progress.total)
        return walk == self._walk and self.dialog is not None

    def _on_looked(self, done: int, total: int) -> None:
        if self.dialog is not None and self._asked is None:
            sentence = tr_n(
                "{done:,} of {n:,} pictures compared with the labelled ones",
                "{done:,} of {n:,} picture compared with the labelled ones",
                total,
                done=done,
            )
            self.dialog.show_message(tr(LOOKING), sentence)

    def _on_asked(self, asked: Asked | None) -> None:
        if asked is not None and self.dialog is not None:
            self._show(asked, [])

    def _on_failed(self, sentence: str) -> None:
        if self.dialog is not None:
            self._asked, self._waiting = None, False
            self.dialog.show_message(tr(NOTHING), sentence)

    def _on_refused(self, sentence: str) -> None:
        """An answer could not be stored."""
        if self.dialog is not None and self._storing:
            self._waiting = self._storing = False
            self.dialog.show_notice(sentence)

    def _on_library_changed(self) -> None:
        if self.dialog is not None:
            self._settle.soon()

    def _on_settled(self) -> None:
        """Images may have been labelled elsewhere; but one that got a label here waits for its next one."""
        question = self._question()
        if self.dialog is not None and not self._waiting and not self._given:
            self._ask(question.image_id if question is not None else None)

    # -- showing ------------------------------------------------------------------------------------------------

    def _show(self, asked: Asked, given: list[str]) -> None:
        before = self._question()
        self._asked, self._given, self._waiting = asked, given, False
        self._show_progress()
        question = asked.question
        if self.dialog is None:
            return
        if question is None:
            self.dialog.show_message(tr(NOTHING), tr(asked.trouble or ONLY_SKIPPED))
            return
        self.dialog.entry.show_labels(asked.labels)
        self.dialog.neighbours.set_neighbours(question.neighbours, asked.neighbours)
        if before is None or before.image_id != question.image_id:
            self._turn_to(asked)
        self._show_proposal()

    def _turn_to(self, asked: Asked) -> None:
        """To another picture."""
        if self.dialog is None:
            return
        self._unfit = set()
        self.dialog.turn_to(asked.picture.name, asked.picture.thumbnail, asked.picture.size)
        self._read_picture(PIXELS)

    def _show_proposal(self) -> None:
        question, proposal = self._question(), self._proposal()
        if self.dialog is None or question is None:
            return
        self.dialog.neighbours.set_proposed(proposal.label if proposal is not None else "")
        if proposal is None:
            reason = tr("Its nearest labelled pictures suggest no other label. Type one, or go on.")
            self.dialog.show_question(tr("Which label fits?"), reason, can_answer=False, answered=bool(self._given))
            return
        words, reason = tr("Is this {label}?", label=quoted_label(proposal.label)), _reason(question, proposal)
        if self._given:
            words = tr("Is this also {label}?", label=quoted_label(proposal.label))
            given = ", ".join(map(quoted_label, self._given))
            reason = tr("It is {labels} now. {reason}", labels=given, reason=reason)
        self.dialog.show_question(words, reason, can_answer=True, answered=bool(self._given))

    def _show_progress(self) -> None:
        if self.dialog is None:
            return
        answered = len({step.image_id for step in self._steps if step.inverse is not None})
        parts = [tr("{n:,} answered", n=answered)]
        if self._aside:
            parts.append(tr("{n:,} skipped", n=len(self._aside)))
        if self._asked is not None:
            parts.append(tr_n("{n:,} pictures left", "{n:,} picture left", self._asked.left))
        self.dialog.show_progress("  ·  ".join(parts), bool(self._steps))

    # -- the picture --------------------------------------------------------------------------------------------

    def _read_picture(self, longest: int) -> None:
        question, path = self._question(), self._asked.picture.path if self._asked is not None else None
        if question is None or path is None:
            self._pictures.drop()
            return
        image_id = question.image_id
        self._pictures.ask(lambda: (image_id, *self._session.read_picture(path, longest)))

    def _on_picture_read(self, answer: tuple[int, QImage, int, int]) -> None:
        image_id, picture, width, height = answer
        question = self._question()
        if self.dialog is not None and question is not None and question.image_id == image_id:
            self.dialog.show_better_picture(picture, QSize(width, height))

    def _on_more_pixels_wanted(self) -> None:
        self._read_picture(MORE_PIXELS)


def _reason(question: Question, proposal: Proposal) -> str:
    return tr_n(
        "{n} of its {of} nearest labelled pictures have this label.",
        "{n} of its {of} nearest labelled pictures has this label.",
        sum(proposal.label in neighbour.labels for neighbour in question.neighbours),
        of=len(question.neighbours),
    )
