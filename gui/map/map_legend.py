"""What the colours of the map mean, written into a corner of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette, QPixmap

from gui.language import number
from gui.map.colouring import MapKind
from gui.widgets.label_colours import paint_swatch
from gui.widgets.theme import CORNER, SMALL, SPACE_M, SPACE_S, colours, sized

SWATCH = 10
WIDEST = 180.0


def legend_words(kinds: Sequence[MapKind]) -> str:
    """For who cannot see it."""
    return ", ".join(f"{kind.name}: {number(kind.count)}" for kind in kinds if kind.count)


def legend_pixmap(kinds: Sequence[MapKind], room: float, ratio: float, usual: QFont, palette: QPalette) -> QPixmap:
    """For a view of that height: as many kinds as half of it has room for."""
    font = sized(usual, SMALL)
    metrics = QFontMetricsF(font)
    line = metrics.height() + 2
    shown = [kind for kind in kinds if kind.count][: max(1, int(room / 2 / line))]
    if not shown:
        return QPixmap()
    names = [metrics.elidedText(kind.name, Qt.TextElideMode.ElideMiddle, WIDEST) for kind in shown]
    counts = [number(kind.count) for kind in shown]
    widths = [max(map(metrics.horizontalAdvance, texts)) for texts in (names, counts)]
    box = QRectF(0, 0, SWATCH + sum(widths) + SPACE_S + 3 * SPACE_M, line * len(shown) + 2 * SPACE_S)
    pixmap = QPixmap((box.size() * ratio).toSize())
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter, looks = QPainter(pixmap), colours(palette)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(looks.line)
    painter.setBrush(looks.badge)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -1.5, -1.5), CORNER, CORNER)
    painter.setFont(font)
    for place, (kind, name, count) in enumerate(zip(shown, names, counts, strict=True)):
        top = SPACE_S + place * line
        base = top + metrics.ascent()
        paint_swatch(painter, QRectF(SPACE_M, top + (line - SWATCH) / 2, SWATCH, SWATCH), kind.colour)
        painter.setPen(looks.badge_text)
        painter.drawText(QPointF(SPACE_M + SWATCH + SPACE_S, base), name)
        painter.drawText(QPointF(box.right() - SPACE_M - metrics.horizontalAdvance(count), base), count)
    painter.end()
    return pixmap
