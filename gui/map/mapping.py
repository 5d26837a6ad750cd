"""The map of the library: laid out as a job the first time, at hand from then on, with what is new in its place."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, QPoint, Signal

from engine.arrays import Ids, Vectors
from engine.jobs.map_making import basis_of, can_be_mapped, make_map, map_now
from engine.library import Library
from engine.mapping.plane_map import PlaneMap
from engine.own_process import in_own_process
from engine.progress import Progress
from engine.sentences import said
from engine.store.browsing import Browse
from gui.grid.tile_loader import TileLoader
from gui.grid.tile_reading import read_tiles
from gui.language import tr, tr_n
from gui.map.colour_reading import read_colouring
from gui.map.colouring import ColouredBy
from gui.map.map_frame import spacing_of
from gui.map.map_page import MapOf, MapPage
from gui.map.plane_walk import PlaneWalk
from gui.pictures.parts import PictureParts
from gui.session import Session
from gui.widgets.later import Later
from gui.widgets.menus import MenuEntry, Menus

PAGE = "map"
SETTLE_MILLISECONDS = 1000
SELECT_FIRST, NOTHING_SHOWN = said("Select pictures in the grid first."), said("The grid is empty.")
PAUSE_PER_READING = 4
ALIKE = 10
TITLE = said("Laying out the map")


@dataclass(frozen=True, slots=True, eq=False)
class ShownMap:
    """What the view is handed: those of a map that the library shows now. Without a map, `ready` is how many there
    are to lay out."""

    made: PlaneMap | None
    image_ids: Ids
    places_N2: Vectors
    spacing: float
    ready: int = 0


class Mapping(QObject):
    """Signals:
    said(str): one sentence.
    context_menu_requested(QPoint): on what is selected.
    """

    said = Signal(str)
    context_menu_requested = Signal(QPoint)

    def __init__(self, session: Session, pictures: PictureParts) -> None:
        super().__init__(pictures.centre)
        self._session, self._pictures, self._centre = session, pictures, pictures.centre
        self.page = MapPage(self._make_loader)
        self._made: PlaneMap | None = None  # of what is shown
        self._some: Ids | None = None  # the images that it is of; None: all
        self._running = False
        self._begins = True  # by itself, unless a person has cancelled it
        self._read_at = 0.0
        self._reads, self._colours, self._alike = (session.background() for _ in range(3))
        self._reads.answered.connect(self._on_read)
        self._reads.failed.connect(self._on_failed)
        self._colours.answered.connect(self.page.view.show_colouring)
        self._alike.answered.connect(self._on_alike_found)
        self._settle = Later(SETTLE_MILLISECONDS, self.refresh, self)
        session.library_changed.connect(self._on_library_changed)
        self._centre.add_page(PAGE, self.page, has_pictures=True)
        self._centre.page_shown.connect(self._on_page_shown)
        self._connect_page()

    def _connect_page(self) -> None:
        page, view = self.page, self.page.view
        page.closed.connect(self._pictures.turns.back_to_grid)
        page.of_chosen.connect(self._on_of_chosen)
        page.colours_chosen.connect(self._on_colours_chosen)
        page.anew_requested.connect(self.lay_out)
        view.selection_changed.connect(self._on_selection_changed)
        view.alike_requested.connect(self._on_alike_requested)
        view.similar_requested.connect(self._pictures.searching.find_similar)
        view.viewer_requested.connect(self._pictures.leafing.open)
        self._pictures.leafing.lead_over(self._walk)
        view.context_menu_requested.connect(self.context_menu_requested)

    def _make_loader(self) -> TileLoader:
        library = self._session.library
        return TileLoader(partial(read_tiles, library), library.close_thread, self)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&View", [MenuEntry(said("&Map"), "F9", self.show)])

    def show(self) -> None:
        """The keys go there, too."""
        self._centre.show_page(PAGE)
        self.page.view.setFocus()
        self._begins = True
        if self._made is None:
            self.page.show_why_none(tr("One moment…"), "")
        self.refresh()

    def end(self) -> None:
        """The window closes."""
        self._settle.stop()
        self.page.view.thumbs.stop()

    # -- reading ------------------------------------------------------------------------------------------------

    @property
    def _is_shown(self) -> bool:
        return self._centre.page == PAGE

    def refresh(self) -> None:
        """What the library holds now; new pictures find their place."""
        if self._is_shown and not self._running:
            self._read_at = time.monotonic()
            self._reads.ask(partial(_read_shown, self._session.library, self._made, self._some))

    def recolour(self) -> None:
        """Labels are others now."""
        if self._is_shown:
            view, by = self.page.view, self.page.chosen_colours
            self._colours.ask(partial(read_colouring, self._session.library, view.image_ids, by))

    def _on_library_changed(self) -> None:
        if self._is_shown:
            self._settle.soon()

    def _on_read(self, shown: ShownMap) -> None:
        if self._running:
            return
        # Of a huge library this takes a while; it must not go on without a break.
        pause = (time.monotonic() - self._read_at) * 1000 * PAUSE_PER_READING
        self._settle.setInterval(max(SETTLE_MILLISECONDS, round(pause)))
        if shown.made is None or not len(shown.image_ids):
            self._on_none(shown.ready)
            return
        self._made = shown.made
        view, same = self.page.view, np.array_equal(shown.image_ids, self.page.view.image_ids)
        if not same or not np.array_equal(shown.places_N2, view.places_N2):
            view.show_places(shown.image_ids, shown.places_N2, shown.spacing)
        self.page.show_map()
        self._show_counts()
        self.recolour()

    def _on_none(self, ready: int) -> None:
        """There is no map yet, or it was outgrown: it is laid out now, if there is anything to lay out."""
        if ready and self._begins:
            self.lay_out()
        elif not ready:
            self.page.show_why_none(
                tr("No pictures to lay out"),
                tr("Add a folder: as soon as pictures are indexed, they are laid out here by likeness."),
            )

    def _on_failed(self, sentence: str) -> None:
        self.page.show_why_none(tr("The map could not be read"), sentence, tr("Lay out anew"))

    def _show_counts(self) -> None:
        made, shown = self._made, len(self.page.view.image_ids)
        placed = 0 if made is None else len(made) - made.laid_out
        self.page.show_count(_count_text(shown, max(0, placed)))

    # -- laying out ---------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """As a job; the map that is there stays until it is done."""
        if self._running:
            return
        self._running, some = True, self._some
        if self._made is None:
            self.page.show_why_none(
                tr("The map is being laid out…"),
                tr("What is alike will lie together. How long it takes stands below."),
            )
        self._session.run(
            tr(TITLE),
            partial(_laying_out, self._session.library, some),
            done=partial(self._on_laid_out, some),
            failed=self._on_not_laid_out,
            changes_library=False,
            cancelled=self._on_cancelled,
            at_once=True,
        )

    def _on_laid_out(self, some: Ids | None, made: PlaneMap) -> None:
        self._running = False
        if some is not self._some:  # something else was chosen meanwhile
            self.refresh()
            return
        self._made = made
        self.page.view.frame.fitted = True
        self.said.emit(
            tr_n("The map of {n:,} pictures is laid out.", "The map of {n:,} picture is laid out.", len(made))
        )
        self.refresh()

    def _on_not_laid_out(self, sentence: str) -> None:
        self._running = self._begins = False
        self.said.emit(sentence)
        if self._made is None:
            self.page.show_why_none(tr("The map could not be laid out"), sentence, tr("Lay out anew"))

    def _on_cancelled(self) -> None:
        self._running = self._begins = False
        self.said.emit(tr("Laying out the map was cancelled."))
        if self._made is None:
            self.page.show_why_none(
                tr("There is no map yet"), tr("It shows pictures by likeness."), tr("Lay it out")
            )

    # -- what a person does -------------------------------------------------------------------------------------

    def _on_of_chosen(self, of: MapOf) -> None:
        """Some pictures are laid out for themselves, which shows more of how they differ."""
        grid = self._centre.grid
        some: Ids | None = None
        if of is not MapOf.ALL:
            some = grid.images().ids() if of is MapOf.SHOWN else np.array(grid.selected_ids(), np.int64)
        if some is not None and not len(some):
            self.said.emit(tr(SELECT_FIRST if of is MapOf.SELECTED else NOTHING_SHOWN))
            self.page.choose_of(MapOf.ALL)
            some = None
        self._some, self._made, self._begins = some, None, True
        self.page.view.frame.fitted = True
        self.refresh()

    def _on_colours_chosen(self, by: ColouredBy) -> None:
        self.recolour()

    def _on_page_shown(self, page: str) -> None:
        if page == PAGE:
            self._on_selection_changed()

    def _on_selection_changed(self) -> None:
        """All that is done is about what is selected on the map."""
        if self._is_shown:
            view = self.page.view
            chosen = view.chosen_ids()
            self._pictures.viewing.select_for_page(view.current_id() if chosen else None, chosen)
            self.page.show_selected(len(view.selected_ids()))

    def _walk(self) -> PlaneWalk | None:
        """What the viewer goes through, if the map is shown."""
        current = self.page.view.current_id()
        return PlaneWalk(self.page.view, current) if self._is_shown and current is not None else None

    def _on_alike_requested(self, image_id: int) -> None:
        if (made := self._made) is not None:
            self._alike.ask(lambda: (image_id, made.most_alike(image_id, ALIKE)))

    def _on_alike_found(self, answer: tuple[int, Ids]) -> None:
        self.page.view.show_alike(*answer)


def _count_text(pictures: int, placed: int) -> str:
    if not placed:
        return tr_n("{n:,} pictures", "{n:,} picture", pictures)
    return tr_n(
        "{n:,} pictures, {placed:,} of them placed beside what is like them",
        "{n:,} picture, placed beside what is like it",
        pictures,
        placed=placed,
    )


def _laying_out(library: Library, some: Ids | None) -> Generator[Progress, None, PlaneMap]:
    """In a process of its own: numpy would take Python's lock from the window for long."""
    if library.read_only:
        return (yield from make_map(library, some))
    return (yield from in_own_process(library, Progress(0, None, TITLE), make_map, some))


def _if_of_active(library: Library, made: PlaneMap | None) -> PlaneMap | None:
    """A map of some pictures is not kept: another version lays them out anew."""
    return made if made is not None and made.basis == basis_of(library).name else None


def _read_shown(library: Library, made: PlaneMap | None, some: Ids | None) -> ShownMap:
    """On a background thread."""
    known = library.orders.browsed(library.db, Browse(), None).ids
    wanted = known if some is None else some[np.isin(some, known)]
    now = map_now(library, made) if some is None else _if_of_active(library, made)
    if now is None:
        ready = can_be_mapped(library) if some is None else len(wanted)
        return ShownMap(None, wanted, np.empty((0, 2), np.float32), 1.0, ready)
    rows = now.rows_of(np.sort(wanted))
    rows = rows[rows >= 0]
    return ShownMap(now, now.image_ids[rows], now.places_N2[rows], spacing_of(now.places_N2[rows]))
