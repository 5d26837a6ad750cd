"""The labelled images nearest to the one asked about, side by side, as many as there is room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QHelpEvent, QImage, QPainter, QPainterPath, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.learning.doubtful import Neighbour
from gui.grid import glyphs
from gui.language import tr
from gui.widgets.plain_text import printable, tool_tip
from gui.widgets.theme import CORNER, SMALL, SPACE_M, SPACE_S, colours, mixed, sized

PICTURE = 96
CELL = PICTURE + SPACE_M
TICK = 12


class NeighbourStrip(QWidget):
    """A tick stands before the labels of those that have the proposed one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._neighbours: Sequence[Neighbour] = ()
        self._pictures: Mapping[int, QImage] = {}
        self._proposed = ""
        self.setAccessibleName(tr("Nearest labelled pictures"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_neighbours(self, neighbours: Sequence[Neighbour], pictures: Mapping[int, QImage]) -> None:
        self._neighbours, self._pictures = neighbours, pictures
        self.setAccessibleDescription("; ".join(_spoken(neighbour) for neighbour in neighbours))
        self.update()

    def set_proposed(self, label: str) -> None:
        self._proposed = label
        self.update()

    def sizeHint(self) -> QSize:
        lines = self.fontMetrics().height() * 2
        return QSize(6 * CELL, PICTURE + SPACE_S + lines)

    def minimumSizeHint(self) -> QSize:
        return QSize(3 * CELL, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = event.pos().x() // CELL
            if 0 <= at < min(len(self._neighbours), self._room()):
                QToolTip.showText(event.globalPos(), tool_tip(_spoken(self._neighbours[at])), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        for at, neighbour in enumerate(self._neighbours[: self._room()]):
            box = QRectF(at * CELL, 0, PICTURE, PICTURE)
            self._paint_picture(painter, box, self._pictures.get(neighbour.image_id))
            self._paint_words(painter, box, neighbour)
        painter.end()

    def _room(self) -> int:
        return max(1, (self.width() + SPACE_M) // CELL)

    def _paint_picture(self, painter: QPainter, box: QRectF, image: QImage | None) -> None:
        """The middle of the picture, filling the square."""
        shape = QPainterPath()
        shape.addRoundedRect(box, CORNER, CORNER)
        palette = self.palette()
        text, window = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Window)
        painter.fillPath(shape, mixed(text, window, 0.92))
        if image is None or image.isNull():
            return
        side = min(image.width(), image.height())
        middle = QRectF((image.width() - side) / 2, (image.height() - side) / 2, side, side)
        painter.save()
        painter.setClipPath(shape)
        painter.drawImage(box, image, middle)
        painter.restore()

    def _paint_words(self, painter: QPainter, box: QRectF, neighbour: Neighbour) -> None:
        agrees = self._proposed in neighbour.labels
        metrics, left = self.fontMetrics(), box.left()
        line = QRectF(left, box.bottom() + SPACE_S, PICTURE, metrics.height())
        if agrees:
            square = QRectF(left, line.center().y() - TICK / 2, TICK, TICK)
            glyphs.draw_glyph(painter, glyphs.tick(), square, colours(self.palette()).plus, 2.2)
            line.setLeft(left + TICK + SPACE_S)
        font = QFont(self.font())
        font.setBold(agrees)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        names = printable(", ".join(neighbour.labels))
        shown = painter.fontMetrics().elidedText(names, Qt.TextElideMode.ElideRight, int(line.width()))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        line = QRectF(left, line.bottom(), PICTURE, metrics.height())
        painter.setFont(sized(self.font(), SMALL))
        painter.setPen(colours(self.palette()).dim)
        distance = tr("distance {bits}", bits=neighbour.distance)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, distance)


def _spoken(neighbour: Neighbour) -> str:
    labels = printable(", ".join(neighbour.labels))
    return tr("{labels}, distance {bits}", labels=labels, bits=neighbour.distance)
