"""Where something lies that a person may want elsewhere: the folder, what it takes, another or the usual one."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gui.language import tr
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_S


class PlaceField(QWidget):
    """Signals:
    other_requested(): choose a folder.
    """

    other_requested = Signal()

    def __init__(self, title: str, folder: str, usual: str, parent: QWidget | None = None) -> None:
        """`folder` is none ("") for the `usual` one."""
        super().__init__(parent)
        self._folder, self._usual_words = folder, usual
        self.place = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.size_note = wide_label("…")
        self.other = QPushButton(tr("Another folder…"))
        self.usual = QPushButton(tr("The usual one"))
        for button in (self.other, self.usual):
            button.setAccessibleName(f"{button.text()} ({title})")
        self.other.clicked.connect(self.other_requested)
        self.usual.clicked.connect(self._on_usual_wanted)
        buttons = QHBoxLayout()
        buttons.addWidget(self.other)
        buttons.addWidget(self.usual)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addWidget(self.place)
        column.addWidget(self.size_note)
        column.addLayout(buttons)
        self.show_folder(folder)

    def folder(self) -> str:
        """As it was chosen; none: the usual one."""
        return self._folder

    def show_folder(self, folder: str) -> None:
        self._folder = folder
        self.place.setText(printable(folder) or self._usual_words)
        self.usual.setEnabled(bool(folder) and self.other.isEnabled())

    def forbid(self) -> None:
        """It can only be looked at."""
        self.other.setEnabled(False)
        self.usual.setEnabled(False)

    def _on_usual_wanted(self) -> None:
        self.show_folder("")


def wide_label(text: str) -> QLabel:
    """Takes the whole width of a form before it wraps."""
    label = plain_label(text, wraps=True)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    return label
