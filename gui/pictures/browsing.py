"""What the grid shows while there is no query: the images of a folder, kept up to date while indexing goes on."""

import os
import time

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.store.browsing import Browse, Browsed
from gui.grid.grid_view import GridView
from gui.grid.image_model import ImageModel
from gui.grid.view_place import ViewPlace
from gui.library.browse_bar import BrowseBar
from gui.library.library_panel import LibraryPanel
from gui.pictures.standing import Standing
from gui.session import LibraryState, Session
from gui.widgets.later import Later
from gui.widgets.plain_text import isolated, path_text, printable, tool_tip

REFRESH_MILLISECONDS = 700
PAUSE_PER_READING = 4
COPIES = "Some of these files are copies of others; each picture is shown once."


class Browsing(QObject):
    """Signals:
    state_read(LibraryState): the library as it is now.
    shown(): the grid shows the images of the current choice.
    failed(str): the library could not be read; one sentence.
    """

    state_read = Signal(object)
    shown = Signal()
    failed = Signal(str)

    def __init__(
        self,
        session: Session,
        panel: LibraryPanel,
        bar: BrowseBar,
        grid: GridView,
        model: ImageModel,
        standing: Standing,
    ) -> None:
        super().__init__(grid)
        self._standing = standing
        self._session, self._panel, self._bar, self._grid, self._model = session, panel, bar, grid, model
        self._active = True
        self._restart = self._ended = False
        self._place: ViewPlace | None = None  # where the grid stood when a query took over
        self.state: LibraryState | None = None
        self._states, self._ids = session.background(), session.background()
        self._states.answered.connect(self._on_state_read)
        self._ids.answered.connect(self._on_ids_read)
        for thread in (self._states, self._ids):
            thread.failed.connect(self.failed)
        self._read_at = 0.0
        self._later = Later(REFRESH_MILLISECONDS, self.refresh, self)
        session.library_changed.connect(self.refresh_soon)
        bar.changed.connect(self._on_browse_changed)

    @property
    def folder(self) -> bytes | None:
        """The one that is browsed; None: all."""
        return self._bar.browse().folder

    @property
    def unlabelled(self) -> bool:
        """Whether only images without a label are browsed."""
        return self._bar.browse().unlabelled

    def start(self) -> None:
        """Show the images of the current choice from the top, or from where a query took over."""
        self._active = self._restart = True
        self._title()
        self._read_ids()

    def stop(self) -> None:
        """A query takes over the grid."""
        if self._active:
            self._place = self._grid.place()
        self._active = False
        self._ids.drop()

    def show_folder(self, path: bytes | None) -> None:
        self._bar.set_folder(path)
        self._place = None
        self.start()

    def end(self) -> None:
        """The window closes: nothing is read any more, and no widget that may be gone by then is asked."""
        self._ended = True
        self._later.stop()

    def refresh(self) -> None:
        """Read the library again: what the panel shows, and the grid while browsing."""
        if self._ended:
            return
        self._read_at = time.monotonic()
        self._states.ask(self._session.read_state)
        if self._active:
            self._read_ids()
        self._model.refresh_pending()  # tiles on screen that were not read yet may be by now

    def read_images(self) -> None:
        """Which images are to be shown may have changed, and nothing else."""
        if self._active:
            self._read_ids()

    def refresh_soon(self) -> None:
        if not self._ended:
            self._later.soon()

    def _read_ids(self) -> None:
        browse = self._bar.browse()
        self._ids.ask(lambda: (browse, self._session.read_browsed(browse)))

    def _on_browse_changed(self, browse: Browse) -> None:
        if self._active:  # else it counts when the query is left
            self.start()

    def _on_state_read(self, state: LibraryState) -> None:
        self.state = state
        self._panel.show_state(state)
        # Of a huge library reading and showing take a while; they must not go on without a break.
        pause = (time.monotonic() - self._read_at) * 1000 * PAUSE_PER_READING
        self._later.setInterval(max(REFRESH_MILLISECONDS, round(pause)))
        self.state_read.emit(state)

    def _on_ids_read(self, answer: tuple[Browse, Browsed]) -> None:
        if not self._active:
            return
        browse, browsed = answer
        ids = browsed.ids
        self._standing.among(browse)
        if self._restart or not np.array_equal(ids, self._model.ids()):
            self._model.set_images(ids, keep_place=None if not self._restart else False)
        if self._restart and self._place is not None:
            self._grid.restore(self._place)
        self._restart, self._place = False, None
        self._title(browsed)
        self.shown.emit()

    def _title(self, browsed: Browsed | None = None) -> None:
        browse = self._bar.browse()
        folder = browse.folder
        parts = [isolated(path_text(os.path.basename(folder) or folder))] if folder else []
        if browse.label is not None:
            parts.append(isolated(printable(browse.label)))
        elif browse.unlabelled:
            parts.append("Unlabelled")
        name = "  ·  ".join(parts) or "All pictures"
        self._bar.set_browsing(True, name if browsed is None else f"{name}  ·  {_count_text(browsed)}")
        if browsed is not None and _has_copies(browsed):
            self._bar.title.setToolTip(tool_tip(f"{self._bar.title.text()}. {COPIES}"))


def _count_text(browsed: Browsed) -> str:
    count = f"{len(browsed.ids):,}"
    return f"{count} in {browsed.files:,} files" if _has_copies(browsed) else count


def _has_copies(browsed: Browsed) -> bool:
    return browsed.files > len(browsed.ids)
