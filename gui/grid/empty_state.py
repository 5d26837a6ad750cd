"""What stands in the middle when there is nothing to show: a kind word, how to begin, perhaps a button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gui.grid import glyphs

GLYPH = 72


class EmptyState(QWidget):
    """A centred title, a hint below it and an optional button.

    Signals:
        button_clicked(): the user took up the offer.
    """

    button_clicked = Signal()

    def __init__(self, title: str, hint: str = "", button: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._title = self._label(larger=1.7)
        self._hint = self._label(larger=1.1)
        self._hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._button = QPushButton(self)
        self._button.clicked.connect(self.button_clicked)
        self._lay_out()
        self.set_texts(title, hint, button)

    def set_texts(self, title: str, hint: str = "", button: str = "") -> None:
        """An empty hint or button is not shown."""
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self._button.setText(button)
        self._button.setVisible(bool(button))
        self.setAccessibleName(title)
        self.setAccessibleDescription(hint)

    def _label(self, larger: float) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setWordWrap(True)
        font = label.font()
        font.setPointSizeF(font.pointSizeF() * larger)
        label.setFont(font)
        return label

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 32, 32, 32)
        layout.setSpacing(12)
        layout.addStretch(2)
        layout.addWidget(_Glyph(self), 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self._title)
        layout.addWidget(self._hint)
        layout.addSpacing(8)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)


class _Glyph(QWidget):
    def sizeHint(self) -> QSize:
        return QSize(GLYPH, GLYPH)

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self.palette().color(QPalette.ColorRole.Text)
        colour.setAlphaF(0.3)
        painter = QPainter(self)
        glyphs.draw_glyph(painter, glyphs.picture(), QRectF(4, 4, GLYPH - 8, GLYPH - 8), colour, 2.5)
        painter.end()
