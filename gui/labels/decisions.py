"""What a person says of the hits of a query: the same, or not the same.

It is stored for good and about the pair. What is not the same is hidden from that query, and the picture asked for
from a query with that hit, until somebody wants to see it. Saying the same thing again takes it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.search.hits import Found
from engine.search.query import Query
from engine.sentences import said
from engine.store import decisions
from gui.labels.decision_buttons import DecisionButtons
from gui.language import tr, tr_n
from gui.pictures.centre import Centre
from gui.pictures.searching import Searching
from gui.preview.preview_panel import PreviewPanel
from gui.undo import Undo, Undoable
from gui.widgets.menus import MenuEntry, Menus

SAME, NOT_THE_SAME = said("Sam&e as the query"), said("&Not the same as the query")


@dataclass(frozen=True, slots=True, eq=False)
class DecisionChange:
    """A decision about an image and others: the same or not; None takes back what was said."""

    query_id: int
    wanted: Mapping[int, bool | None]

    @property
    def size(self) -> int:
        return len(self.wanted)

    def apply(self, db: Any) -> DecisionChange | None:
        before = decisions.decide(db, self.query_id, self.wanted)
        return None if before == self.wanted else DecisionChange(self.query_id, before)


class Decisions(QObject):
    """Signals: `refused(str)`: why nothing can be decided; one sentence."""

    refused = Signal(str)

    def __init__(self, searching: Searching, centre: Centre, preview: PreviewPanel, undo: Undo) -> None:
        super().__init__(centre)
        self._searching, self._centre, self._undo = searching, centre, undo
        self._grid = centre.grid
        self._actions: list[QAction] = []
        self._go_to: int | None = None  # where the keys go on once a rejected hit is gone
        self.buttons = DecisionButtons()
        preview.add_row(self.buttons)
        self.buttons.same_clicked.connect(self.accept)
        self.buttons.not_the_same_clicked.connect(self.reject)
        undo.applied.connect(self._on_applied)
        searching.hits_shown.connect(self._on_hits_shown)
        searching.began.connect(self._on_search_began)
        for changed in (searching.ended, centre.page_shown, centre.page_left):
            changed.connect(self._update)
        for changed in (self._grid.current_changed, self._grid.selection_changed):
            changed.connect(self._update)
        self._update()

    def add_entries(self, menus: Menus, *where: QWidget) -> None:
        """Into the menus. Their keys are plain letters, so they act only where one looks at pictures."""
        entries = [MenuEntry(SAME, "S", self.accept), MenuEntry(NOT_THE_SAME, "X", self.reject)]
        self._actions = menus.add("&Search", entries)
        for action in self._actions:
            action.setCheckable(True)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for widget in where:
                widget.addAction(action)
        menus.in_context_menu(SAME, NOT_THE_SAME)
        menus.tell_keys(SAME, self.buttons.name_keys_of_same)
        menus.tell_keys(NOT_THE_SAME, self.buttons.name_keys_of_not_the_same)
        self._update()

    def accept(self) -> None:
        """The chosen hits are the same as the query."""
        self._decide(True)

    def reject(self) -> None:
        """They are not the same."""
        self._decide(False)

    # -- deciding -----------------------------------------------------------------------------------------------

    def _decide(self, same: bool) -> None:
        self._update()  # a checkable entry has changed its mark by itself
        query, found = self._searching.query, self._searching.found
        if query is None or found is None:
            return
        if found.image_id is None:
            self.refused.emit(why_undecidable(query))
            return
        hits = [image_id for image_id in self._grid.chosen_ids() if image_id != found.image_id]
        if not hits:
            self.refused.emit(tr("A picture is the same as itself; choose another hit."))
            return
        if not self._undo.may_write():
            return
        again = all(found.decisions.get(image_id) is same for image_id in hits)
        wanted = dict.fromkeys(hits, None if again else same)
        if not (same or again or query.show_rejected):
            self._step_over(set(hits))
        self._undo.do(DecisionChange(found.image_id, wanted), _text(wanted))

    def _on_applied(self, inverse: Undoable) -> None:
        """Decided, undone or done again."""
        if isinstance(inverse, DecisionChange):
            self._searching.again()

    # -- showing it ---------------------------------------------------------------------------------------------

    def _step_over(self, leaving: set[int]) -> None:
        """These hits are about to go: the keys go on with the one that takes their place."""
        ids = self._grid.images().ids().tolist()
        row = max(0, self._grid.currentIndex().row())
        staying = [i for i in ids[row:] if i not in leaving] or [i for i in ids[row::-1] if i not in leaving]
        self._go_to = staying[0] if staying else None
        if self._go_to is not None:
            self._grid.show_image(self._go_to)

    def _on_search_began(self) -> None:
        self._go_to = None  # that was for the hits of another query
        self._update()

    def _on_hits_shown(self) -> None:
        if self._go_to is not None:
            self._grid.show_image(self._go_to)
            self._go_to = None
        self._update()

    def _update(self) -> None:
        found, current, chosen = self._searching.found, self._grid.current_id(), self._grid.chosen_ids()
        decided = found.decisions if found is not None else {}
        for action, same in zip(self._actions, (True, False), strict=False):
            action.setEnabled(self._searching.query is not None and self._centre.page is None)
            action.setChecked(bool(chosen) and all(decided.get(image_id) is same for image_id in chosen))
        self.buttons.setVisible(_is_decidable(found, current))
        self.buttons.show_decided(decided.get(current) if current is not None else None)


def why_undecidable(query: Query) -> str:
    """Why it cannot be said of this query that a hit is the same."""
    if len(query.pictures) > 1:
        return tr("“Same” is said of one picture and a hit; this query has several pictures.")
    if query.pictures[0].crop is not None:
        return tr("“Same” is said of a whole picture and a hit; this query is only a part of one.")
    return tr("“Same” is said of two pictures of the library; the one you search with is not in it.")


def _is_decidable(found: Found | None, image_id: int | None) -> bool:
    return found is not None and found.image_id is not None and image_id not in (None, found.image_id)


def _text(wanted: Mapping[int, bool | None]) -> str:
    count, same = len(wanted), next(iter(wanted.values()))
    if same is None:
        return tr_n(
            "What was said of {n:,} pictures is taken back", "What was said of {n:,} picture is taken back", count
        )
    if same:
        return tr_n("{n:,} pictures said to be the same", "{n:,} picture said to be the same", count)
    return tr_n(
        "{n:,} pictures said to be not the same; hidden from this query",
        "{n:,} picture said to be not the same; hidden from this query",
        count,
    )
