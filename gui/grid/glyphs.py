"""Small marks drawn by hand, each a path in a square of side 1; stroked by the caller in a palette colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen


def magnifier() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0.42, 0.42), 0.29, 0.29)
    path.moveTo(0.64, 0.64)
    path.lineTo(0.9, 0.9)
    return path


def picture() -> QPainterPath:
    """A framed landscape: stands for an image that is not read yet."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(0.06, 0.14, 0.88, 0.72), 0.1, 0.1)
    path.addEllipse(QPointF(0.32, 0.37), 0.08, 0.08)
    path.moveTo(0.14, 0.76)
    path.lineTo(0.38, 0.55)
    path.lineTo(0.5, 0.66)
    path.lineTo(0.7, 0.44)
    path.lineTo(0.88, 0.64)
    return path


def crossed_picture() -> QPainterPath:
    """A frame with a stroke through it: the file is not there."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(0.1, 0.2, 0.8, 0.6), 0.1, 0.1)
    path.moveTo(0.12, 0.94)
    path.lineTo(0.88, 0.06)
    return path


def tick() -> QPainterPath:
    path = QPainterPath()
    path.moveTo(0.12, 0.55)
    path.lineTo(0.4, 0.82)
    path.lineTo(0.9, 0.2)
    return path


def cross() -> QPainterPath:
    path = QPainterPath()
    for start, end in (((0.18, 0.18), (0.82, 0.82)), ((0.82, 0.18), (0.18, 0.82))):
        path.moveTo(*start)
        path.lineTo(*end)
    return path


def draw_glyph(painter: QPainter, path: QPainterPath, square: QRectF, colour: QColor, stroke: float) -> None:
    """Stroke the path into the square; `stroke` is the line's width in logical pixels."""
    pen = QPen(colour, stroke / square.width())
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(square.topLeft())
    painter.scale(square.width(), square.height())
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()
