"""How many images lie within the slider's range, of all images and not only of the hits that are shown.

Counted once for a query's pictures and filters; any range is then a sum that can follow the slider at once.
"""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from engine.search.hits import Counted
from engine.search.query import Query
from gui.session import Session


class Counting(QObject):
    """Signals: counted(): the numbers for the present query have come."""

    counted = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asked: Query | None = None
        self._known: tuple[Query, Counted] | None = None
        self._thread = session.background()
        self._thread.answered.connect(self._on_answered)  # that it failed, the search itself says

    def follow(self, query: Query | None, anew: bool = False) -> None:
        """Count for this query, unless that is known; `anew` when the library has changed."""
        wanted = None if query is None else _without_range(query)
        if wanted == self._asked and not anew:
            return
        self._asked = wanted
        if wanted is None:
            self._known = None
            self._thread.drop()
        else:
            self._thread.ask(lambda: (wanted, self._session.read_counts(wanted)))

    def within(self, query: Query) -> int | None:
        """How many images the query finds in its range, were they all shown; None while nobody knows."""
        if self._known is None or self._known[0] != _without_range(query):
            return None
        counted = self._known[1]
        farthest = counted.version.bits if query.max_distance is None else query.max_distance
        return counted.within(query.min_distance, farthest)

    def histogram(self, query: Query) -> list[int] | None:
        """How many images lie at each distance; None while nobody knows."""
        known = self._known
        return None if known is None or known[0] != _without_range(query) else known[1].counts_D.tolist()

    def reach_of(self, query: Query, number: int) -> int | None:
        """The distance within which the query finds that many; None if there are no more, or nobody knows."""
        known = self._known
        return None if known is None or known[0] != _without_range(query) else known[1].reach_of(number)

    def _on_answered(self, answer: tuple[Query, Counted]) -> None:
        if answer[0] == self._asked:
            self._known = answer
            self.counted.emit()


def _without_range(query: Query) -> Query:
    return replace(query, min_distance=0, max_distance=None, k=1)
