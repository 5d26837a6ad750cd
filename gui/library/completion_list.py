"""What is proposed below the search field, a line each: a word, and how many pictures it finds or what it means."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gui.language import tr
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_text import printable
from gui.widgets.theme import SMALL, SPACE_M, SPACE_S, colours, sized

NARROWEST, WIDEST = 260, 520
NARROWEST_TERM = 60
NOTE_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class WordProposal:
    term: str  # as it is shown
    note: str  # beside it, quietly
    text: str  # all that stands before the cursor once it is taken


class CompletionList(QFrame):
    """Lies over the window below the field, which keeps the keys and the focus.

    Signals:
        taken(WordProposal): by a click.
    """

    taken = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)  # of its edge
        self.setAutoFillBackground(True)
        self.setAccessibleName(tr("Proposals for the search field"))
        self.model = _ProposalModel(self)
        self.rows = QListView()
        self.rows.setModel(self.model)
        self.rows.setItemDelegate(_ProposalDelegate(self.rows))
        self.rows.setAccessibleName(tr("What can be searched for"))
        self.rows.setFrameShape(QFrame.Shape.NoFrame)
        self.rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.rows.setUniformItemSizes(True)
        self.rows.setMouseTracking(True)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.rows.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, SPACE_S, 1, SPACE_S)
        column.addWidget(self.rows)
        self.hide()

    def proposals(self) -> list[WordProposal]:
        return self.model.proposals

    def marked(self) -> WordProposal | None:
        row = self.rows.currentIndex().row()
        return self.model.proposals[row] if row >= 0 else None

    def mark(self, step: int) -> None:
        """The next one or the one before; from none to the first or the last, and beyond them to none again."""
        count = self.model.rowCount()
        row = (self.rows.currentIndex().row() + 1 + step) % (count + 1) - 1
        self.rows.setCurrentIndex(self.model.index(row) if row >= 0 else QModelIndex())

    def propose(self, proposals: Sequence[WordProposal], below: QWidget) -> None:
        """Show these below the field; what was marked stays so if it is still among them."""
        before = self.marked()
        self.model.set_proposals(proposals)
        again = next((row for row, each in enumerate(proposals) if before and each.term == before.term), -1)
        self.rows.setCurrentIndex(self.model.index(again) if again >= 0 else QModelIndex())
        window = below.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        self._place(below, window)
        self.show()
        self.raise_()

    def follow(self, below: QWidget) -> None:
        """The field has moved or has another width, as it may when what was typed so far is found."""
        if not self.isHidden():
            self._place(below, below.window())

    def _place(self, below: QWidget, window: QWidget) -> None:
        corner = below.mapTo(window, QPoint(0, below.height() + 2))
        line = max(1, self.rows.sizeHintForRow(0))
        wanted = max(NARROWEST, min(WIDEST, self.rows.sizeHintForColumn(0) + 2 * SPACE_M))
        width = min(wanted, window.width() - 2 * SPACE_M)
        room = max(1, (window.height() - corner.y() - 3 * SPACE_S) // line)
        lines = min(self.model.rowCount(), room)
        left = min(corner.x(), window.width() - width - SPACE_M)
        self.setGeometry(max(0, left), corner.y(), width, lines * line + 2 * SPACE_S + 2)

    def _on_clicked(self, index: QModelIndex) -> None:
        self.taken.emit(self.model.proposals[index.row()])


class _ProposalModel(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.proposals: list[WordProposal] = []

    def set_proposals(self, proposals: Sequence[WordProposal]) -> None:
        self.beginResetModel()
        self.proposals = list(proposals)
        self.endResetModel()

    def rowCount(self, parent: ModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.proposals)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        proposal = self.proposals[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return printable(proposal.term)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{printable(proposal.term)}, {proposal.note}" if proposal.note else printable(proposal.term)
        return proposal.note if role == NOTE_ROLE else None


class _ProposalDelegate(QStyledItemDelegate):
    """The word at the left, its note at the right; of a long word the middle gives way, the number stays."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        metrics = option.fontMetrics
        note = QFontMetrics(sized(option.font, SMALL)).horizontalAdvance(str(index.data(NOTE_ROLE)))
        width = metrics.horizontalAdvance(str(index.data())) + note + 6 * SPACE_M
        return QSize(width, metrics.height() + 2 * SPACE_S)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        palette, rect = option.palette, option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        if chosen:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Highlight))
        elif hovered:
            painter.fillRect(rect, palette.color(QPalette.ColorRole.Midlight))
        inside = rect.adjusted(SPACE_M, 0, -SPACE_M, 0)
        text = palette.color(QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text)
        note, middle = str(index.data(NOTE_ROLE)), Qt.AlignmentFlag.AlignVCenter
        small = sized(option.font, SMALL)
        painter.setFont(small)
        painter.setPen(text if chosen else colours(palette).dim)
        width = min(QFontMetrics(small).horizontalAdvance(note), inside.width() - NARROWEST_TERM)
        at_right = QRect(inside.right() - width, inside.top(), width + 1, inside.height())
        elided = QFontMetrics(small).elidedText(note, Qt.TextElideMode.ElideRight, width + 1)
        painter.drawText(at_right, middle | Qt.AlignmentFlag.AlignRight, elided)
        painter.setFont(option.font)
        painter.setPen(text)
        room = inside.width() - width - SPACE_M
        term = option.fontMetrics.elidedText(str(index.data()), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(inside, middle | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, term)
        painter.restore()
