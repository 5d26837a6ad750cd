"""The button above the grid that chooses its groups: none, days, months or events."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from engine.sentences import said
from engine.store.timeline import Grouping
from gui.language import tr
from gui.widgets.icons import icon
from gui.widgets.theme import ICON_SIZE

GROUPINGS: dict[str, Grouping | None] = {
    said("Nothing"): None,
    said("Day"): Grouping.DAY,
    said("Month"): Grouping.MONTH,
    said("Event"): Grouping.EVENT,
}
READ_OUT: dict[Grouping | None, str] = {
    None: said("Group by: nothing"),
    Grouping.DAY: said("Group by: day"),
    Grouping.MONTH: said("Group by: month"),
    Grouping.EVENT: said("Group by: event"),
}
TIP = said("Group by day, month or event (an event ends where nothing was taken for 4 hours)")


class GroupButton(QToolButton):
    """Signals:
    chosen(Grouping | None): the user wants these groups, or none.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(icon("group"))
        self.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip(tr(TIP))
        menu, one_of = QMenu(self), QActionGroup(self)
        menu.addSection(tr("Group by"))
        self.by_grouping: dict[Grouping | None, QAction] = {}
        for text, grouping in GROUPINGS.items():
            action = self.by_grouping[grouping] = QAction(tr(text), one_of)
            action.setCheckable(True)
            menu.addAction(action)
        one_of.triggered.connect(self._on_chosen)
        self.setMenu(menu)
        self.show_grouping(None)

    def show_grouping(self, grouping: Grouping | None) -> None:
        """Which one it is, without asking for it."""
        action = self.by_grouping[grouping]
        action.setChecked(True)
        self.setText(action.text() if grouping is not None else "")
        self.say_kind(True)
        self.setAccessibleName(tr(READ_OUT[grouping]))

    def say_kind(self, wanted: bool) -> None:
        """In a word beside the sign, or not, where there is no room for it."""
        beside, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        self.setToolButtonStyle(beside if wanted and self.text() else alone)

    def _on_chosen(self, action: QAction) -> None:
        self.chosen.emit(next(grouping for grouping, each in self.by_grouping.items() if each is action))
