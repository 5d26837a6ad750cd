"""What the timeline shows, and what is done by it: it follows what is browsed or found, goes to a month where the
grid is in the order of dates, and else puts the months that are chosen into the search field as a word."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractItemView

from engine.arrays import Ids
from engine.search.date_words import Month, months_of, with_months, without_months, without_range, word_of
from engine.search.query import Query
from engine.store.browsing import Browse, Sort
from gui.grid.grid_view import GridView
from gui.library.browse_bar import BrowseBar
from gui.library.timeline import Timeline
from gui.pictures.browsing import PAUSE_PER_READING, REFRESH_MILLISECONDS, Browsing
from gui.pictures.searching import Searching
from gui.session import Session
from gui.widgets.later import Later

_DATES = (Sort.TAKEN, Sort.ADDED, Sort.MODIFIED)


class Dating(QObject):
    """The months are read beside the GUI thread, with each change of what is shown at once, and while the library
    changes no more often than it is browsed."""

    def __init__(
        self,
        session: Session,
        timeline: Timeline,
        bar: BrowseBar,
        grid: GridView,
        browsing: Browsing,
        searching: Searching,
    ) -> None:
        super().__init__(timeline)
        self._session, self._timeline, self._bar, self._grid = session, timeline, bar, grid
        self._searching = searching
        self._subject: Browse | Query | None = None  # whose months are shown, without its dates
        self._read_at = 0.0
        self._later = Later(REFRESH_MILLISECONDS, self._read, self)
        self._months, self._jumps = session.background(), session.background()
        self._months.answered.connect(self._on_months_read)
        self._jumps.answered.connect(self._on_first_found)
        browsing.shown.connect(self._on_shown)
        searching.hits_shown.connect(self._on_shown)
        timeline.month_chosen.connect(self._on_month_chosen)
        timeline.months_chosen.connect(self._on_months_chosen)
        timeline.range_removed.connect(self._on_range_removed)

    def turn(self, on: bool) -> None:
        self._timeline.turn(on)
        self._subject = None
        if on:
            self._on_shown()
        else:
            self._later.stop()
            self._months.drop()

    # -- what is shown ------------------------------------------------------------------------------------------

    def _on_shown(self) -> None:
        if not self._timeline.is_on:
            return
        before, self._subject = self._subject, self._wanted()
        self._timeline.set_range(months_of(self._bar.words()))
        if self._subject != before:
            self._read()
        else:
            self._later.soon()

    def _wanted(self) -> Browse | Query:
        query = self._searching.query
        if query is not None:
            return replace(query, filter=without_range(query.filter))
        browse = self._bar.browse()
        return replace(browse, filter=without_range(browse.filter))

    def _read(self) -> None:
        self._later.stop()
        self._read_at = time.monotonic()
        subject, session = self._subject, self._session
        if isinstance(subject, Query):
            found = self._found(subject)
            self._months.ask(lambda: (subject, session.read_months_found(subject, found)))
        elif subject is not None:
            self._months.ask(lambda: (subject, session.read_months(subject)))

    def _found(self, subject: Query) -> Ids | None:
        """The hits that are shown, unless dates have left some out of them: those are on the timeline, too."""
        found, query = self._searching.found, self._searching.query
        if query != subject or (found is None and not self._searching.problem):
            return None
        return np.array([] if found is None else [hit.image_id for hit in found.hits], np.int64)

    def _on_months_read(self, answer: tuple[Browse | Query, dict[Month, int]]) -> None:
        subject, months = answer
        if subject == self._subject:
            self._timeline.set_months(months, _is_newest_first(subject))
        pause = (time.monotonic() - self._read_at) * 1000 * PAUSE_PER_READING
        self._later.setInterval(max(REFRESH_MILLISECONDS, round(pause)))

    # -- what is done -------------------------------------------------------------------------------------------

    def _on_month_chosen(self, month: Month) -> None:
        if self._is_in_order_of_dates() and self._is_shown(month):
            ids = self._grid.images().ids()
            self._jumps.ask(lambda: self._session.read_first_of(ids, month))
        else:
            self._on_months_chosen(month, month)

    def _on_first_found(self, image_id: int | None) -> None:
        if image_id is not None and self._grid.show_image(image_id):
            self._grid.scrollTo(self._grid.currentIndex(), QAbstractItemView.ScrollHint.PositionAtTop)

    def _on_months_chosen(self, first: Month, last: Month) -> None:
        if word_of(first, last):  # there is none for years that nobody writes
            self._bar.search_for(with_months(self._bar.filter.text(), first, last))

    def _on_range_removed(self) -> None:
        self._bar.search_for(without_months(self._bar.filter.text()))

    def _is_in_order_of_dates(self) -> bool:
        browse = self._bar.browse()
        return self._searching.query is None and browse.sort is Sort.TAKEN and browse.like is None

    def _is_shown(self, month: Month) -> bool:
        """Whether the dates that are asked for leave it in the grid."""
        first, last = months_of(self._bar.words()) or (None, None)
        return (first is None or first <= month) and (last is None or month <= last)


def _is_newest_first(subject: Browse | Query) -> bool:
    """As the grid is, where that is in the order of some date."""
    if isinstance(subject, Browse) and subject.sort in _DATES and subject.like is None:
        return subject.descending
    return True
