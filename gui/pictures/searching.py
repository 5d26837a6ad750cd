"""The query: what it is, its hits in the grid, the way back and forward through queries."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject, QRect, Signal

from engine.search.hits import Found
from engine.search.nearness import Nearness
from engine.search.query import Query, QueryPicture
from engine.sentences import said
from engine.store.browsing import Browse
from engine.store.filters import Filter
from gui.grid.image_model import ImageModel
from gui.language import number, tr, tr_n
from gui.library.browse_bar import BrowseBar
from gui.pictures.query_chips import QueryChips
from gui.pictures.standing import Standing
from gui.search.counting import Counting
from gui.search.filter_row import MOST_IMAGES
from gui.search.history import QueryHistory
from gui.search.query_bar import QueryBar
from gui.session import Session
from gui.widgets.later import Later

MOMENT_MILLISECONDS = 150  # a search that takes longer is said to go on
MOST_PICTURES = 50
AT_LEAST = {
    Nearness.VERY_ALIKE: said("all very alike"),
    Nearness.ALIKE: said("all alike"),
    Nearness.LITTLE_ALIKE: said("at least a little alike"),
    Nearness.HARDLY_ALIKE: said("some hardly alike"),
}


class Searching(QObject):
    """Signals:
    began(): a query takes over the grid.
    ended(): there is no query any more.
    goes_on(): a search takes longer than a moment, or waits for something else now.
    hits_shown(): the grid shows the hits.
    refused(str): what was asked for cannot be; one sentence.
    """

    began = Signal()
    ended = Signal()
    goes_on = Signal()
    hits_shown = Signal()
    refused = Signal(str)

    def __init__(
        self, session: Session, bar: QueryBar, browse_bar: BrowseBar, model: ImageModel, standing: Standing
    ) -> None:
        super().__init__(bar)
        self._standing = standing
        self._session, self._bar, self._browse_bar, self._model = session, bar, browse_bar, model
        self._history = QueryHistory()
        self.found: Found | None = None  # what the grid shows while there is a query
        self.problem = ""  # why the query has no hits: one sentence, or nothing
        self._range_chosen = False  # by a person; else it is what is usual for the query
        self._searched = False  # `found` is what the present query gave
        self._shown: tuple[QueryPicture, ...] = ()  # whose hits the grid shows
        self.stage: str | None = None  # a search takes longer than a moment, and what it waits for, if for anything
        self._moment = Later(MOMENT_MILLISECONDS, self._on_moment_over, self)
        self._counting = Counting(session, self)
        self._counting.counted.connect(self._on_counted)
        self._chips = QueryChips(session, bar)
        self._searches = session.background()
        self._searches.answered.connect(self._on_found)
        self._searches.failed.connect(self._on_search_failed)
        bar.query_changed.connect(self._on_query_changed)
        bar.range_moved.connect(self._on_range_moved)
        bar.more_requested.connect(self.show_more)
        bar.cleared.connect(self.leave)
        bar.back_requested.connect(self.back)
        bar.forward_requested.connect(self.forward)
        browse_bar.narrowed.connect(self._on_narrowed)

    @property
    def query(self) -> Query | None:
        return self._history.current

    @property
    def is_under_way(self) -> bool:
        """The present query has no answer yet."""
        return self.query is not None and not self._searched and not self.problem

    @property
    def are_hits_shown(self) -> bool:
        """What the grid shows are hits of these pictures, maybe in another range or folder."""
        return self.query is not None and self.query.pictures == self._shown

    # -- what a person asks for ---------------------------------------------------------------------------------

    def find_similar(self, image_id: int) -> None:
        """A new query with this image alone; filters that were set stay."""
        self._only(QueryPicture(image_id=image_id))

    def find_part(self, image_id: int, part: QRect) -> None:
        self._only(QueryPicture(image_id=image_id, crop=(part.x(), part.y(), part.width(), part.height())))

    def find_pictures(self, pictures: list[QueryPicture]) -> None:
        """A new query with these pictures (dropped, pasted or opened)."""
        if pictures and self._is_few(len(pictures)):
            self.ask(replace(self._filters(), pictures=tuple(pictures)))

    def add(self, image_id: int) -> None:
        """One more picture to be like; without a query this is a new one."""
        self.add_several([image_id])

    def add_minus(self, image_id: int) -> None:
        """One more picture to be unlike; without a query there is nothing to take it from."""
        self.add_several([image_id], minus=True)

    def add_several(self, image_ids: list[int], minus: bool = False) -> None:
        """Add to the query; a picture that stands there with the other sign is turned round."""
        if image_ids and (not minus or self.query is not None):
            self._add([QueryPicture(image_id=image_id, minus=minus) for image_id in image_ids])

    def add_words(self, words: str) -> None:
        """What the pictures show, beside what is asked for already."""
        if words.strip():
            self._add([QueryPicture(words=words.strip())])

    def _add(self, wanted: Sequence[QueryPicture]) -> None:
        known = self.query.pictures if self.query is not None else ()
        added = [picture for picture in wanted if picture not in known]
        pictures = (*(p for p in known if p.flipped() not in added), *added)
        if all(picture.minus for picture in pictures):
            self.refused.emit(tr("A query needs at least one picture to be similar to."))
        elif added and self._is_few(len(pictures)):
            self.ask(replace(self._filters(), pictures=pictures))

    def set_folder(self, path: bytes | None) -> None:
        if self.query is not None:
            self.ask(replace(self.query, folder=path))

    def leave(self) -> None:
        """Back to browsing."""
        self._range_chosen = False
        self._history.visit(None)
        self._show_current()

    def back(self) -> None:
        if self._history.can_go_back:
            self._history.back()
            self._show_current()

    def forward(self) -> None:
        if self._history.can_go_forward:
            self._history.forward()
            self._show_current()

    def ask(self, query: Query) -> None:
        """A range that nobody has chosen is that of the pictures before, which means nothing for others."""
        before = (0, None) if self.query is None else _range(self.query)
        self._range_chosen = self._range_chosen or _range(query) not in ((0, None), before)
        self._history.visit(query if self._range_chosen else _at_any_distance(query))
        self._show_current()

    def _on_query_changed(self, query: Query) -> None:
        """By the bar: also that there shall be no limit is a choice."""
        now = self.query
        if now is not None and query.pictures == now.pictures and _range(query) != _range(now):
            self._range_chosen = True
        self.ask(query)

    @property
    def is_range_chosen(self) -> bool:
        """Whether a person has said how far hits may be."""
        return self._range_chosen

    def ask_as_before(self, query: Query, range_chosen: bool) -> None:
        """A query of the last time."""
        self._range_chosen = range_chosen
        self.ask(query if range_chosen else _at_any_distance(query))

    def show_more(self) -> None:
        """More hits: of those in the range, if not all are shown, else farther ones."""
        query, found = self.query, self.found
        if query is None or found is None:
            return
        shown, total = len(found.hits), self._counting.within(query)
        if total is not None and total > shown:
            self.ask(replace(query, k=min(2 * query.k, MOST_IMAGES)))
            return
        self._range_chosen = True
        reach = self._counting.reach_of(query, 2 * max(shown, query.k // 4))
        self.ask(replace(query, max_distance=reach, k=max(query.k, min(2 * shown, MOST_IMAGES))))

    def again(self) -> None:
        """The library has changed: search once more."""
        if self.query is not None:
            self._counting.follow(self.query, anew=True)
            self._search(self.query)

    def by_another_version(self) -> None:
        """Distances mean something else in another version: search once more, at any distance. So it is for the
        queries that one can go back to."""
        self._range_chosen = False
        self._history.change_all(_at_any_distance)
        query = self.query
        if query is not None:
            self._chips.rename(query)
            self.again()

    def try_again(self) -> None:
        """A search that failed may go well now: codes follow while indexing goes on."""
        if self.problem:
            self.again()

    def _only(self, picture: QueryPicture) -> None:
        self.ask(replace(self._filters(), pictures=(picture,)))

    def _is_few(self, count: int) -> bool:
        if count > MOST_PICTURES:
            self.refused.emit(tr("A query can hold {most} pictures; these are {n:,}.", most=MOST_PICTURES, n=count))
        return count <= MOST_PICTURES

    def _filters(self) -> Query:
        """The current query, or one that has every filter off; its pictures are to be replaced. What was rejected
        is shown to who asks for it, not with the next query, too."""
        return replace(self.query or Query((QueryPicture(image_id=0),)), show_rejected=False)

    def _on_narrowed(self, words: Filter) -> None:
        if self.query is not None:
            self.ask(replace(self.query, filter=words))

    # -- showing it ---------------------------------------------------------------------------------------------

    def _show_current(self) -> None:
        query, self.problem, self._searched = self.query, "", False
        self._await_answer(query is not None)
        self._bar.set_history_state(self._history.can_go_back, self._history.can_go_forward)
        self._chips.show(query)
        self._browse_bar.show_query(query.filter if query else None)
        if query is None:
            self.found, self._shown = None, ()
            self._searches.drop()
            self._counting.follow(None)
            self.ended.emit()
            return
        self.began.emit()
        self._counting.follow(query)
        self._say_result()
        self._search(query)

    def _search(self, query: Query) -> None:
        chosen = self._range_chosen
        self._searches.ask(lambda: self._read_hits(query, chosen))

    def _read_hits(self, query: Query, range_chosen: bool) -> tuple[Query, Found]:
        """Runs on a background thread. The query comes back with the range that is usual for it."""
        if range_chosen:
            return query, self._session.read_hits(query)
        return self._session.read_usual_hits(query)

    def _await_answer(self, awaited: bool) -> None:
        self.stage = None
        if awaited:
            self._moment.start()
        else:
            self._moment.stop()

    def _on_moment_over(self) -> None:
        before, self.stage = self.stage, self._session.search_stage
        self._moment.start()  # it may wait for something else soon
        if self.stage != before:
            if not self.are_hits_shown:
                self._browse_bar.set_browsing(False, tr("Similar pictures"))
            self.goes_on.emit()

    def _on_found(self, answer: tuple[Query, Found]) -> None:
        query, found = answer
        self._await_answer(False)
        if query != self.query and not self._range_chosen:
            self._history.visit(query)
            self._chips.rename(query)
        self._shown = self.query.pictures if self.query is not None else ()
        self.found, self.problem, self._searched = found, "", True
        hits, bits = found.hits, found.version.bits
        distances = np.fromiter((hit.distance for hit in hits), np.int32, len(hits))
        ids = np.fromiter((hit.image_id for hit in hits), np.int64, len(hits))
        if self.query is not None:
            self._standing.among(Browse(folder=self.query.folder, filter=self.query.filter))
        self._model.set_images(ids, distances, decided=found.decisions, scale=found.scale)
        self._bar.set_rejected(list(found.decisions.values()).count(False))
        self._bar.set_bits(bits)
        self._show_histogram(np.bincount(distances, minlength=bits + 1).tolist())
        self._say_result()
        self._browse_bar.set_browsing(False, tr("Similar pictures") + f"  ·  {number(len(hits))}")
        self.hits_shown.emit()

    def _say_result(self) -> None:
        """How many hits there are in the range, of all images, and how many of them the grid shows."""
        if self.query is None or self.problem:
            return
        total, found = self._counting.within(self.query), self.found
        if found is None or not self._searched:
            self._bar.set_result(tr("Searching…") if total is None else _searching_text(total))
            return
        shown = len(found.hits)
        more = tr("{n:,} shown", n=shown) if total is not None and total > shown else ""
        parts = (_hits(max(total or 0, shown)), more, self._how_near(found))
        self._bar.set_result(", ".join(part for part in parts if part))
        self._bar.set_more((total or 0) > shown < MOST_IMAGES or self._is_any_farther(self.query))

    def _on_counted(self) -> None:
        if self.query is not None and (counts := self._counting.histogram(self.query)) is not None:
            self._bar.set_histogram(counts)
        self._say_result()

    def _how_near(self, found: Found) -> str:
        """What the farthest of them is at least, where the range leaves something out."""
        if self.query is None or self.query.max_distance is None or found.scale is None:
            return ""
        return tr(AT_LEAST[found.scale.of(self.query.max_distance)])

    def _is_any_farther(self, query: Query) -> bool:
        whole, within = self._counting.within(_at_any_distance(query)), self._counting.within(query)
        return query.max_distance is not None and within is not None and (whole or 0) > within

    def _on_range_moved(self, least: int, most: int) -> None:
        """The number follows the slider at once; the hits come at their own pace."""
        query = self.query
        if query is None:
            return
        farthest = None if most == self._bar.filters.slider.bits() else most
        moved = replace(query, min_distance=least, max_distance=farthest)
        total = self._counting.within(moved)
        if moved == query:
            self._say_result()  # it came back to where it was
        elif total is not None:
            self._bar.set_result(_searching_text(total))

    def _show_histogram(self, counts: list[int]) -> None:
        """Of all images, also while the slider leaves some out: one sees what widening it would bring. Of the hits
        until they are counted."""
        if self.query is not None:
            self._bar.set_histogram(self._counting.histogram(self.query) or counts)

    def _on_search_failed(self, sentence: str) -> None:
        self._await_answer(False)
        self.found, self.problem, self._shown = None, sentence, ()
        self._model.set_images([])
        self._bar.set_rejected(0)
        self._bar.set_histogram(None)
        self._bar.set_result(sentence)
        self._bar.set_more(False)
        self._browse_bar.set_browsing(False, tr("Similar pictures"))
        self.hits_shown.emit()


def _at_any_distance(query: Query) -> Query:
    return replace(query, min_distance=0, max_distance=None)


def _range(query: Query) -> tuple[int, int | None]:
    return query.min_distance, query.max_distance


def _hits(count: int) -> str:
    return tr_n("{n:,} hits", "{n:,} hit", count)


def _searching_text(hits: int) -> str:
    return tr("Searching… {hits}", hits=_hits(hits))
