"""What distances mean in the active version, for the slider: read in the background when labels or versions change.

Nothing is computed while there is no query to narrow; and not with each of many labels given in a row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.errors import UserError
from engine.store import versions
from gui.search.query_bar import QueryBar
from gui.session import Session
from gui.widgets.later import Later

if TYPE_CHECKING:
    from engine.learning.distances import DistanceMeaning, KnownMeanings

SETTLE_MILLISECONDS = 600


class SliderMeaning(QObject):
    def __init__(self, session: Session, bar: QueryBar) -> None:
        super().__init__(bar)
        self._session, self._bar = session, bar
        self._known: KnownMeanings | None = None
        self._is_current = False  # nothing has changed since it was read
        self._thread = session.background(computes=True)
        self._thread.answered.connect(self._on_read)
        self._settle = Later(SETTLE_MILLISECONDS, self.follow_query, self)
        session.library_changed.connect(self._on_library_changed)

    def follow_query(self) -> None:
        """Read it if there is a query and something may have changed."""
        if self._bar.query() is not None and not self._is_current:
            self.refresh()

    def refresh(self) -> None:
        self._settle.stop()
        self._is_current = True
        self._thread.ask(self._read)

    def _on_library_changed(self) -> None:
        self._is_current = False
        self._settle.soon()  # a job reports all the time: once after each pause, then

    def _read(self) -> tuple[int, DistanceMeaning] | None:
        """The bits of the active version and the meaning of its distances; None if too little is labelled."""
        library = self._session.library
        version = versions.active(library.db)
        if version is None:
            return None
        if self._known is None:
            from engine.learning.distances import KnownMeanings

            self._known = KnownMeanings()
        try:
            return version.bits, self._known.of(library, version)
        except UserError:
            return None

    def _on_read(self, answer: tuple[int, DistanceMeaning] | None) -> None:
        if answer is not None:
            self._bar.set_bits(answer[0])
        self._bar.set_meaning(None if answer is None else answer[1])
