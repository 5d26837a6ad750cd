"""A hit as a row: its picture, name and distance, what its labels say, and where the other version has it."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.sentences import Sentence, said
from gui.grid import glyphs
from gui.language import tr
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_text import printable, tool_tip
from gui.widgets.theme import CORNER, SMALL, SPACE_M, SPACE_S, colours, sized

PICTURE = 56
NUMBER_WIDTH = 26
MARK = 14
SAME, OTHER, NONE, SOME = said("same label"), said("other label"), said("no label"), said("labelled")
SHORTER = {SAME: said("same", "label"), OTHER: said("other", "label")}
ROW = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True, eq=False)
class HitRow:
    image_id: int
    name: str
    distance: int
    right: bool  # shares a label with the picture that is asked for
    there: int | None  # its place among the other version's hits, from 1; None: it is not there
    picture: QImage
    alone: bool = False  # the other version has no hits at all
    labels: tuple[str, ...] = ()  # of the hit
    asked_by_label: bool = True  # the picture that is asked for has a label itself, else nothing is right or wrong

    @property
    def word(self) -> Sentence:
        """What its labels say: that it is right, that it is not, or nothing."""
        if self.right:
            return SAME
        if not self.labels:
            return NONE
        return OTHER if self.asked_by_label else SOME

    @property
    def tip(self) -> str:
        names = ", ".join(printable(name) for name in self.labels)
        if names:
            return f"{self.name}: {names}"
        return tr("{name}: no label, so nobody has said whether it is right", name=self.name)

    def where(self, place: int, short: bool = False) -> str:
        """What the other version makes of it."""
        if self.alone or self.there == place:
            return ""
        if self.there is None:
            return tr("only here")
        return tr("no. {place}", place=self.there) if short else tr("no. {place} there", place=self.there)

    def spoken(self, place: int) -> str:
        parts = [f"{place}. {self.name}", tr("distance {distance}", distance=self.distance), tr(self.word)]
        if not self.alone and self.there is None:
            parts.append(tr("not found by the other version"))
        elif not self.alone:
            parts.append(tr("number {place} there", place=self.there))
        return ", ".join(parts)


def _distances(row: HitRow) -> tuple[str, str]:
    """At length, and short."""
    return tr("distance {distance}", distance=row.distance), tr("{n} bits", n=row.distance)


class HitRows(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[HitRow] = []
        self._pixmaps: dict[int, QPixmap] = {}

    def show_rows(self, rows: list[HitRow]) -> None:
        self.beginResetModel()
        self.rows = rows
        self._pixmaps = {}
        self.endResetModel()

    def pixmap(self, row: int) -> QPixmap:
        if row not in self._pixmaps:
            self._pixmaps[row] = QPixmap.fromImage(self.rows[row].picture)
        return self._pixmaps[row]

    def row_of(self, image_id: int) -> int | None:
        return next((at for at, row in enumerate(self.rows) if row.image_id == image_id), None)

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.spoken(index.row() + 1)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tool_tip(row.tip)
        return row if role == ROW else None


class HitDelegate(QStyledItemDelegate):
    """The look of a row. What the other version lacks has a frame, what is right a tick: not colour alone."""

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        return QSize(180, PICTURE + 2 * SPACE_S + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        model = index.model()
        if not isinstance(model, HitRows):
            return
        rect, palette, state = option.rect, option.palette, option.state
        row, place = model.rows[index.row()], index.row() + 1
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Highlight))
        text = palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        painter.setPen(text)
        number = QRect(rect.left(), rect.top(), NUMBER_WIDTH, rect.height())
        painter.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(place))
        box = QRectF(number.right() + SPACE_M, rect.top() + SPACE_S + 1, PICTURE, PICTURE)
        _paint_picture(painter, box, model.pixmap(index.row()), palette)
        left = round(box.right()) + SPACE_M
        area = QRect(left, rect.top(), rect.right() - left - SPACE_S, rect.height())
        _RowText(painter, area, palette, selected).paint(row, place)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Accent), 1.5))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 3, 3)
        painter.restore()


class _RowText:
    """The name above; below it the distance, what the labels say, and at the right what the other version makes of
    the hit; each on a line of its own where there is little room."""

    def __init__(self, painter: QPainter, area: QRect, palette: QPalette, selected: bool) -> None:
        self._painter, self._area = painter, area
        self._text = painter.pen().color()
        shades = colours(palette)
        self._dim, self._good = (self._text, self._text) if selected else (shades.dim, shades.plus)
        self._large, small = QFontMetrics(painter.font()), sized(painter.font(), SMALL)
        self._small_font, self._small = small, QFontMetrics(small)

    def paint(self, row: HitRow, place: int) -> None:
        painter, area = self._painter, self._area
        distance, where = self._fitting(*_distances(row)), row.where(place)
        if self._small.horizontalAdvance(where) + SPACE_S > area.width():
            where = row.where(place, short=True)
        said = self._small.horizontalAdvance(distance) + SPACE_M
        word = (MARK if row.right else 0) + self._small.horizontalAdvance(tr(row.word))
        word_beside = said + word <= area.width()
        needed = said + word + self._small.horizontalAdvance(where) + 2 * SPACE_M
        where_beside = not where or (word_beside and needed <= area.width())
        lines = 1 + (not word_beside) + (not where_beside)
        top = area.top() + (area.height() - self._large.height() - lines * self._small.height()) // 2
        name = self._large.elidedText(row.name, Qt.TextElideMode.ElideMiddle, area.width())
        painter.drawText(QPointF(area.left(), top + self._large.ascent()), name)
        painter.setFont(self._small_font)
        painter.setPen(self._dim)
        line = top + self._large.height() + self._small.ascent() + 1
        painter.drawText(QPointF(area.left(), line), distance)
        if word_beside:
            self._paint_word(row, area.left() + said, line)
        else:
            line += self._small.height()
            self._paint_word(row, area.left(), line)
        if where:
            below = line if where_beside else line + self._small.height()
            self._paint_where(where, below, at_the_right=where_beside, framed=row.there is None)

    def _paint_word(self, row: HitRow, x: float, baseline: int) -> None:
        self._painter.setPen(self._text if row.labels else self._dim)
        if row.right:
            mark = QRectF(x, baseline - self._small.ascent() / 2 - MARK / 2 + 1, MARK - 2, MARK - 2)
            glyphs.draw_glyph(self._painter, glyphs.tick(), mark, self._good, 2.0)
            self._painter.setPen(self._good)
            x += MARK
        word = self._fitting(tr(row.word), tr(SHORTER.get(row.word, row.word)), x - self._area.left())
        self._painter.drawText(QPointF(x, baseline), word)

    def _fitting(self, text: str, shorter: str, left: float = 0.0) -> str:
        """What there is room for, so far from the left."""
        return text if left + self._small.horizontalAdvance(text) <= self._area.width() else shorter

    def _paint_where(self, where: str, baseline: int, at_the_right: bool, framed: bool) -> None:
        width = self._small.horizontalAdvance(where)
        x = self._area.right() - width - SPACE_S if at_the_right else self._area.left() + (SPACE_S if framed else 0)
        self._painter.setPen(QPen(self._dim, 1))
        self._painter.drawText(QPointF(x, baseline), where)
        if framed:
            top = baseline - self._small.ascent()
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            self._painter.drawRoundedRect(
                QRectF(x - SPACE_S, top, width + 2 * SPACE_S, self._small.height()), CORNER, CORNER
            )


def _paint_picture(painter: QPainter, box: QRectF, pixmap: QPixmap, palette: QPalette) -> None:
    if pixmap.isNull():
        glyphs.draw_glyph(painter, glyphs.picture(), box.adjusted(12, 12, -12, -12), colours(palette).dim, 1.5)
        return
    size = pixmap.size().scaled(box.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
    target = QRectF(0, 0, size.width(), size.height())
    target.moveCenter(box.center())
    painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))
