"""How the header of a group looks: what it says, how many images there are, and whether the mouse is on it."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette

from gui.language import number

ABOVE, BELOW = 7, 7  # of the text
GAP = 4  # between the header and its first line of tiles
INSET = 14
BETWEEN = 10  # title and number
CORNER = 6.0


def header_height(font: QFont) -> int:
    """With the gap below it."""
    return QFontMetrics(_bold(font)).height() + ABOVE + BELOW + GAP


def paint_header(
    painter: QPainter, rect: QRect, title: str, count: int, font: QFont, palette: QPalette, hovered: bool
) -> None:
    """On its own ground, since it stays at the top while tiles pass below it."""
    painter.fillRect(rect, palette.color(QPalette.ColorRole.Base))
    text = palette.color(QPalette.ColorRole.Text)
    if hovered:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_faded(text, 0.07))
        painter.drawRoundedRect(QRectF(rect).adjusted(INSET - 8, 2, -6, -GAP), CORNER, CORNER)
    bold = _bold(font)
    amount = number(count)
    line = rect.adjusted(INSET, ABOVE, -INSET, -BELOW - GAP)
    room = line.width() - BETWEEN - QFontMetrics(font).horizontalAdvance(amount)
    shown = QFontMetrics(bold).elidedText(title, Qt.TextElideMode.ElideRight, max(0, room))
    along = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    painter.setFont(bold)
    painter.setPen(text)
    painter.drawText(line, along, shown)
    painter.setFont(font)
    painter.setPen(_faded(text, 0.62))
    painter.drawText(line.adjusted(QFontMetrics(bold).horizontalAdvance(shown) + BETWEEN, 0, 0, 0), along, amount)


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _faded(colour: QColor, alpha: float) -> QColor:
    faded = QColor(colour)
    faded.setAlphaF(alpha)
    return faded
