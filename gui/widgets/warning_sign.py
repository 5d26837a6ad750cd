"""The sign before a sentence that warns; it follows the theme."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QWidget

from gui.widgets.icons import icon
from gui.widgets.theme import ICON_SIZE


class WarningSign(QLabel):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._show_sign()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_sign()

    def _show_sign(self) -> None:
        self.setPixmap(icon("warning").pixmap(ICON_SIZE, ICON_SIZE))
