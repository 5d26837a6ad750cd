"""Buttons with a word: in a panel, as wide as its place allows; on a page, as wide as the word."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton

from gui.widgets.icons import icon, pale_icon
from gui.widgets.theme import ICON_SIZE, SPACE_S

LEAST_HEIGHT = 28


def word_button(icon_name: str, text: str, tip: str) -> QToolButton:
    button = QToolButton()
    _dress(button, icon_name, text, tip)
    return button


def _dress(button: QToolButton, icon_name: str, text: str, tip: str) -> None:
    button.setIcon(icon(icon_name))
    button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(text)
    button.setAccessibleDescription(tip)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    button.setMinimumHeight(LEAST_HEIGHT)


def primary_button(icon_name: str, text: str, tip: str) -> QToolButton:
    """The one of several that most people want: it stands out."""
    button = _PrimaryButton()
    _dress(button, icon_name, text, tip)
    button.setIcon(pale_icon(icon_name))
    return button


def page_button(icon_name: str, text: str, tip: str) -> QPushButton:
    """The icon may be left out."""
    button = QPushButton(icon(icon_name), text) if icon_name else QPushButton(text)
    button.setToolTip(tip)
    return button


class _PrimaryButton(QToolButton):
    """In the colour of what is selected, which follows light and dark. Painted here: Fusion would lighten the
    ground until one could hardly read what stands on it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ground())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(self.palette().color(QPalette.ColorRole.HighlightedText))
        shows_icon = self.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonTextOnly
        icon_room = ICON_SIZE + SPACE_S if shows_icon else 0
        width = min(self.fontMetrics().horizontalAdvance(self.text()) + 2, self.width() - icon_room)
        left = (self.width() - width - icon_room) // 2
        if shows_icon:
            self.icon().paint(painter, left, (self.height() - ICON_SIZE) // 2, ICON_SIZE, ICON_SIZE)
        painter.drawText(left + icon_room, 0, width, self.height(), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.HighlightedText), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2.5, 2.5, -2.5, -2.5), 3, 3)

    def _ground(self) -> QColor:
        ground = self.palette().color(QPalette.ColorRole.Highlight)
        if self.isDown():
            return ground.darker(115)
        return ground.lighter(108) if self.underMouse() and self.isEnabled() else ground
