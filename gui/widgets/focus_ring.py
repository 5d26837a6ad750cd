"""The ring around a painted widget that has the keys."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPalette, QPen
from PySide6.QtWidgets import QWidget

from gui.widgets.theme import CORNER


def paint_focus_ring(painter: QPainter, widget: QWidget) -> None:
    if widget.hasFocus():
        painter.setPen(QPen(widget.palette().color(QPalette.ColorRole.Accent), 1.5))
        painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), CORNER, CORNER)
