"""The queries a person went through, with the way back and forward. No Qt."""

from collections.abc import Callable

from engine.search.query import Query

LONGEST = 100


class QueryHistory:
    """A stack of queries with a place in it; None stands for browsing without a query, where all begins."""

    def __init__(self) -> None:
        self._entries: list[Query | None] = [None]
        self._place = 0

    @property
    def current(self) -> Query | None:
        return self._entries[self._place]

    @property
    def can_go_back(self) -> bool:
        return self._place > 0

    @property
    def can_go_forward(self) -> bool:
        return self._place < len(self._entries) - 1

    def visit(self, query: Query | None) -> None:
        """Go on to `query`; what lay ahead is forgotten.

        New filters on the same pictures refine the current entry: a dragged slider is one step, not fifty.
        """
        if query == self.current:
            return
        if query is not None and self.current is not None and query.pictures == self.current.pictures:
            self._entries[self._place] = query
            return
        self._entries[self._place + 1 :] = [query]
        del self._entries[:-LONGEST]
        self._place = len(self._entries) - 1

    def change_all(self, change: Callable[[Query], Query]) -> None:
        """Replace every query, those behind and ahead too."""
        self._entries = [None if query is None else change(query) for query in self._entries]

    def back(self) -> Query | None:
        """Step back if there is somewhere to go; the query that is current then."""
        if self.can_go_back:
            self._place -= 1
        return self.current

    def forward(self) -> Query | None:
        if self.can_go_forward:
            self._place += 1
        return self.current
