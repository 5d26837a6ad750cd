"""The page of skipped files: shown over the grid, read again when a job has ended, retried."""

from PySide6.QtCore import QObject

from gui.library.folder_tree import SKIPPED
from gui.library.library_panel import LibraryPanel
from gui.library.skipped_panel import SkippedPanel
from gui.pictures.centre import Centre
from gui.pictures.turns import Turns
from gui.session import Session

PAGE = "skipped"


class SkippedFiles(QObject):
    def __init__(
        self, session: Session, panel: SkippedPanel, tree: LibraryPanel, centre: Centre, turns: Turns
    ) -> None:
        super().__init__(panel)
        self._session, self._panel, self._tree, self._centre, self._turns = session, panel, tree, centre, turns
        self._rows = session.background()
        self._rows.answered.connect(panel.show_files)
        centre.add_page(PAGE, panel)
        tree.skipped_chosen.connect(self._on_skipped_chosen)
        panel.closed.connect(turns.back_to_grid)
        panel.retry_requested.connect(self._on_retry_requested)

    def show(self) -> None:
        """The keys go there, too."""
        self._tree.choose(SKIPPED)
        self._on_skipped_chosen()
        self._panel.tree.setFocus()

    def refresh(self) -> None:
        if self._centre.page == PAGE:
            self._rows.ask(self._session.read_skipped)

    def _on_skipped_chosen(self) -> None:
        self._rows.ask(self._session.read_skipped)
        self._centre.show_page(PAGE)

    def _on_retry_requested(self, file_ids: list[int]) -> None:
        self._session.retry_skipped(file_ids)
        self._turns.back_to_grid()
