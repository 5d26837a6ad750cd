"""The page of the map: what it shows, what the colours mean; the map, or why there is none; what is selected."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.sentences import said
from gui.grid.empty_state import EmptyState
from gui.language import tr
from gui.map.colouring import ColouredBy
from gui.map.map_thumbs import MakeLoader
from gui.map.map_view import MapView
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.menu_keys import LABEL, keys_of
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, TITLE, sized
from gui.widgets.thin_line import thin_line
from gui.widgets.word_button import page_button

NARROWEST = 400
ROOM_FOR_COUNT = 100
HINT = said("Draw around pictures to select them, {keys} labels them. The wheel zooms.")


class MapOf(StrEnum):
    """Which pictures the map shows."""

    ALL = said("All pictures")
    SHOWN = said("What the grid shows")
    SELECTED = said("What is selected there")


class MapPage(QWidget):
    """Signals:
    of_chosen(MapOf), colours_chosen(ColouredBy): another choice above the map.
    anew_requested(): lay it out again.
    closed(): back to the pictures.
    """

    of_chosen = Signal(object)
    colours_chosen = Signal(object)
    anew_requested = Signal()
    closed = Signal()

    def __init__(self, make_loader: MakeLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Map"))
        self.view = MapView(make_loader)
        self.empty = EmptyState("")
        self.stack = QStackedWidget()
        self.title, self.count, self.summary = plain_label(tr("Map")), ElidedLabel(), ElidedLabel()
        self.title.setFont(sized(self.title.font(), TITLE, bold=True))
        self.count.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.summary.setAccessibleName(tr("What is selected"))
        self.of, self.colours = _choice(tr("Show"), list(MapOf)), _choice(tr("Colours by"), list(ColouredBy))
        self.back = page_button("back", tr("Back"), tr("Back to the pictures (Escape)"))
        self.anew = page_button(
            "", tr("Lay out anew"), tr("With what has come since; it goes on in the background")
        )
        self._lay_out()
        self.of.activated.connect(self._on_of_activated)
        self.colours.activated.connect(self._on_colours_activated)
        self.anew.clicked.connect(self.anew_requested)
        self.back.clicked.connect(self.closed)
        self.view.left.connect(self.closed)
        self.empty.button_clicked.connect(self.anew_requested)
        self.show_selected(0)

    def _lay_out(self) -> None:
        self.stack.addWidget(self.view)
        self.stack.addWidget(self.empty)
        self._head, self._below, foot = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        self._choices = QWidget()
        choices = QHBoxLayout(self._choices)
        choices.setContentsMargins(0, 0, 0, 0)
        for row in (self._head, choices):
            row.setSpacing(SPACE_M)
        self._head.addWidget(self.title)
        self._head.addWidget(self.count, 1)
        for words, choice in ((tr("Show"), self.of), (tr("Colours by"), self.colours)):
            label = plain_label(words)
            label.setBuddy(choice)
            choices.addSpacing(SPACE_S)
            choices.addWidget(label)
            choices.addWidget(choice)
        foot.addWidget(self.back)
        foot.addWidget(self.summary, 1)
        foot.addWidget(self.anew)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addLayout(self._head)
        column.addLayout(self._below)
        column.addWidget(self.stack, 1)
        column.addWidget(thin_line())
        column.addLayout(foot)
        self._place_choices(below=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self.title.sizeHint().width() + ROOM_FOR_COUNT + self._choices.sizeHint().width()
        self._place_choices(below=self.width() - 2 * SPACE_L < needed)

    def _place_choices(self, below: bool) -> None:
        """Beside the title, or where there is little room below it."""
        old, new = (self._head, self._below) if below else (self._below, self._head)
        if new.indexOf(self._choices) < 0:
            old.removeWidget(self._choices)
            new.addWidget(self._choices)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, super().minimumSizeHint().height())

    # -- what it shows ------------------------------------------------------------------------------------------

    @property
    def chosen_of(self) -> MapOf:
        return MapOf(self.of.currentData())

    @property
    def chosen_colours(self) -> ColouredBy:
        return ColouredBy(self.colours.currentData())

    def choose_of(self, which: MapOf) -> None:
        self.of.setCurrentIndex(self.of.findData(which.value))

    def show_map(self) -> None:
        """In place of why there is none; the keys go with it."""
        had_keys = self.empty.hasFocus()
        self.stack.setCurrentWidget(self.view)
        if had_keys:
            self.view.setFocus()

    def show_why_none(self, title: str, hint: str, button: str = "") -> None:
        had_keys = self.view.hasFocus()
        self.empty.set_texts(title, hint, button)
        self.stack.setCurrentWidget(self.empty)
        if had_keys:
            self.empty.setFocus()

    def show_count(self, text: str) -> None:
        self.count.setText(text)

    def show_selected(self, count: int) -> None:
        self.summary.setText(tr("{n:,} selected", n=count) if count else tr(HINT, keys=keys_of(LABEL)))

    def _on_of_activated(self) -> None:
        self.of_chosen.emit(self.chosen_of)

    def _on_colours_activated(self) -> None:
        self.colours_chosen.emit(self.chosen_colours)


def _choice(name: str, choices: list[StrEnum]) -> ElidedCombo:
    combo = ElidedCombo()
    combo.setAccessibleName(name)
    for choice in choices:
        combo.addItem(tr(choice.value), choice.value)
    return combo
