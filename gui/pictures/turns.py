"""Browsing and searching take turns in the grid; the tree marks what is shown, and an empty grid says why it is."""

from PySide6.QtCore import QObject

from gui.language import tr
from gui.library.folder_tree import MISSING
from gui.library.library_panel import LibraryPanel
from gui.pictures.browsing import Browsing
from gui.pictures.centre import Centre, Texts
from gui.pictures.searching import Searching
from gui.preview.preview_panel import PreviewPanel
from gui.widgets.menu_keys import ADD_FOLDER, SHOW_UNLABELLED, keys_of


class Turns(QObject):
    def __init__(
        self, browsing: Browsing, searching: Searching, centre: Centre, panel: LibraryPanel, preview: PreviewPanel
    ) -> None:
        super().__init__(centre)
        self._browsing, self._searching, self._centre = browsing, searching, centre
        self._panel, self._preview = panel, preview
        preview.set_can_exclude(False)
        searching.began.connect(self._on_search_began)
        searching.ended.connect(self._on_search_ended)
        searching.goes_on.connect(self.show)
        searching.hits_shown.connect(self._on_hits_shown)
        browsing.shown.connect(self._on_browsed)
        centre.page_left.connect(self.show)
        panel.folder_chosen.connect(self._on_folder_chosen)
        panel.missing_chosen.connect(self._on_missing_chosen)

    def show(self) -> None:
        """What there is to show now. A search may take a moment, in which nothing changes; then it is said."""
        searching, searches = self._searching, self._searching.is_under_way
        if searches and searching.stage is None:
            return
        is_any = self._centre.grid.model().rowCount() > 0 and (searching.are_hits_shown or not searches)
        self._centre.show_pictures(None if is_any else self._why_none())

    def mark_folder(self) -> None:
        """The tree marks what the grid shows: where the query searches, or what is browsed."""
        query, browsing = self._searching.query, self._browsing
        missing = query is None and browsing.missing_only and browsing.folder is None
        self._panel.choose(MISSING if missing else query.folder if query is not None else browsing.folder)

    def back_to_grid(self) -> None:
        """Whatever page there is gives way, and the keys go to the grid."""
        self.mark_folder()
        self._centre.leave_page()
        self._centre.grid.setFocus()

    def _why_none(self) -> Texts:
        state = self._browsing.state
        if self._searching.problem:
            return tr("This search did not work"), self._searching.problem, ""
        if self._searching.is_under_way:
            return tr("Searching…"), tr(self._searching.stage or ""), ""
        if self._searching.query is not None:
            return tr("No similar pictures"), tr("Widen the distance, or leave the query with Escape."), ""
        if state is None:
            return "", "", ""
        if not state.folders and not state.is_shared:
            return (
                tr("Find pictures by what they show"),
                tr("Drop a folder here or press {keys}", keys=keys_of(ADD_FOLDER)),
                tr("Add folder…"),
            )
        if state.images and self._browsing.missing_only and not state.missing:
            return tr("No picture is missing"), tr("Choose another folder, or change the filter."), ""
        if state.images and self._browsing.unlabelled:
            return tr("No picture is unlabelled here"), _shows_all(), ""
        if state.images:
            return tr("No picture fits"), tr("Choose another folder, or change the filter."), ""
        return tr("No pictures yet"), tr("They appear here as soon as they are found."), ""

    def _on_folder_chosen(self, path: bytes | None) -> None:
        if self._searching.query is not None:
            self._searching.set_folder(path)
        else:
            self._browsing.leave_missing()
            self._browsing.show_folder(path)
        self._centre.leave_page()

    def _on_missing_chosen(self) -> None:
        if self._searching.query is not None:
            self._searching.leave()
        self._browsing.show_missing()
        self.mark_folder()
        self._centre.leave_page()

    def _on_browsed(self) -> None:
        """Missing pictures are also asked for, and left, by what is typed."""
        self.show()
        if self._centre.page is None and (self._panel.chosen() == MISSING) != self._browsing.missing_only:
            self.mark_folder()

    def _on_search_began(self) -> None:
        self._browsing.stop()
        self._preview.set_can_exclude(True)
        self.mark_folder()
        self._centre.leave_page()  # now, not with the hits: a library that changes is searched again behind a page

    def _on_search_ended(self) -> None:
        self._preview.set_can_exclude(False)
        self._browsing.start()
        self.mark_folder()

    def _on_hits_shown(self) -> None:
        self.show()
        if self._centre.grid.current_id() is None:
            self._centre.grid.step(1)  # so that the keys go on from the best hit


def _shows_all() -> str:
    return tr("{keys} shows all pictures again.", keys=keys_of(SHOW_UNLABELLED))
