"""One picture of a group as a card: where it lies, its facts, and why it is the best or is not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen, QPixmap, QTextLayout, QTextOption

from engine.copies.reviewing import ReviewGroup
from gui.copies.group_rows import PICTURE
from gui.copies.marks import Mark
from gui.copies.review_words import fact_lines, folder_text, name_text, why_text
from gui.grid import glyphs
from gui.widgets.theme import CORNER, SMALL, SPACE_M, SPACE_S, colours, mixed, sized

FACT_LINES = 4  # the folder, and three of facts
WHY_LINES = 2
BADGE = 22
FADED = 0.35


def card_height(font: QFont) -> int:
    """Of all cards, in this font."""
    small = QFontMetricsF(sized(font, SMALL)).height()
    text = QFontMetricsF(font).height() + (FACT_LINES + WHY_LINES) * small + SPACE_S
    return round(max(text, PICTURE)) + 2 * SPACE_M


class MemberCard:
    """Paints the picture at `place` of a group into `rect`."""

    def __init__(self, painter: QPainter, palette: QPalette, rect: QRectF, group: ReviewGroup, place: int) -> None:
        self._painter, self._palette, self._rect = painter, palette, rect
        self._group, self._place = group, place
        self._shades, self._font = colours(palette), QFont(painter.font())
        self._text = palette.color(QPalette.ColorRole.Text)

    def paint(self, pixmap: QPixmap | None, mark: Mark | None, current: bool) -> None:
        self._paint_frame(mark, current)
        inner = self._rect.adjusted(SPACE_M, SPACE_M, -SPACE_M, -SPACE_M)
        square = QRectF(inner.left(), inner.top(), PICTURE, PICTURE)
        self._paint_picture(pixmap, square, faded=mark is Mark.DROP)
        if mark is not None:
            self._paint_badge(square, mark)
        self._paint_words(inner.adjusted(PICTURE + SPACE_M + SPACE_S, 0, 0, 0), mark)

    def _paint_frame(self, mark: Mark | None, current: bool) -> None:
        base = self._palette.color(QPalette.ColorRole.Base)
        tint = {Mark.KEEP: self._shades.plus, Mark.DROP: self._shades.minus, None: base}[mark]
        ring = self._palette.color(QPalette.ColorRole.Accent) if current else self._shades.line
        self._painter.setPen(QPen(ring, 2 if current else 1))
        self._painter.setBrush(mixed(base, tint, 0.08))
        self._painter.drawRoundedRect(self._rect.adjusted(1, 1, -1, -1), CORNER, CORNER)

    def _paint_picture(self, pixmap: QPixmap | None, square: QRectF, faded: bool) -> None:
        if pixmap is None or pixmap.isNull():
            side = square.adjusted(34, 34, -34, -34)
            glyphs.draw_glyph(self._painter, glyphs.picture(), side, self._shades.dim, 1.5)
            return
        size = pixmap.size().scaled(square.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        target = QRectF(0, 0, size.width(), size.height())
        target.moveCenter(square.center())
        self._painter.setOpacity(FADED if faded else 1.0)
        self._painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
        self._painter.setOpacity(1.0)

    def _paint_badge(self, square: QRectF, mark: Mark) -> None:
        """A tick or a cross on a disc: not colour alone."""
        disc = QRectF(square.left() - 2, square.top() - 2, BADGE, BADGE)
        kept = mark is Mark.KEEP
        self._painter.setPen(QPen(self._palette.color(QPalette.ColorRole.Base), 2))
        self._painter.setBrush(self._shades.plus if kept else self._shades.minus)
        self._painter.drawEllipse(disc)
        glyph = glyphs.tick() if kept else glyphs.cross()
        base = self._palette.color(QPalette.ColorRole.Base)
        glyphs.draw_glyph(self._painter, glyph, disc.adjusted(6, 6, -6, -6), base, 2.2)

    # -- words --------------------------------------------------------------------------------------------------

    def _paint_words(self, area: QRectF, mark: Mark | None) -> None:
        facts = self._group.members[self._place]
        bold, small = sized(self._font, 1.0, bold=True), sized(self._font, SMALL)
        top = self._line(area, area.top(), name_text(facts), bold, self._text, Qt.TextElideMode.ElideMiddle)
        top = self._line(area, top, folder_text(facts), small, self._shades.dim, Qt.TextElideMode.ElideLeft)
        for line in fact_lines(facts):
            top = self._line(area, top, line, small, self._text, Qt.TextElideMode.ElideRight)
        why = area.adjusted(0, 0, 0, 0)
        why.setTop(top + SPACE_S)
        colour = self._shades.plus if self._place == 0 else self._shades.dim
        wrapped(self._painter, why, why_text(self._group, self._place), small, colour, WHY_LINES)

    def _line(
        self, area: QRectF, top: float, text: str, font: QFont, colour: QColor, elide: Qt.TextElideMode
    ) -> float:
        metrics = QFontMetricsF(font)
        self._painter.setFont(font)
        self._painter.setPen(colour)
        shown = metrics.elidedText(text, elide, area.width())
        self._painter.drawText(QPointF(area.left(), top + metrics.ascent()), shown)
        return top + metrics.height()


def wrapped(painter: QPainter, area: QRectF, text: str, font: QFont, colour: QColor, most: int) -> None:
    """Text over several lines at most; the last one is shortened."""
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(colour)
    for number, line in enumerate(_broken(text, font, area.width(), most)):
        painter.drawText(QPointF(area.left(), area.top() + number * metrics.height() + metrics.ascent()), line)


def _broken(text: str, font: QFont, width: float, most: int) -> Sequence[str]:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines: list[str] = []
    start = 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        if len(lines) == most - 1:
            lines.append(QFontMetricsF(font).elidedText(text[start:], Qt.TextElideMode.ElideRight, width))
            break
        end = line.textStart() + line.textLength()
        lines.append(text[start:end].rstrip())
        start = end
    layout.endLayout()
    return lines
