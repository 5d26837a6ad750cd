"""A line in pieces looks like the same line painted at once, its dashes too."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from gui.plots.long_lines import PIECE, draw_long_line

SIDE = 200


def _pen(dashes: list[float]) -> QPen:
    pen = QPen(QColor("black"), 2)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashes:
        pen.setDashPattern(dashes)
    return pen


def _painted(draw) -> np.ndarray:
    image = QImage(SIDE, SIDE, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(SIDE, image.bytesPerLine())[:, :SIDE].astype(int)


@pytest.mark.parametrize("dashes", [[], [5.0, 3.0], [1.0, 2.5]], ids=["solid", "dashed", "dotted"])
@pytest.mark.parametrize("count", [2, PIECE, PIECE + 1, PIECE + 2, 5 * PIECE])
def test_pieces_make_the_same_line(qapp, dashes: list[float], count: int):
    across = np.linspace(10, SIDE - 10, count)
    points = [QPointF(x, SIDE / 2 + 40 * np.sin(x / 15)) for x in across]

    def at_once(painter: QPainter) -> None:
        painter.setPen(_pen(dashes))
        painter.drawPolyline(QPolygonF(points))

    whole, pieces = _painted(at_once), _painted(lambda painter: draw_long_line(painter, _pen(dashes), points))
    ink = (255 - whole).sum()
    assert ink > 0
    assert np.abs(whole - pieces).sum() < 0.06 * ink  # round ends, and a shade where pieces meet


@pytest.mark.parametrize("count", [0, 1])
def test_no_line_without_two_points(qapp, count: int):
    points = [QPointF(50, 50)] * count
    assert (_painted(lambda painter: draw_long_line(painter, _pen([]), points)) == 255).all()
