"""Versions measured on the user's held-out labels: chosen, compared, cancelled.

Measuring is reading, on a thread of its own; nothing is measured twice as long as the labels stay what they are.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.progress import Driven, Progress
from engine.sentences import said
from engine.store import versions
from engine.store.versions import Version
from gui.evaluation.evaluation_page import EvaluationPage
from gui.language import error_text, tr
from gui.pictures.centre import Centre
from gui.pictures.turns import Turns
from gui.session import Session
from gui.versions.hit_column import VersionChoice
from gui.versions.version_text import choice_text
from gui.widgets.later import Later
from gui.widgets.menus import MenuEntry, Menus

if TYPE_CHECKING:
    from engine.learning.version_evaluation import KnownEvaluations, VersionEvaluation

PAGE = "evaluation"
VERSIONS_PAGE, COMPARE_PAGE = "versions", "compare"
SETTLE_MILLISECONDS = 800


@dataclass(frozen=True, slots=True, eq=False)
class _Wish:
    """What is to be measured, and whether it was cancelled; each measuring has its own."""

    version_ids: tuple[int, ...]
    cancelled: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True, eq=False)
class _Evaluated:
    evaluations: list[VersionEvaluation]
    problem: str  # why the second version is not among them


class Evaluating(QObject):
    """Signals:
    versions_requested(): back to the list of versions.
    comparison_requested(): back to the two that answer the same picture.
    """

    versions_requested = Signal()
    comparison_requested = Signal()
    _progressed = Signal(object, object)  # the wish and its progress, from the thread that measures

    def __init__(self, session: Session, page: EvaluationPage, centre: Centre, turns: Turns) -> None:
        super().__init__(page)
        self._session, self._page, self._centre, self._turns = session, page, centre, turns
        self._known: KnownEvaluations | None = None
        self._choices: list[VersionChoice] = []
        self._chosen: tuple[int, ...] = ()  # by id: the first and perhaps a second
        self._wish: _Wish | None = None  # what is being measured
        self._shown: tuple[int, ...] | None = None  # whose figures, or whose refusal, the page shows
        self._asks = False  # the person waits for it: it was not cancelled
        self._is_stale = False  # something has changed since
        self._came_from: str | None = None  # the page before
        self._lists, self._thread = session.background(), session.background(computes=True)
        self._lists.answered.connect(self._on_versions_read)
        self._lists.failed.connect(self._on_failed)
        self._thread.answered.connect(self._on_measured)
        self._thread.failed.connect(self._on_failed)
        self._progressed.connect(self._on_progressed)
        self._settle = Later(SETTLE_MILLISECONDS, self._on_settled, self)
        session.library_changed.connect(self._on_library_changed)
        centre.add_page(PAGE, page)
        centre.page_left.connect(self.stop)
        centre.page_shown.connect(self._on_page_shown)
        page.versions_chosen.connect(self._on_versions_chosen)
        page.cancel_requested.connect(self._on_cancel_requested)
        page.again_requested.connect(self._on_again_requested)
        page.closed.connect(self._on_closed)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&Model", [MenuEntry(said("&Evaluation"), "Ctrl+E", self.show)])

    def show(self) -> None:
        """The page with the versions it had, or the active one."""
        if self._centre.page != PAGE:
            self._came_from = self._centre.page
        self._asks = True
        self._page.say("")
        self._centre.show_page(PAGE)
        self._page.first.setFocus()
        if not self._page.evaluations:
            self._show_measuring()
        self._refresh()

    def evaluate(self, version_id: int) -> None:
        """This version alone."""
        self._chosen = (version_id,)
        self.show()

    def stop(self) -> None:
        """Nobody looks any more: measure nothing."""
        if self._wish is not None:
            self._wish.cancelled.set()
            self._wish = None
        self._page.set_measuring_again(False)
        self._settle.stop()
        self._lists.drop()
        self._thread.drop()

    # -- when to measure ----------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        self._lists.ask(self._read_versions)

    def _read_versions(self) -> list[Version]:
        known = [each for each in versions.all_versions(self._session.library.db) if not each.damaged]
        return sorted(known, key=lambda version: (not version.active, -version.id))

    def _on_versions_read(self, known: list[Version]) -> None:
        if not known:
            self._page.set_versions([], 0, None)
            self._page.show_word(
                tr("There is no model version yet"),
                tr("The first one is made when pictures are indexed: add a folder."),
            )
            return
        ids = [version.id for version in known]
        chosen = [each for each in self._chosen if each in ids] or ids[:1]
        self._chosen = tuple(chosen)
        choices = [(version.id, choice_text(version)) for version in known]
        if choices != self._choices or self._chosen != self._page.version_ids():
            self._choices = choices
            self._offer_versions()
        self._measure()

    def _measure(self) -> None:
        """Unless just this is being measured: then again after it."""
        if self._wish is not None and self._wish.version_ids == self._chosen:
            self._is_stale = True
            return
        if self._wish is not None:
            self._wish.cancelled.set()
        self._is_stale = False
        self._wish = _Wish(self._chosen)
        if self._shown != self._chosen:
            self._show_measuring()
        self._thread.ask(partial(self._read, self._wish))

    def _on_versions_chosen(self) -> None:
        first, *others = self._page.version_ids()
        self._chosen = (first, *(each for each in others if each != first))
        self._asks = True
        self._page.say("")
        self._offer_versions()
        self._measure()

    def _offer_versions(self) -> None:
        first, *others = self._chosen
        self._page.set_versions(self._choices, first, others[0] if others else None)

    def _on_cancel_requested(self) -> None:
        self.stop()
        self._asks = False
        self._page.show_word(tr("Cancelled"), "", again=True)

    def _on_again_requested(self) -> None:
        self._asks = True
        self._show_measuring()
        self._refresh()

    def _on_library_changed(self) -> None:
        if self._centre.page == PAGE and self._asks:
            self._settle.soon()

    def _on_settled(self) -> None:
        if self._centre.page == PAGE and self._asks:
            self._refresh()

    def _on_page_shown(self, name: str) -> None:
        if name != PAGE:
            self.stop()

    # -- on the thread that measures ----------------------------------------------------------------------------

    def _read(self, wish: _Wish) -> _Evaluated | None:
        """None if it was cancelled. If two cannot be compared, the first alone, and why."""
        db = self._session.library.db
        chosen = [versions.get(db, version_id) for version_id in wish.version_ids]
        problem = ""
        try:
            evaluations = self._evaluated(wish, chosen)
        except UserError as error:
            if len(chosen) == 1:
                raise
            problem = error_text(error)
            evaluations = self._evaluated(wish, chosen[:1])
        return None if evaluations is None else _Evaluated(evaluations, problem)

    def _evaluated(self, wish: _Wish, chosen: list[Version]) -> list[VersionEvaluation] | None:
        from engine.learning.version_evaluation import KnownEvaluations

        if self._known is None:
            self._known = KnownEvaluations()
        with Driven(self._known.evaluate(self._session.library, chosen)) as work:
            for progress in work:
                if wish.cancelled.is_set():
                    return None
                self._progressed.emit(wish, progress)
        return work.result

    # -- showing ------------------------------------------------------------------------------------------------

    def _on_progressed(self, wish: _Wish, progress: Progress) -> None:
        if wish is self._wish:
            self._page.show_progress(progress)

    def _on_measured(self, answer: _Evaluated | None) -> None:
        self._shown, self._wish = self._asked(), None
        if answer is None:
            return
        if (answer.evaluations, answer.problem) != (self._page.evaluations, self._page.problem):
            self._page.show_evaluations(answer.evaluations, answer.problem)
        self._again_if_stale()

    def _on_failed(self, sentence: str) -> None:
        self._shown, self._wish = self._asked(), None
        self._page.show_word(tr("This cannot be measured"), sentence)
        self._again_if_stale()

    def _asked(self) -> tuple[int, ...] | None:
        return None if self._wish is None else self._wish.version_ids

    def _show_measuring(self) -> None:
        self._shown = None
        self._page.show_measuring()

    def _again_if_stale(self) -> None:
        if self._is_stale:
            self._is_stale = False
            self._settle.start()

    def _on_closed(self) -> None:
        if self._came_from == VERSIONS_PAGE:
            self.versions_requested.emit()
        elif self._came_from == COMPARE_PAGE:
            self.comparison_requested.emit()
        else:
            self._turns.back_to_grid()
