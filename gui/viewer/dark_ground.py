"""The colours of the viewer: dark, so that pictures stand out, whatever the colours of the window are."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QToolButton, QWidget

from gui.language import tr
from gui.widgets.icons import pale_icon
from gui.widgets.theme import ICON_SIZE, palette_for

GROUND = "#161616"  # neutral: a tint would be seen in the picture


def darken(widget: QWidget) -> None:
    """This widget and all in it."""
    palette = palette_for(Qt.ColorScheme.Dark)
    palette.setColor(QPalette.ColorRole.Base, QColor(GROUND))
    widget.setPalette(palette)


def icon_button(name: str, says: str, keys: str, checkable: bool = False) -> QToolButton:
    """`keys` do the same. A click leaves the keys with the picture."""
    button = QToolButton()
    button.setIcon(pale_icon(name))
    button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    button.setAutoRaise(True)
    button.setCheckable(checkable)
    button.setToolTip(f"{says} ({keys})")
    button.setAccessibleName(says)
    button.setAccessibleDescription(tr("Key: {keys}", keys=keys))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
