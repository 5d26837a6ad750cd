"""Where something lies that a person may want elsewhere: the folder, what it takes, another or the usual one."""

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy

from gui.language import tr
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.plain_text import printable

NARROWEST = 160  # pixels of a line that wraps


class PlaceField(QObject):
    """Rows of a form, each by itself: Qt puts the label of a high field too low.

    Signals:
    other_requested(): choose a folder.
    """

    other_requested = Signal()

    def __init__(self, title: str, folder: str, usual: str, parent: QObject | None = None) -> None:
        """`folder` is none ("") for the `usual` one."""
        super().__init__(parent)
        self._folder, self._usual_words = folder, usual
        self.place = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.size_note = WideLabel("…")
        self.other = QPushButton(tr("Another folder…"))
        self.usual = QPushButton(tr("The usual one"))
        for button in (self.other, self.usual):
            button.setAccessibleName(f"{button.text()} ({title})")
        self.other.clicked.connect(self.other_requested)
        self.usual.clicked.connect(self._on_usual_wanted)
        self.show_folder(folder)

    def add_to(self, form: QFormLayout, label: str) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.other)
        buttons.addWidget(self.usual)
        buttons.addStretch()
        form.addRow(label, self.place)
        form.addRow("", self.size_note)
        form.addRow("", buttons)

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


class WideLabel(QLabel):
    """Takes the whole width of a form before it wraps, and no more height than it needs then: Qt guesses one by a
    width of its own."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()), self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROWEST, self.fontMetrics().height())
