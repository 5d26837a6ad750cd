"""The line above a panel of the left column: its title, and a button that adds something."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton

from gui.widgets.icons import icon
from gui.widgets.theme import SPACE_M, SPACE_S, sized


def panel_head(title: str, add: QToolButton, does: str) -> QHBoxLayout:
    """`does` says what the button adds, as a person reads it."""
    label = QLabel(title)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(sized(label.font(), 1.0, bold=True))
    add.setIcon(icon("plus"))
    add.setAutoRaise(True)
    add.setToolTip(does)
    add.setAccessibleName(does)
    head = QHBoxLayout()
    head.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, 0)
    head.addWidget(label, 1)
    head.addWidget(add)
    return head


def tell_keys(add: QToolButton, keys: str) -> None:
    """Which do the same."""
    add.setToolTip(f"{add.accessibleName()} ({keys})")
