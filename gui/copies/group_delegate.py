"""How a group looks as a row: what it is, and its pictures side by side, as many as there is room for."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from gui.copies.group_rows import GroupRows
from gui.copies.member_card import MemberCard, card_height
from gui.copies.review_words import group_text, state_text
from gui.language import tr
from gui.widgets.model_index import ModelIndex
from gui.widgets.theme import SPACE_M, SPACE_S, colours, mixed, sized

NARROWEST, WIDEST = 310, 440  # a card
GAP = SPACE_M


class RowPlan:
    """Where the cards of a row lie; the current one is always among them."""

    def __init__(self, rect: QRect, head: int, members: int, current: int) -> None:
        room = rect.width() - 2 * SPACE_M
        self.columns = max(1, (room + GAP) // (NARROWEST + GAP))
        width = min(WIDEST, (room - (self.columns - 1) * GAP) / self.columns)
        self.first = max(0, min(current - self.columns + 1, members - self.columns))
        top, bottom = rect.top() + head, rect.bottom() - SPACE_M
        self.cards = {
            place: QRectF(rect.left() + SPACE_M + at * (width + GAP), top, width, bottom - top)
            for at, place in enumerate(range(self.first, min(members, self.first + self.columns)))
        }

    def place_at(self, x: float, y: float) -> int | None:
        return next((place for place, card in self.cards.items() if card.contains(x, y)), None)


class GroupDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        return QSize(NARROWEST, self._head(option) + card_height(option.font) + SPACE_M)

    def plan(self, option: QStyleOptionViewItem, rows: GroupRows, row: int) -> RowPlan:
        return RowPlan(option.rect, self._head(option), len(rows.groups[row].members), rows.place(row))

    def _head(self, option: QStyleOptionViewItem) -> int:
        return QFontMetrics(sized(option.font, 1.0, bold=True)).height() + 2 * SPACE_M

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        rows = index.model()
        if not isinstance(rows, GroupRows):
            return
        group, view = rows.groups[index.row()], option.widget
        current = bool(view is not None and view.currentIndex() == index)  # type: ignore[attr-defined]
        plan = self.plan(option, rows, index.row())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setFont(option.font)
        if current:
            accent = option.palette.color(QPalette.ColorRole.Accent)
            painter.fillRect(option.rect, mixed(option.palette.color(QPalette.ColorRole.Base), accent, 0.07))
            painter.fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), accent)
        self._paint_head(painter, option, rows, index.row(), plan)
        for place, card in plan.cards.items():
            painter.setFont(option.font)
            pixmap = rows.pixmap(group.members[place].member.image_id)
            pointed = current and place == rows.place(index.row())
            MemberCard(painter, option.palette, card, group, place).paint(
                pixmap, rows.marks.of(group, place), pointed
            )
        painter.setPen(colours(option.palette).line)
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    def _paint_head(
        self, painter: QPainter, option: QStyleOptionViewItem, rows: GroupRows, row: int, plan: RowPlan
    ) -> None:
        group, palette = rows.groups[row], option.palette
        line = QRect(
            option.rect.left() + SPACE_M + SPACE_S,
            option.rect.top(),
            option.rect.width() - 2 * (SPACE_M + SPACE_S),
            self._head(option),
        )
        right = [state_text(rows.marks.of_group(group), group.kept)]
        if len(plan.cards) < len(group.members):
            right.append(_part_text(plan, len(group.members)))
        said = "  ·  ".join(part for part in right if part)
        beside = painter.fontMetrics().horizontalAdvance(said) + SPACE_M if said else 0
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, said)
        painter.setFont(sized(option.font, 1.0, bold=True))
        text = painter.fontMetrics().elidedText(
            group_text(group), Qt.TextElideMode.ElideRight, line.width() - beside
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _part_text(plan: RowPlan, members: int) -> str:
    first, last = plan.first + 1, plan.first + len(plan.cards)
    return tr("pictures {first}–{last} of {all}", first=first, last=last, all=members)
