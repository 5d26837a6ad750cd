"""All that the window has for labels, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gui.labels.actions import LabelActions
from gui.labels.entering import Entering
from gui.labels.hotkeys import Hotkeys
from gui.labels.label_filter import LabelFilter
from gui.labels.labelling import Labelling
from gui.labels.labels_panel import LabelsPanel
from gui.labels.managing import Managing
from gui.labels.preview_labels import PreviewLabels
from gui.labels.transfer import Transfer
from gui.widgets.menus import Menus

if TYPE_CHECKING:
    from gui.window.main_window import MainWindow


class LabelsPart(QObject):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        session, undo = window.session, window.undo
        self._undo, self._window = undo, window
        self.panel = LabelsPanel()
        self.labelling = Labelling(session, undo, window.grid, window.model)
        self.entering = Entering(session, self.labelling, window.centre)
        self.filter = LabelFilter(
            self.labelling,
            self.panel,
            window.browse_bar,
            window.query_bar,
            window.browsing,
            window.searching,
            window.centre,
        )
        self.preview = PreviewLabels(
            session, self.labelling, self.entering, self.filter, window.preview, window.grid
        )
        self.managing = Managing(self.labelling, self.entering, self.filter, self.panel)
        self.transfer = Transfer(session, self.labelling, undo, window.browsing, window)
        self.hotkeys = Hotkeys(self.labelling, window.grid, window.large, self.panel.view)
        self.panel.entry_requested.connect(self.entering.open)
        self.entering.entry.undo_requested.connect(self._on_undo_requested)
        self.entering.entry.redo_requested.connect(self._on_redo_requested)
        self.panel.folder_names_requested.connect(self.transfer.from_folders)
        window.browsing.state_read.connect(self._on_state_read)
        self.labelling.said.connect(window.say)
        self.transfer.said.connect(window.say)
        window.add_left_panel(self.panel)

    def add_entries(self, menus: Menus) -> None:
        self.managing.keep_keys_of(menus)
        LabelActions(
            self._open_entry, self.filter, self.transfer, self._undo, self.panel, self._window.large, menus
        )

    def _open_entry(self) -> None:
        """Over the grid; for the picture of the large view if that is open, which makes room."""
        large, current = self._window.large, self._window.grid.current_id()
        if large.isVisible() and current is not None:
            large.close()
            self.entering.open_for([current])
        else:
            self.entering.open()

    def _on_undo_requested(self) -> None:
        self._undo.undo()

    def _on_redo_requested(self) -> None:
        self._undo.redo()

    def _on_state_read(self) -> None:
        """Images come and go while indexing goes on, and with them the numbers."""
        self.labelling.refresh()
