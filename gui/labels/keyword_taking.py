"""Keywords of other programs as labels: the question about each folder, asked once and without being in the way;
and all answers in the menu, where they can be changed. Each answer is a step that can be undone."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.progress import Progress
from engine.store import folder_answers
from engine.store.folder_answers import FolderAnswer
from gui.labels.keyword_bar import KeywordBar, folder_name
from gui.labels.keyword_step import KeywordStep
from gui.labels.keywords_dialog import KeywordsDialog
from gui.labels.label_changes import labels
from gui.labels.labelling import Labelling
from gui.language import tr, tr_n
from gui.running.job import Job
from gui.session import LibraryState, Session
from gui.undo import AnyUndoable, Undo
from gui.widgets.menu_keys import UNDO, keys_of

if TYPE_CHECKING:  # they bring what reads pictures, which the window does without until it is needed
    from engine.jobs.keyword_folders import FolderKeywords
    from engine.jobs.xmp_import import TakenLabels

Answers = Mapping[int, FolderAnswer]


class KeywordTaking(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(
        self, session: Session, labelling: Labelling, undo: Undo, bar: KeywordBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._labelling, self._undo, self._window = session, labelling, undo, window
        self.bar = bar
        self.question: KeywordsDialog | None = None  # the last one that was asked
        self._found: dict[int, FolderKeywords] = {}  # what an indexing saw, by folder
        self._answered: set[int] = set()  # those of them that are not asked about any more
        self.bar.yes.connect(self._on_yes)
        self.bar.no.connect(self._on_no)
        self.bar.details_wanted.connect(self._on_details_wanted)
        self._reading = session.background()
        self._reading.answered.connect(self._on_answers_read)
        session.job_started.connect(self._on_job_started)
        undo.applied.connect(self._on_applied)

    def choose(self) -> None:
        """What all folders hold, and what was answered."""
        if self._labelling.may_write():
            self._session.run(
                tr("Looking for keywords"), self._looking, done=self._on_looked, changes_library=False
            )

    def note_state(self, state: LibraryState) -> None:
        """Folders come and go."""
        known = {each.folder.id for each in state.folders}
        self._found = {number: found for number, found in self._found.items() if number in known}
        self._answered &= known  # a number may be given again
        self._ask()

    # -- the line -----------------------------------------------------------------------------------------------

    def _on_job_started(self, job: Job) -> None:
        job.finished.connect(self._on_job_finished)

    def _on_job_finished(self, result: object) -> None:
        """An indexing says what it saw; what it noticed later comes to what was there before."""
        for number, found in getattr(result, "unasked", {}).items():
            if number in self._found:
                self._found[number].add(found)
            else:
                self._found[number] = found
        self._ask()

    def _ask(self) -> None:
        self.bar.ask(self._asked())

    def _asked(self) -> FolderKeywords | None:
        open_ones = (each for number, each in self._found.items() if number not in self._answered)
        return next((each for each in open_ones if each.pictures), None)

    def _on_yes(self) -> None:
        if (found := self._asked()) is not None:
            self._take({found.folder.id: FolderAnswer(True)})

    def _on_no(self) -> None:
        found = self._asked()
        if found is not None and self._labelling.may_write():
            self._answered.add(found.folder.id)
            text = tr(
                "Keywords of other programs in {folder} are left alone", folder=folder_name(found.folder.path)
            )
            self._undo.do(KeywordStep({found.folder.id: FolderAnswer(False)}), text)
            self._ask()

    def _on_details_wanted(self) -> None:
        if (found := self._asked()) is not None:
            self._show([found])

    # -- the dialog ---------------------------------------------------------------------------------------------

    def _looking(self) -> Generator[Progress, None, list[FolderKeywords]]:
        from engine.jobs.keyword_folders import look_at_all

        return (yield from look_at_all(self._session.library))

    def _on_looked(self, found: list[FolderKeywords]) -> None:
        holding = [each for each in found if each.pictures or each.rated or each.answer is not None]
        if holding:
            self._show(holding)
        else:
            self.said.emit(tr("No picture and no sidecar holds keywords of other programs."))

    def _show(self, found: list[FolderKeywords]) -> None:
        dialog = KeywordsDialog(found, self._window)
        dialog.agreed.connect(self._take)
        self.question = dialog
        dialog.open()

    # -- taking them --------------------------------------------------------------------------------------------

    def _take(self, answers: Answers) -> None:
        """Where the answer is yes; the others are left alone from now on."""
        if not answers:
            self.said.emit(tr("Keywords of other programs: nothing was changed."))
            return

        def taking() -> Generator[Progress, None, TakenLabels]:
            """On the job's thread: the step stands on the stack as soon as its rows are stored."""
            from engine.jobs.xmp_import import take_as_answered

            taken, before = yield from take_as_answered(self._session.library, answers)
            step = KeywordStep(before, taken.labelled.undo)
            text = tr_n(
                "Keywords of other programs, given to {n:,} pictures",
                "Keywords of other programs, given to {n:,} picture",
                taken.labelled.images,
            )
            self._undo.history.push(step, text)
            return taken

        if self._labelling.may_write():
            if self._session.job is not None:
                self.said.emit(tr("Taking keywords begins when this is done: {job}.", job=self._session.job.title))
            self._answered.update(answers)
            self._ask()
            self._session.run(
                tr("Taking keywords"),
                taking,
                done=self._on_taken,
                failed=self._on_not_taken,
                cancelled=self._read_answers,
            )

    def _on_taken(self, taken: TakenLabels) -> None:
        self.said.emit(_said(taken))
        self._labelling.was_changed(taken.labelled.undo)
        self._read_answers()

    def _on_not_taken(self, sentence: str) -> None:
        self._read_answers()

    def _on_applied(self, inverse: AnyUndoable) -> None:
        """Done, undone or done again."""
        if isinstance(inverse, KeywordStep):
            self._labelling.was_changed(inverse.rows)
            self._read_answers()

    def _read_answers(self) -> None:
        library = self._session.library
        self._reading.ask(lambda: set(folder_answers.all_answers(library.db)))

    def _on_answers_read(self, answered: set[int]) -> None:
        self._answered = answered
        self._ask()


def _said(taken: TakenLabels) -> str:
    given: Any = taken.labelled
    parts = []
    if given.assigned:
        parts.append(
            tr_n(
                "{labels} on {n:,} pictures, {given:,} given",
                "{labels} on {n:,} picture, {given:,} given",
                given.images,
                labels=labels(given.labels),
                given=given.assigned,
            )
        )
    if taken.taken_away:
        parts.append(
            tr_n(
                "{n:,} taken away, as their keyword is gone",
                "{n:,} taken away, as its keyword is gone",
                taken.taken_away,
            )
        )
    what = ", ".join(parts) or tr("nothing new")
    sentences = [tr("Keywords of other programs: {what}; {keys} takes it back.", what=what, keys=keys_of(UNDO))]
    if taken.unreadable:
        sentences.append(
            tr_n(
                "Metadata of {n:,} files could not be read.",
                "Metadata of {n:,} file could not be read.",
                taken.unreadable,
            )
        )
    return " ".join(sentences)
