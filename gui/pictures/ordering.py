"""The entries for how what is browsed is ordered: in groups by date, or by likeness to the current picture."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup

from engine.sentences import said
from engine.store.browsing import Browse
from engine.store.timeline import Grouping
from gui.language import tr
from gui.pictures.parts import PictureParts
from gui.widgets.menus import MenuEntry, Menus

LIKENESS = said("Sort by li&keness to this picture")
SELECT_GROUP = said("&Select the whole group")
NO_GROUPS_NOW = said("Groups are for browsing; leave the query first, with Escape.")
NO_ORDER_NOW = said("This order is for browsing; leave the query first, with Escape.")
GROUPS: dict[str, Grouping | None] = {
    said("No g&roups"): None,
    said("Group by &day"): Grouping.DAY,
    said("Group by &month"): Grouping.MONTH,
    said("Group by &event"): Grouping.EVENT,
}


class Ordering(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(self, pictures: PictureParts) -> None:
        super().__init__(pictures.browse_bar)
        self._pictures, self._bar = pictures, pictures.browse_bar
        self._actions: dict[Grouping | None, QAction] = {}
        self._bar.changed.connect(self._on_changed)

    def add_entries(self, menus: Menus) -> None:
        entries = [MenuEntry(text, "", partial(self.group_by, grouping)) for text, grouping in GROUPS.items()]
        one_of = QActionGroup(self)
        for action, grouping in zip(menus.add("&View", entries), GROUPS.values(), strict=True):
            action.setCheckable(True)
            one_of.addAction(action)
            self._actions[grouping] = action
        menus.add(
            "&View",
            [
                MenuEntry(SELECT_GROUP, "Ctrl+Shift+G", self.select_group),
                MenuEntry(LIKENESS, "Ctrl+Shift+L", self.sort_by_likeness),
            ],
        )
        menus.in_context_menu(LIKENESS)
        self.show_choice()

    def show_choice(self) -> None:
        """The menu marks what the bar has chosen."""
        if self._actions:
            self._actions[self._bar.browse().grouping].setChecked(True)

    def group_by(self, grouping: Grouping | None) -> None:
        if self._is_searching(NO_GROUPS_NOW):
            self.show_choice()
            return
        self._bar.choose_grouping(grouping)
        self._pictures.centre.leave_page()

    def select_group(self) -> None:
        if self._bar.browse().grouping is None or self._pictures.searching.query is not None:
            self.said.emit(tr("There are no groups; the menu View makes some."))
        else:
            self._pictures.centre.grid.select_current_group()

    def sort_by_likeness(self) -> None:
        image_id = self._pictures.viewing.current_id()
        if image_id is None:
            self.said.emit(tr("Select a picture first."))
        elif not self._is_searching(NO_ORDER_NOW):
            self._bar.choose_likeness(image_id)
            self._pictures.centre.leave_page()

    def _is_searching(self, why_not: str) -> bool:
        searching = self._pictures.searching.query is not None
        if searching:
            self.said.emit(tr(why_not))
        return searching

    def _on_changed(self, browse: Browse) -> None:
        self.show_choice()
