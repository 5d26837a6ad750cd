"""Rows of a list with some air around what they say, so that lines and columns do not touch."""

from PySide6.QtCore import QMargins, QObject, QSize
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from gui.widgets.model_index import ModelIndex


class RoomyRows(QStyledItemDelegate):
    """`across` and `down` are the pixels added on each side."""

    def __init__(self, parent: QObject, across: int, down: int) -> None:
        super().__init__(parent)
        self._air = QMargins(across, down, across, down)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        return super().sizeHint(option, index).grownBy(self._air)
