"""What the grid shows while there is no query: the images of a folder, kept up to date while indexing goes on."""

import os
import time

import numpy as np
from PySide6.QtCore import QObject, Signal

from engine.arrays import Ids
from engine.search.time_groups import title
from engine.sentences import said
from engine.store.browsing import Browse, Browsed
from engine.store.filters import Trait, TraitTerm
from gui.grid.grid_view import GridView
from gui.grid.image_model import ImageModel
from gui.grid.row_groups import RowGroups
from gui.grid.view_place import ViewPlace
from gui.language import number, tr
from gui.library.browse_bar import BrowseBar
from gui.library.library_panel import LibraryPanel
from gui.pictures.standing import Standing
from gui.session import LibraryState, Session
from gui.widgets.later import Later
from gui.widgets.plain_text import isolated, path_text, printable, tool_tip

REFRESH_MILLISECONDS = 700
PAUSE_PER_READING = 4
MISSING_WORDS = "is:missing"
COPIES = said("Some of these files are copies of others; each picture is shown once.")


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
        self._states.failed.connect(self.failed)
        self._ids.failed.connect(self._on_ids_failed)
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

    @property
    def missing_only(self) -> bool:
        """Whether missing pictures are browsed, and no others."""
        return TraitTerm(Trait.MISSING) in self._bar.browse().filter.terms

    def start(self) -> None:
        """Show the images of the current choice from the top, or from where a query took over."""
        self._active = self._restart = True
        self._title()
        self._read_ids()

    def start_at(self, place: ViewPlace) -> None:
        """The same from that place."""
        self._place = place
        self.start()

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

    def show_missing(self) -> None:
        """The missing pictures of the whole library, alone."""
        self._bar.set_folder(None)
        self._bar.missing.setChecked(True)
        self._bar.choose_label(None, unlabelled=False)
        self._place = None
        if self.missing_only:
            self.start()
        else:
            self._bar.search_for(MISSING_WORDS)

    def leave_missing(self) -> None:
        """All pictures again, if they were shown alone by `show_missing`."""
        if self._bar.filter.text().strip() == MISSING_WORDS:
            self._bar.search_for("")

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
        self._ids.ask(lambda: _read(self._session, browse))

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

    def _on_ids_failed(self, sentence: str) -> None:
        """An order of likeness to a picture that cannot be told ends; what is shown stays."""
        self.failed.emit(sentence)
        if self._active and self._bar.browse().like is not None:
            self._bar.choose_likeness(None)

    def _on_ids_read(self, answer: tuple[Browse, Browsed, RowGroups | None]) -> None:
        if not self._active:
            return
        browse, browsed, groups = answer
        ids = browsed.ids
        self._standing.among(browse)
        if self._restart or not self._shows(ids, groups):
            self._model.set_images(ids, keep_place=None if not self._restart else False, groups=groups)
        if self._restart and self._place is not None:
            self._grid.restore(self._place)
        self._restart, self._place = False, None
        self._title(browsed)
        self.shown.emit()

    def _shows(self, ids: Ids, groups: RowGroups | None) -> bool:
        shown = self._model.groups()
        same = groups is None if shown is None else shown.is_as(groups)
        return same and np.array_equal(ids, self._model.ids())

    def _title(self, browsed: Browsed | None = None) -> None:
        browse = self._bar.browse()
        folder = browse.folder
        parts = [isolated(path_text(os.path.basename(folder) or folder))] if folder else []
        if browse.label is not None:
            parts.append(isolated(printable(browse.label)))
        elif browse.unlabelled:
            parts.append(tr("Unlabelled"))
        if self.missing_only:
            parts.append(tr("Missing"))
        name = "  ·  ".join(parts) or tr("All pictures")
        self._bar.set_browsing(True, name if browsed is None else f"{name}  ·  {_count_text(browsed)}")
        if browsed is not None and _has_copies(browsed):
            self._bar.title.setToolTip(tool_tip(f"{self._bar.title.text()}. {tr(COPIES)}"))


def _read(session: Session, browse: Browse) -> tuple[Browse, Browsed, RowGroups | None]:
    """Runs on a background thread."""
    found, grouping = session.read_browsed(browse), browse.grouping
    if grouping is None:
        return browse, found, None
    starts = np.fromiter((group.start for group in found.groups), np.int64, len(found.groups))
    return browse, found, RowGroups(starts, [tr(title(group, grouping)) for group in found.groups])


def _count_text(browsed: Browsed) -> str:
    count = len(browsed.ids)
    if _has_copies(browsed):
        return tr("{n:,} in {files:,} files", n=count, files=browsed.files)
    return number(count)


def _has_copies(browsed: Browsed) -> bool:
    return browsed.files > len(browsed.ids)
