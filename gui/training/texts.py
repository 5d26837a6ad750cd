"""Labels and other small parts of the training pages. All text is shown literally."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from gui.widgets.theme import SMALL, SPACE_S, sized
from gui.widgets.warning_sign import WarningSign


def text_label(text: str = "", *, wrap: bool = True) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrap)
    if wrap:
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label


def heading(text: str = "", factor: float = 1.0) -> QLabel:
    label = text_label(text)
    label.setFont(sized(label.font(), factor, bold=True))
    return label


def dim_label(text: str = "", *, wrap: bool = True) -> QLabel:
    """Secondary text."""
    label = text_label(text, wrap=wrap)
    label.setFont(sized(label.font(), SMALL))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def push_button(text: str, tip: str) -> QPushButton:
    """One that Enter elsewhere in the window does not press."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button


class WarningLine(QWidget):
    """A sentence behind a warning sign, as a heading if it is `larger`; hidden while it is empty."""

    def __init__(self, larger: float = 0.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = heading("", larger) if larger else text_label()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(WarningSign(), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._label, 1)
        self.set_text("")

    def set_text(self, sentence: str) -> None:
        self._label.setText(sentence)
        self.setAccessibleName(sentence)
        self.setVisible(bool(sentence))

    def text(self) -> str:
        return self._label.text()


class CalmCombo(QComboBox):
    """Lets the wheel scroll the page it lies on instead of changing what was chosen."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
