"""The line below the pictures of the viewer: where one is, what the picture is called, and buttons."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from gui.language import tr
from gui.viewer.dark_ground import icon_button
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.later import Later
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_M, SPACE_S, sized

SAID_MS = 5000  # so long a sentence stays


class ViewerBar(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Viewer"))
        self.previous = icon_button("previous", tr("Previous picture"), tr("Left or Page up"))
        self.next = icon_button("next", tr("Next picture"), tr("Right or Page down"))
        self.place = QLabel()
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.name.setFont(sized(self.name.font(), 1.0, bold=True))
        self.text = ElidedLabel(narrowest=20)
        self.smaller = icon_button("minus", tr("Zoom out"), tr("minus", "a key"))
        self.larger = icon_button("plus", tr("Zoom in"), tr("plus", "a key"))
        self.fit = icon_button("fit", tr("Fitted, or 100 %"), "Z")
        self.left = icon_button("turn-left", tr("Turn to the left; the file stays as it is"), tr("Shift+R"))
        self.right = icon_button("turn-right", tr("Turn to the right; the file stays as it is"), "R")
        self.beside = icon_button("beside", tr("Side by side"), "B", checkable=True)
        self.link = icon_button("link", tr("The same zoom and place"), "U", checkable=True)
        self.details = icon_button("details", tr("Details"), "I", checkable=True)
        self.label = icon_button("label", tr("Give a label"), "L")
        self.similar = icon_button("search", tr("Find similar"), tr("Enter"))
        self.full_screen = icon_button("full-screen", tr("Full screen"), "F11", checkable=True)
        self.close_button = icon_button("close", tr("Close"), tr("Escape or Space"))
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
        self.place.setText(tr("{place:,} of {count:,}", place=place + 1, count=count))
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
        self.place.setAccessibleName(tr("Place among the pictures"))
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
