"""Buttons with a word: in a panel, as wide as its place allows; on a page, as wide as the word."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton

from gui.widgets.icons import icon
from gui.widgets.theme import ICON_SIZE

LEAST_HEIGHT = 28


def word_button(icon_name: str, text: str, tip: str) -> QToolButton:
    button = QToolButton()
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
    return button


def page_button(icon_name: str, text: str, tip: str) -> QPushButton:
    """The icon may be left out."""
    button = QPushButton(icon(icon_name), text) if icon_name else QPushButton(text)
    button.setToolTip(tip)
    return button
