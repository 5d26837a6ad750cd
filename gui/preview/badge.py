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
    _paint(painter, palette, text, box, int(Qt.AlignmentFlag.AlignCenter))


def paint_sentence(
    painter: QPainter, palette: QPalette, text: str, room: QRectF, in_the_middle: bool = False
) -> None:
    """As many lines as it takes, at the top of the room or in its middle."""
    wrapped = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
    inner = painter.fontMetrics().boundingRect(room.toRect().adjusted(SPACE_M, 0, -SPACE_M, 0), wrapped, text)
    box = QRectF(inner).adjusted(-SPACE_M, -3, SPACE_M, 3)
    box.moveCenter(room.center())
    if not in_the_middle:
        box.moveTop(room.top())
    _paint(painter, palette, text, box, wrapped)


def _paint(painter: QPainter, palette: QPalette, text: str, box: QRectF, flags: int) -> None:
    shades = colours(palette)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shades.badge)
    painter.drawRoundedRect(box, CORNER, CORNER)
    painter.setPen(shades.badge_text)
    painter.drawText(box, flags, text)
    painter.restore()
