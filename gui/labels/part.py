"""All that the window has for labels, put together."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gui.labels.actions import LabelActions
from gui.labels.entering import Entering
from gui.labels.hotkeys import Hotkeys
from gui.labels.keyword_bar import KeywordBar
from gui.labels.keyword_exchange import KeywordExchange
from gui.labels.keyword_taking import KeywordTaking
from gui.labels.label_filter import LabelFilter
from gui.labels.labelling import Labelling
from gui.labels.labels_panel import LabelsPanel
from gui.labels.managing import Managing
from gui.labels.preview_labels import PreviewLabels
from gui.labels.transfer import Transfer
from gui.pictures.parts import PictureParts
from gui.session import LibraryState, Session
from gui.undo import Undo
from gui.widgets.menus import Menus


class LabelsPart(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(
        self, session: Session, undo: Undo, pictures: PictureParts, keyword_bar: KeywordBar, window: QWidget
    ) -> None:
        super().__init__(window)
        self._undo, self._pictures = undo, pictures
        self._grid = pictures.centre.grid
        self.panel = LabelsPanel()
        self.labelling = Labelling(session, undo, self._grid.images())
        self.entering = Entering(session, self.labelling, pictures.centre, pictures.viewing)
        self.filter = LabelFilter(self.labelling, self.panel, pictures)
        self.preview = PreviewLabels(
            session, self.labelling, self.entering, self.filter, pictures.preview, pictures.viewing
        )
        self.managing = Managing(self.labelling, self.entering, self.filter, self.panel, pictures.viewing)
        self.transfer = Transfer(session, self.labelling, undo, pictures.browsing, window)
        self.keywords = KeywordTaking(session, self.labelling, undo, keyword_bar, window)
        self.exchange = KeywordExchange(session, self.labelling, window)
        self.hotkeys = Hotkeys(self.labelling, self._grid, pictures.viewer, self.panel.view, pictures.viewing)
        self.panel.entry_requested.connect(self.entering.open)
        pictures.viewer.label_requested.connect(self._open_entry)
        pictures.viewer.finished.connect(self.entering.entry.hide)
        self.preview.read.connect(pictures.viewer.show_labels)
        self.entering.entry.undo_requested.connect(self._on_undo_requested)
        self.entering.entry.redo_requested.connect(self._on_redo_requested)
        self.panel.folder_names_requested.connect(self.transfer.from_folders)
        pictures.browsing.state_read.connect(self._on_state_read)
        self.labelling.said.connect(self.said)
        self.transfer.said.connect(self.said)
        self.keywords.said.connect(self.said)
        self.exchange.said.connect(self.said)

    def add_entries(self, menus: Menus) -> None:
        self.managing.keep_keys_of(menus)
        LabelActions(
            self._open_entry,
            self.filter,
            self.transfer,
            self.keywords,
            self.exchange,
            self._undo,
            self.panel,
            self._pictures.viewer,
            menus,
        )

    def _open_entry(self) -> None:
        """Over the grid; for the picture of the viewer if that is open, over that."""
        viewer, current = self._pictures.viewer, self._pictures.viewing.current_id()
        if viewer.isVisible() and current is not None:
            self.entering.open_for([current], viewer.panes, viewer.view)
        else:
            self.entering.open()

    def _on_undo_requested(self) -> None:
        self._undo.undo()

    def _on_redo_requested(self) -> None:
        self._undo.redo()

    def _on_state_read(self, state: LibraryState) -> None:
        """Images come and go while indexing goes on, and with them the numbers; so do folders."""
        self.labelling.refresh()
        self.keywords.note_state(state)
