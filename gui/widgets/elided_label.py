"""One line of plain text that gives way when there is little room; its tool tip then has the whole text."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from gui.widgets.plain_text import tool_tip


class ElidedLabel(QLabel):
    """Shows all of its text where there is room, and never less than `narrowest` pixels of it."""

    def __init__(
        self,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        narrowest: int = 40,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._mode = mode
        self._narrowest = narrowest
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(tool_tip(text) if text else "")

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self._narrowest, self.sizeHint().width()), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), self._mode, room.width())
        painter.drawText(room, self.alignment() | Qt.TextFlag.TextSingleLine, text)
        painter.end()
