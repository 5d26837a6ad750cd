"""A line through many points, painted piece by piece.

Qt makes one shape of the whole line, with all the places in which it crosses itself: 800 points of a restless curve
take 120 ms, and 7 ms in pieces.
"""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

PIECE = 8  # lines at once


def draw_long_line(painter: QPainter, pen: QPen, points: Sequence[QPointF]) -> None:
    """Dashes go on from piece to piece."""
    pen = QPen(pen)
    dashed = pen.style() is not Qt.PenStyle.SolidLine
    if not dashed:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)  # pieces meet without a notch
    painter.setBrush(Qt.BrushStyle.NoBrush)
    gone = 0.0
    for start in range(0, len(points) - 1, PIECE):
        piece = points[start : start + PIECE + 1]
        if dashed:
            pen.setDashOffset(gone / pen.widthF())
            gone += sum(QLineF(a, b).length() for a, b in pairwise(piece))
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(piece))
