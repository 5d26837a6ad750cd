"""The line below the distance slider: which shape is which, and how many of the hits would share a label."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.sentences import said
from gui.language import tr
from gui.search.distance_shapes import LINE, shape_colours
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SMALL, SPACE_L, SPACE_S, colours, mixed, sized

SWATCH = 14
SAME, DIFFERENT = said("same label"), said("different label")


class DistanceCaption(QWidget):
    """The legend gives way first when there is little room; the words stay."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setFont(sized(self.font(), SMALL))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("What these distances mean"))

    def text(self) -> str:
        return self._text

    def set_text(self, text: str, sentence: str) -> None:
        """A few words to be read at a glance, and the whole sentence."""
        if (text, sentence) != (self._text, self.accessibleDescription()):
            self._text = text
            self.setAccessibleDescription(sentence)
            self.setToolTip(tool_tip(sentence))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._legend_width() + self._width(self._text), self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.fontMetrics().height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect())
        if self._legend_width() + SPACE_L + self._width(self._text) <= room.width():
            self._paint_legend(painter)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        words = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_legend(self, painter: QPainter) -> None:
        filled, line = shape_colours(self.palette())
        middle = self.height() / 2
        box = QRectF(0, middle - 4, SWATCH, 8)
        painter.fillRect(box, mixed(filled, self.palette().color(QPalette.ColorRole.Window), 0.35))
        x = self._paint_word(painter, box.right() + SPACE_S, tr(SAME)) + SPACE_L
        painter.setPen(QPen(line, LINE))
        painter.drawPolyline(
            [
                QPointF(x, middle + 3),
                QPointF(x + 4, middle + 3),
                QPointF(x + 4, middle - 3),
                QPointF(x + 10, middle - 3),
                QPointF(x + 10, middle + 3),
                QPointF(x + SWATCH, middle + 3),
            ]
        )
        self._paint_word(painter, x + SWATCH + SPACE_S, tr(DIFFERENT))

    def _paint_word(self, painter: QPainter, x: float, word: str) -> float:
        """Returns where it ends."""
        painter.setPen(colours(self.palette()).dim)
        width = self._width(word)
        rect = QRectF(x, 0, width, self.height())
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word)
        return x + width

    def _legend_width(self) -> int:
        return 2 * (SWATCH + SPACE_S) + SPACE_L + self._width(tr(SAME)) + self._width(tr(DIFFERENT))

    def _width(self, text: str) -> int:
        return int(QFontMetricsF(self.font()).horizontalAdvance(text)) + 2
