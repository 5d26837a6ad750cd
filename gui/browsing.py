"""What the grid shows while there is no query: the images of a folder, kept up to date while indexing goes on."""

import os
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from engine.store.browsing import Browse
from gui.grid.grid_view import GridView
from gui.grid.image_model import ImageModel
from gui.library.browse_bar import BrowseBar
from gui.library.library_panel import LibraryPanel
from gui.plain_text import printable
from gui.session import LibraryState, Session

REFRESH_MILLISECONDS = 700


class Browsing(QObject):
    """Signals:
    state_read(LibraryState): the library as it is now.
    shown(): the grid shows the images of the current choice.
    """

    state_read = Signal(object)
    shown = Signal()

    def __init__(
        self, session: Session, panel: LibraryPanel, bar: BrowseBar, grid: GridView, model: ImageModel
    ) -> None:
        super().__init__(grid)
        self._session, self._panel, self._bar, self._grid, self._model = session, panel, bar, grid, model
        self._active = True
        self._restart = False
        self.state: LibraryState | None = None
        self._states, self._ids = session.background(), session.background()
        self._states.answered.connect(self._on_state_read)
        self._ids.answered.connect(self._on_ids_read)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(REFRESH_MILLISECONDS)
        self._later.timeout.connect(self.refresh)
        session.library_changed.connect(self._on_library_changed)
        bar.changed.connect(self._on_browse_changed)

    def start(self) -> None:
        """Browse: leave the hits of a query."""
        self._active = self._restart = True
        self._title()
        self._ids.ask(lambda: self._session.read_ids(self._bar.browse()))

    def stop(self) -> None:
        """A query takes over the grid."""
        self._active = False
        self._ids.drop()

    def show_folder(self, path: bytes | None) -> None:
        self._bar.set_browse(replace(self._bar.browse(), folder=path))
        self.start()

    def refresh(self) -> None:
        """Read the library again: what the panel shows, and the grid while browsing."""
        self._states.ask(self._session.read_state)
        if self._active:
            self._ids.ask(lambda: self._session.read_ids(self._bar.browse()))
        self._model.refresh_pending()  # tiles on screen that were not read yet may be by now

    def _on_library_changed(self) -> None:
        if not self._later.isActive():
            self._later.start()

    def _on_browse_changed(self, browse: Browse) -> None:
        self.start()

    def _on_state_read(self, state: LibraryState) -> None:
        self.state = state
        self._panel.show_state(state)
        self._title()
        self.state_read.emit(state)

    def _on_ids_read(self, ids: np.ndarray) -> None:
        if not self._active:
            return
        if self._restart or not np.array_equal(ids, self._model.ids()):
            self._model.set_images(ids, keep_place=None if not self._restart else False)
        self._restart = False
        self._title()
        self.shown.emit()

    def _title(self) -> None:
        if not self._active:
            return
        folder = self._bar.browse().folder
        name = printable(os.fsdecode(os.path.basename(folder) or folder)) if folder else "All pictures"
        self._bar.set_browsing(True, f"{name}  ·  {self._model.rowCount():,}")
