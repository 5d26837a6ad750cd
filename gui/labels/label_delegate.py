"""How a label looks in a list: its colour, its name, how many images it has, and its hotkey as a small key."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import QLineEdit, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.store.labels import LONGEST_NAME
from gui.labels.label_rows import Kind, LabelRole, PanelRow
from gui.language import number, tr
from gui.widgets.label_colours import colour_of, paint_swatch
from gui.widgets.model_index import ModelIndex
from gui.widgets.theme import SMALL, SPACE_M, SPACE_S, mixed, sized

SWATCH = 12
BAR = 3  # at the left of the row whose images the grid shows
KEY_WIDTH = 18
KEY_CORNER = 4.0


class LabelDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        return QSize(120, max(26, QFontMetrics(option.font).height() + 2 * SPACE_S + 2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        row = index.data(LabelRole.ROW)
        if not isinstance(row, PanelRow):
            return
        ink, behind = _colours(option)
        painter.save()
        painter.fillRect(option.rect, behind)
        if row.shown:
            accent = ink if _is_marked(option) else option.palette.color(QPalette.ColorRole.Accent)
            painter.fillRect(
                QRect(option.rect.left(), option.rect.top() + 3, BAR, option.rect.height() - 6), accent
            )
        self._paint_swatch(painter, option.rect, row, ink)
        right = self._paint_key(painter, option, row, ink, behind)
        self._paint_text(painter, option, row, right, ink, behind)
        painter.restore()

    def _paint_swatch(self, painter: QPainter, rect: QRect, row: PanelRow, ink: QColor) -> None:
        square = QRectF(rect.left() + SPACE_M, rect.center().y() - SWATCH / 2 + 1, SWATCH, SWATCH)
        if row.label is not None:
            paint_swatch(painter, square, colour_of(row.label))
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            QPen(ink, 1.2, Qt.PenStyle.DotLine if row.kind is Kind.UNLABELLED else Qt.PenStyle.SolidLine)
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(square.adjusted(1, 1, -1, -1))
        if row.kind is Kind.NEW:
            middle = square.center()
            painter.drawLine(int(middle.x() - 3), round(middle.y()), int(middle.x() + 3), round(middle.y()))
            painter.drawLine(round(middle.x()), int(middle.y() - 3), round(middle.x()), int(middle.y() + 3))

    def _paint_key(
        self, painter: QPainter, option: QStyleOptionViewItem, row: PanelRow, ink: QColor, behind: QColor
    ) -> int:
        """Returns where it begins; the column is kept free for labels without a key, so that numbers line up."""
        left = option.rect.right() - SPACE_M - KEY_WIDTH
        if row.label is None or row.label.hotkey is None:
            return left
        box = QRectF(left + 0.5, option.rect.center().y() - 8.5, KEY_WIDTH, 18)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(mixed(ink, behind, 0.45), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, KEY_CORNER, KEY_CORNER)
        painter.setFont(sized(option.font, SMALL))
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, row.label.hotkey)
        return left

    def _paint_text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        row: PanelRow,
        right: int,
        ink: QColor,
        behind: QColor,
    ) -> None:
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        right -= SPACE_M
        if row.images is not None:
            count = number(row.images)
            painter.setFont(option.font)
            painter.setPen(ink if _is_marked(option) else mixed(ink, behind, 0.3))
            width = QFontMetrics(option.font).horizontalAdvance(count)
            painter.drawText(_span(option.rect, right - width, right), Qt.AlignmentFlag.AlignRight | middle, count)
            right -= width + SPACE_M
        font = QFont(option.font)
        font.setBold(row.shown)
        painter.setFont(font)
        painter.setPen(ink)
        box = _span(option.rect, _text_left(option.rect), right)
        text = QFontMetrics(font).elidedText(row.text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | middle, text)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: ModelIndex) -> QWidget:
        editor = QLineEdit(parent)
        editor.setMaxLength(LONGEST_NAME)
        editor.setFrame(False)
        editor.setAccessibleName(tr("New name of the label"))
        editor.setAcceptDrops(False)
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        editor.setGeometry(option.rect.adjusted(_text_left(option.rect) - option.rect.left() - SPACE_S, 1, -2, -1))


def _text_left(rect: QRect) -> int:
    return rect.left() + SPACE_M + SWATCH + SPACE_M


def _span(rect: QRect, left: int, right: int) -> QRect:
    return QRect(left, rect.top(), max(0, right - left), rect.height())


def _is_marked(option: QStyleOptionViewItem) -> bool:
    """Chosen by the keys, which go there; a list that never has them shows its choice all the same."""
    listens = option.widget.hasFocus() or option.widget.focusPolicy() == Qt.FocusPolicy.NoFocus
    return bool(option.state & QStyle.StateFlag.State_Selected) and listens


def _colours(option: QStyleOptionViewItem) -> tuple[QColor, QColor]:
    """Of the text, and behind it. A row that is current in a list without the keys is only hinted at, or it would
    look like the one whose images are shown."""
    palette, active = option.palette, QPalette.ColorGroup.Active
    if _is_marked(option):
        return (
            palette.color(active, QPalette.ColorRole.HighlightedText),
            palette.color(active, QPalette.ColorRole.Highlight),
        )
    view = cast(QListView, option.widget)
    role = view.viewport().backgroundRole()
    ink, ground = palette.color(active, QPalette.ColorRole.WindowText), palette.color(active, role)
    hinted = option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver)
    return ink, mixed(ground, ink, 0.08) if hinted else ground
