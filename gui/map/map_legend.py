"""What the colours of the map mean, written into a corner of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette

from gui.map.colouring import MapKind
from gui.widgets.label_colours import paint_swatch
from gui.widgets.theme import CORNER, SPACE_M, SPACE_S, colours

SWATCH = 10
WIDEST = 180.0


def legend_words(kinds: Sequence[MapKind]) -> str:
    """For who cannot see it."""
    return ", ".join(f"{kind.name}: {kind.count:,}" for kind in kinds if kind.count)


def paint_legend(
    painter: QPainter, height: float, kinds: Sequence[MapKind], font: QFont, palette: QPalette
) -> QRectF:
    """Into the lower left corner of a view of this height; as many as there is room for. Returns where it is."""
    metrics = QFontMetricsF(font)
    line = metrics.height() + 2
    shown = [kind for kind in kinds if kind.count][: max(1, int((height / 2) / line))]
    if not shown:
        return QRectF()
    names = [metrics.elidedText(kind.name, Qt.TextElideMode.ElideMiddle, WIDEST) for kind in shown]
    counts = [f"{kind.count:,}" for kind in shown]
    name_width = max(map(metrics.horizontalAdvance, names))
    count_width = max(map(metrics.horizontalAdvance, counts))
    width = SWATCH + name_width + count_width + SPACE_S + SPACE_M + 2 * SPACE_M
    box = QRectF(
        SPACE_M, height - line * len(shown) - 3 * SPACE_S - SPACE_M, width, line * len(shown) + 2 * SPACE_S
    )
    looks = colours(palette)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(looks.line)
    painter.setBrush(looks.badge)
    painter.drawRoundedRect(box, CORNER, CORNER)
    painter.setFont(font)
    for place, (kind, name, count) in enumerate(zip(shown, names, counts, strict=True)):
        top = box.top() + SPACE_S + place * line
        left, base = box.left() + SPACE_M, top + metrics.ascent()
        paint_swatch(painter, QRectF(left, top + (line - SWATCH) / 2, SWATCH, SWATCH), kind.colour)
        painter.setPen(looks.badge_text)
        painter.drawText(QPointF(left + SWATCH + SPACE_S, base), name)
        painter.setPen(looks.dim)
        at = box.right() - SPACE_M - metrics.horizontalAdvance(count)
        painter.drawText(QPointF(at, base), count)
    return box
