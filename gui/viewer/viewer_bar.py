"""The line below the pictures of the viewer: where one is, what the picture is called, and buttons."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from gui.viewer.dark_ground import icon_button
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.later import Later
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_M, SPACE_S, sized

SAID_MS = 5000  # so long a sentence stays


class ViewerBar(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Viewer")
        self.previous = icon_button("previous", "Previous picture", "Left or Page up")
        self.next = icon_button("next", "Next picture", "Right or Page down")
        self.place = QLabel()
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.name.setFont(sized(self.name.font(), 1.0, bold=True))
        self.text = ElidedLabel(narrowest=20)
        self.smaller = icon_button("minus", "Zoom out", "minus")
        self.larger = icon_button("plus", "Zoom in", "plus")
        self.fit = icon_button("fit", "Fitted, or 100 %", "Z")
        self.left = icon_button("turn-left", "Turn to the left; the file stays as it is", "Shift+R")
        self.right = icon_button("turn-right", "Turn to the right; the file stays as it is", "R")
        self.beside = icon_button("beside", "Side by side", "B", checkable=True)
        self.link = icon_button("link", "The same zoom and place", "U", checkable=True)
        self.details = icon_button("details", "Details", "I", checkable=True)
        self.label = icon_button("label", "Give a label", "L")
        self.similar = icon_button("search", "Find similar", "Enter")
        self.full_screen = icon_button("full-screen", "Full screen", "F11", checkable=True)
        self.close_button = icon_button("close", "Close", "Escape or Space")
        self._labels, self._said = "", ""
        self._forget = Later(SAID_MS, self._on_said_long_enough, self)
        self._lay_out()
        self.show_linked(False, True)

    def buttons(self) -> tuple[QToolButton, ...]:
        """From left to right."""
        return (
            *(self.previous, self.next, self.smaller, self.larger, self.fit, self.left, self.right),
            *(self.beside, self.link, self.details, self.label, self.similar, self.full_screen, self.close_button),
        )

    def show_place(self, place: int, count: int) -> None:
        """Which of how many pictures is shown, from 0."""
        self.place.setText(f"{place + 1:,} of {count:,}")
        self.previous.setEnabled(place > 0)
        self.next.setEnabled(place + 1 < count)

    def show_name(self, name: str) -> None:
        self.name.setText(printable(name))

    def show_labels(self, names: list[str]) -> None:
        self._labels = ", ".join(printable(name) for name in names)
        self._show_text()

    def say(self, sentence: str) -> None:
        """For a while, in the place of the labels."""
        self._said = printable(sentence)
        self._forget.start()
        self._show_text()

    def show_linked(self, several: bool, linked: bool) -> None:
        self.beside.setChecked(several)
        self.link.setVisible(several)
        self.link.setChecked(linked)

    def _on_said_long_enough(self) -> None:
        self._said = ""
        self._show_text()

    def _show_text(self) -> None:
        self.text.setText(self._said or self._labels)

    def _lay_out(self) -> None:
        self.place.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self.place.setAccessibleName("Place among the pictures")
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        row.setSpacing(SPACE_S)
        before, after = self.buttons()[:2], self.buttons()[2:]
        for button in before:
            row.addWidget(button)
        row.addWidget(self.place)
        row.addSpacing(SPACE_M)
        row.addWidget(self.name)
        row.addSpacing(SPACE_M)
        row.addWidget(self.text, 1)
        for button in after:
            row.addWidget(button)
