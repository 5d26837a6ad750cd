"""The page of what was done to files: shown over the grid, read in the background page by page, taken back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.file_actions.looking_back import LoggedBatch, LoggedFile, logged_batches, logged_files
from engine.sentences import said
from gui.file_actions.log_page import ActionLogPage
from gui.pictures.centre import Centre
from gui.pictures.turns import Turns
from gui.session import Session
from gui.widgets.later import Later
from gui.widgets.menus import MenuEntry, Menus

PAGE = "file actions"
SETTLE_MILLISECONDS = 300


class ActionLog(QObject):
    """Signals:
    said(str): one sentence.
    undo_requested(int): take back this batch.
    """

    said = Signal(str)
    undo_requested = Signal(object)

    def __init__(self, session: Session, centre: Centre, turns: Turns) -> None:
        super().__init__(centre)
        self._session, self._centre = session, centre
        self.page = ActionLogPage()
        self._batches, self._files = session.background(), session.background()
        self._batches.answered.connect(self._on_batches_read)
        self._files.answered.connect(self._on_files_read)
        for thread in (self._batches, self._files):
            thread.failed.connect(self.said)
        self._settle = Later(SETTLE_MILLISECONDS, self.refresh, self)
        session.library_changed.connect(self._on_library_changed)
        centre.add_page(PAGE, self.page)
        self.page.closed.connect(turns.back_to_grid)
        self.page.batch_chosen.connect(self._on_batch_chosen)
        self.page.undo_requested.connect(self.undo_requested)
        self.page.batch_rows.more_wanted.connect(self._on_more_batches_wanted)
        self.page.file_rows.more_wanted.connect(self._on_more_files_wanted)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&View", [MenuEntry(said("&What was done to files"), "Ctrl+H", self.show)])

    def show(self) -> None:
        """The keys go there, too."""
        self._centre.show_page(PAGE)
        self.page.batches.setFocus()
        self.refresh()

    def refresh(self) -> None:
        if self._centre.page == PAGE:
            self._ask_batches(None)

    def _on_library_changed(self) -> None:
        if self._centre.page == PAGE:
            self._settle.soon()

    # -- reading ------------------------------------------------------------------------------------------------

    def _ask_batches(self, before: int | None) -> None:
        library = self._session.library
        self._batches.ask(lambda: (before, *logged_batches(library, before)))

    def _on_batches_read(self, answer: tuple[int | None, list[LoggedBatch], int | None]) -> None:
        before, found, more = answer
        if before is None:
            self.page.show_batches(found, more)
        else:
            self.page.batch_rows.append(found, more)

    def _on_more_batches_wanted(self, before: int) -> None:
        self._ask_batches(before)

    def _on_batch_chosen(self, batch: int) -> None:
        self._ask_files(batch, 0)

    def _ask_files(self, batch: int, after: int) -> None:
        library = self._session.library
        self._files.ask(lambda: (batch, after, *logged_files(library, batch, after)))

    def _on_files_read(self, answer: tuple[int, int, list[LoggedFile], int | None]) -> None:
        batch, after, found, more = answer
        if not after:
            self.page.show_files(batch, found, more)
        elif batch == self.page.batch:
            self.page.file_rows.append(found, more)

    def _on_more_files_wanted(self, after: int) -> None:
        if self.page.batch is not None:
            self._ask_files(self.page.batch, after)
