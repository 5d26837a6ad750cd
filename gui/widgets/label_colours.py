"""The colours of labels: middle tones that stand out on light and dark alike, each with a name.

A label that was given no colour has one by its id, so it keeps it when it is renamed.
"""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from engine.sentences import said
from engine.store.label_list import Label
from gui.widgets.contrast import contrast

NAMED: dict[str, str] = {
    said("Blue"): "#3f7fd6",
    said("Orange"): "#d9822b",
    said("Green"): "#3d9a50",
    said("Pink"): "#d6589b",
    said("Teal"): "#1f9e9e",
    said("Purple"): "#9c4fc4",
    said("Red"): "#d64545",
    said("Olive"): "#84912f",
    said("Indigo"): "#6a63d8",
    said("Brown"): "#8d6748",
    said("Yellow"): "#cba62a",
    said("Grey"): "#7f868f",
}
SWATCH = 14


def colour_of(label: Label) -> QColor:
    colours = list(NAMED.values())
    return QColor(label.colour or colours[(label.id - 1) % len(colours)])


def text_on(colour: QColor) -> QColor:
    """Black or white, whichever reads better: one of them has a contrast of 4.5 on every colour."""
    return max(map(QColor, ("black", "white")), key=lambda ink: contrast(ink, colour))


def letter_of(label: Label) -> str:
    """What stands on a mark, so that it is not known by its colour alone."""
    first = next((character for character in label.name if character.isalnum()), label.name[:1])
    return first.upper()[:1] or "?"


def paint_swatch(painter: QPainter, square: QRectF, colour: QColor, filled: bool = True) -> None:
    """A disc; a ring stands for "some of them"."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen if filled else QPen(colour, 2.5))
    painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
    inset = 0.0 if filled else 1.5
    painter.drawEllipse(square.adjusted(inset, inset, -inset, -inset))
    painter.restore()


def swatch_icon(colour: QColor) -> QIcon:
    icon = QIcon()
    for ratio in (1, 2):
        pixmap = QPixmap(QSize(SWATCH, SWATCH) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_swatch(painter, QRectF(1, 1, SWATCH - 2, SWATCH - 2), colour)
        painter.end()
        icon.addPixmap(pixmap)
    return icon
