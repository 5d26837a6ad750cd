"""What stands in the middle when there is nothing to show: a kind word, how to begin, perhaps a button."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from gui.grid import glyphs
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import sized

GLYPH = 72
TITLE, HINT = 1.7, 1.1  # font sizes, relative to the system's
TIGHT_TITLE, TIGHT_HINT = 1.2, 1.0  # where there is little height
AROUND, TIGHTLY_AROUND = 32, 8


class EmptyState(QWidget):
    """A centred title, a hint below it and an optional button. Where all that is too high, the picture above gives
    way, and the words are smaller.

    Signals:
        button_clicked(): the user took up the offer.
    """

    button_clicked = Signal()

    def __init__(self, title: str, hint: str = "", button: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._glyph = _Glyph(self)
        self._title, self._hint = self._label(), self._label()
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
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Not what the words need, which depends on the room that there is."""
        return QSize(2 * GLYPH, GLYPH)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _label(self) -> QLabel:
        label = plain_label(wraps=True)
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return label

    def _lay_out(self) -> None:
        layout = self._layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch(2)
        layout.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self._title)
        layout.addWidget(self._hint)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def _fit(self) -> None:
        self._dress(tight=False)
        if self._layout.totalHeightForWidth(self.width()) > self.height():
            self._dress(tight=True)

    def _dress(self, tight: bool) -> None:
        around = TIGHTLY_AROUND if tight else AROUND
        self._layout.setContentsMargins(around, around, around, around)
        self._glyph.setHidden(tight)
        self._title.setFont(sized(self.font(), TIGHT_TITLE if tight else TITLE))
        self._hint.setFont(sized(self.font(), TIGHT_HINT if tight else HINT))


class _Glyph(QWidget):
    def sizeHint(self) -> QSize:
        return QSize(GLYPH, GLYPH)

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = self.palette().color(QPalette.ColorRole.Text)
        colour.setAlphaF(0.3)
        painter = QPainter(self)
        glyphs.draw_glyph(painter, glyphs.picture(), QRectF(4, 4, GLYPH - 8, GLYPH - 8), colour, 2.5)
        painter.end()
