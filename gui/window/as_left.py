"""The window opens as it was left: the folder, the words, the query and the selection of the last time."""

import os
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject

from engine.library import Library
from engine.store import images
from engine.store.files import within
from gui.grid.view_place import ViewPlace
from gui.library.browse_bar import BrowseBar
from gui.pictures.parts import PictureParts
from gui.session import Session
from gui.window.last_place import LastPlace


class AsLeft(QObject):
    def __init__(self, session: Session, pictures: PictureParts, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._pictures = session.library, pictures
        self._selected: ViewPlace | None = None  # among the hits, when they come
        self._checks = session.background()
        self._checks.answered.connect(self._on_checked)
        pictures.searching.hits_shown.connect(self._on_hits_shown)

    def place(self) -> LastPlace:
        """Where a person is now."""
        searching, grid = self._pictures.searching, self._pictures.centre.grid
        selected = tuple(grid.selected_ids())
        browse = _bar(self._pictures).browse()
        return LastPlace(browse, searching.query, searching.is_range_chosen, grid.current_id(), selected)

    def go_to(self, place: LastPlace) -> None:
        """As far as it is still there."""
        self._checks.ask(lambda: _still_there(self._library, place))

    def _on_checked(self, place: LastPlace) -> None:
        bar, browse = _bar(self._pictures), place.browse
        if self._pictures.searching.query is not None:
            return  # somebody was quicker
        view = ViewPlace(None, place.current, np.array(place.selected, np.int64))
        bar.set_browse(
            replace(
                bar.browse(),
                folder=browse.folder,
                label=browse.label,
                unlabelled=browse.unlabelled,
                filter=browse.filter,
                show_missing=browse.show_missing,
            )
        )
        self._pictures.browsing.start_at(view)
        if place.query is not None:
            self._selected = view
            self._pictures.searching.ask_as_before(place.query, place.range_chosen)
        self._pictures.turns.mark_folder()

    def _on_hits_shown(self) -> None:
        view, self._selected = self._selected, None
        if view is not None:
            self._pictures.centre.grid.restore(view)
            if view.current is not None:
                self._pictures.centre.grid.show_image(view.current, keep_selection=True)


def _bar(pictures: PictureParts) -> BrowseBar:
    return pictures.browse_bar


def _still_there(library: Library, place: LastPlace) -> LastPlace:
    """Runs on a background thread. A folder, a picture or a query that is gone is left out."""
    roots = [folder.path for folder in library.folders()]
    folder, query = place.browse.folder, place.query
    if folder is not None and not any(within(folder, root) for root in roots):
        place = replace(place, browse=replace(place.browse, folder=None))
    if query is not None:
        known = [
            os.path.exists(each.path) if each.path is not None else images.one(library.db, each.image_id or 0)
            for each in query.pictures
        ]
        if not all(known):
            place = replace(place, query=None)
    return place
