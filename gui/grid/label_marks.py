"""The labels of an image as small discs on its tile, each with its first letter."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from engine.store.label_list import Label
from gui.widgets.label_colours import colour_of, letter_of, text_on

SIDE = 18
STEP = 15  # discs overlap a little
MOST = 4
LETTER_PIXELS = 10
MOST_KEPT = 4096


class LabelMarks:
    """Draws the discs once for each set of labels, and keeps the picture."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[Label, ...], QPixmap] = {}

    def clear(self) -> None:
        """They are to look otherwise."""
        self._drawn.clear()

    def of(self, labels: tuple[Label, ...], font: QFont, ratio: float, ink: QColor, ring: QColor) -> QPixmap:
        """`ink` is the colour of text, `ring` the one behind it, in the grid's palette."""
        if labels not in self._drawn:
            if len(self._drawn) >= MOST_KEPT:
                self._drawn.clear()
            self._drawn[labels] = _drawn(labels, font, ratio, ink, ring)
        return self._drawn[labels]


def _drawn(labels: tuple[Label, ...], font: QFont, ratio: float, ink: QColor, ring: QColor) -> QPixmap:
    """The first on top; what is too much for a tile is counted on the last."""
    shown = [(colour_of(label), letter_of(label), text_on(colour_of(label))) for label in labels[:MOST]]
    if len(labels) > MOST:
        shown[-1] = ring, f"+{len(labels) - MOST + 1}", ink
    pixmap = QPixmap(QSize(SIDE + STEP * (len(shown) - 1), SIDE) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    small = QFont(font)
    small.setPixelSize(LETTER_PIXELS)
    small.setBold(True)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(small)
    for place, (colour, text, on_it) in reversed(list(enumerate(shown))):
        disc = QRectF(place * STEP + 0.75, 0.75, SIDE - 1.5, SIDE - 1.5)
        painter.setPen(QPen(ring, 1.5))
        painter.setBrush(colour)
        painter.drawEllipse(disc)
        painter.setPen(on_it)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
    return pixmap
