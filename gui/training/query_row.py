"""One held-out query with its nearest hits before and after; those that share a label have a frame and a tick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter, QPainterPath, QPaintEvent, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.learning.comparison import SHOWN, ChangedQuery
from gui.language import tr
from gui.training.pictures import SIDE, Picture
from gui.widgets.focus_ring import paint_focus_ring
from gui.widgets.icons import paint_icon
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import CORNER, SMALL, SPACE_L, SPACE_M, SPACE_S, colours, sized

MARK = 16  # diameter of the tick's disc
WORDS = 52  # width of "before" and "after"
LEAST_SHOWN = 3  # hits, where there is little room


class QueryRow(QWidget):
    """The query on the left, and beside it two lines of hits. Pictures come later, by image id."""

    def __init__(self, query: ChangedQuery, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.query = query
        self._pictures: dict[int, QPixmap] = {}
        self._names: dict[int, str] = {}
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._describe()

    def image_ids(self) -> list[int]:
        return [self.query.image_id, *self.query.hits_before, *self.query.hits_after]

    def set_pictures(self, pictures: Mapping[int, Picture]) -> None:
        for image_id in self.image_ids():
            picture = pictures.get(image_id)
            if picture is None:
                continue
            self._names[image_id] = picture.name
            if picture.image is not None:
                self._pictures[image_id] = _pixmap(picture.image, self.devicePixelRatioF())
        self._describe()
        self.update()

    def right(self, hits: Sequence[int]) -> int:
        """How many of them share a label with the query."""
        return sum(hit in self.query.right for hit in hits)

    def sizeHint(self) -> QSize:
        return self._size_with(SHOWN)

    def minimumSizeHint(self) -> QSize:
        return self._size_with(LEAST_SHOWN)

    def _size_with(self, hits: int) -> QSize:
        width = SIDE * (hits + 1) + SPACE_L + WORDS + SPACE_S * (hits + 2)
        return QSize(width + 2 * SPACE_S, 2 * SIDE + SPACE_M + 2 * SPACE_S)

    def shown_hits(self) -> int:
        """As many as there is room for, whole."""
        room = self.width() - self._size_with(0).width()
        return max(0, min(SHOWN, room // (SIDE + SPACE_S)))

    def _describe(self) -> None:
        before, after = self.query.hits_before, self.query.hits_after
        name = self._names.get(self.query.image_id)
        self.setAccessibleName(tr("Query {name}", name=name) if name else tr("Query a held-out picture"))
        shared = tr(
            "{before} of {hits_before} hits shared a label before, {after} of {hits_after} do now",
            before=self.right(before),
            hits_before=len(before),
            after=self.right(after),
            hits_after=len(after),
        )
        self.setAccessibleDescription(shared)

    # -- where things are ---------------------------------------------------------------------------------------

    def _query_box(self) -> QRectF:
        return QRectF(SPACE_S, (self.height() - SIDE) / 2, SIDE, SIDE)

    def _hit_box(self, line: int, at: int) -> QRectF:
        left = SPACE_S + SIDE + SPACE_L + WORDS + at * (SIDE + SPACE_S)
        return QRectF(left, SPACE_S + line * (SIDE + SPACE_M), SIDE, SIDE)

    def _boxes(self) -> list[tuple[QRectF, int]]:
        found = [(self._query_box(), self.query.image_id)]
        for line, hits in enumerate((self.query.hits_before, self.query.hits_after)):
            found += [(self._hit_box(line, at), hit) for at, hit in enumerate(hits[: self.shown_hits()])]
        return found

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = next((self._tip(i) for box, i in self._boxes() if box.contains(QPointF(event.pos()))), "")
            QToolTip.showText(event.globalPos(), tool_tip(text) if text else "", self)
            return True
        return super().event(event)

    def _tip(self, image_id: int) -> str:
        name = self._names.get(image_id, "")
        if image_id == self.query.image_id:
            return tr(
                "{name}: the query; average precision {before:.2f} before, {after:.2f} now",
                name=name,
                before=self.query.precision_before,
                after=self.query.precision_after,
            )
        if image_id in self.query.right:
            return tr("{name}: shares a label", name=name)
        return tr("{name}: shares no label", name=name)

    # -- painting -----------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_focus_ring(painter, self)
        self._paint_query(painter)
        lines = ((tr("before"), self.query.hits_before), (tr("after"), self.query.hits_after))
        for line, (word, hits) in enumerate(lines):
            self._paint_words(painter, line, word, hits)
            for at, hit in enumerate(hits[: self.shown_hits()]):
                box = self._hit_box(line, at)
                self._paint_picture(painter, box, hit)
                if hit in self.query.right:
                    self._paint_tick(painter, box)

    def _paint_query(self, painter: QPainter) -> None:
        box = self._query_box()
        self._paint_picture(painter, box, self.query.image_id)
        painter.setFont(sized(self.font(), SMALL))
        painter.setPen(colours(self.palette()).dim)
        below = QRectF(box.left(), box.bottom() + 2, box.width(), painter.fontMetrics().height())
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, tr("query"))

    def _paint_words(self, painter: QPainter, line: int, word: str, hits: Sequence[int]) -> None:
        box = self._hit_box(line, 0)
        beside = QRectF(box.left() - WORDS - SPACE_S, box.top(), WORDS, SIDE)
        painter.setFont(sized(self.font(), SMALL))
        painter.setPen(colours(self.palette()).dim)
        share = tr("{part} of {whole}", part=self.right(hits), whole=len(hits))
        text = f"{word}\n{share}"
        painter.drawText(beside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_picture(self, painter: QPainter, box: QRectF, image_id: int) -> None:
        clip = QPainterPath()
        clip.addRoundedRect(box, CORNER - 2, CORNER - 2)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(box, self.palette().color(QPalette.ColorRole.AlternateBase))
        pixmap = self._pictures.get(image_id)
        if pixmap is None:
            paint_icon(painter, "picture", box.adjusted(18, 18, -18, -18), colours(self.palette()).dim.name())
        else:
            painter.drawPixmap(box.topLeft(), pixmap)
        painter.restore()

    def _paint_tick(self, painter: QPainter, box: QRectF) -> None:
        plus, ground = colours(self.palette()).plus, self.palette().color(QPalette.ColorRole.Base)
        painter.setPen(QPen(plus, 2.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), CORNER - 2, CORNER - 2)
        disc = QRectF(box.right() - MARK - 2, box.bottom() - MARK - 2, MARK, MARK)
        painter.setPen(QPen(ground, 1.5))
        painter.setBrush(plus)
        painter.drawEllipse(disc)
        pen = QPen(ground, 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        at = disc.topLeft()
        painter.drawPolyline([at + QPointF(4.5, 8.5), at + QPointF(7, 11), at + QPointF(11.5, 5)])


def _pixmap(image: QImage, ratio: float) -> QPixmap:
    """As large as fills the square, at the screen's resolution."""
    side = round(SIDE * ratio)
    pixmap = QPixmap.fromImage(image if image.width() == side else image.scaled(side, side))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
