"""A line of text on a soft ground, readable on every picture."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPalette

from gui.widgets.theme import CORNER, SPACE_M, colours


def badge_rect(painter: QPainter, text: str) -> QRectF:
    """As large as the badge of `text`, with its corner at 0, 0."""
    inner = painter.fontMetrics().size(0, text)
    return QRectF(0, 0, inner.width() + 2 * SPACE_M, inner.height() + 6)


def paint_badge(painter: QPainter, palette: QPalette, text: str, centre: QPointF) -> None:
    box = badge_rect(painter, text)
    box.moveCenter(centre)
    shades = colours(palette)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shades.badge)
    painter.drawRoundedRect(box, CORNER, CORNER)
    painter.setPen(shades.badge_text)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()
