"""The small entry over the grid in which labels are typed: what the images have, and what they may get."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QListView, QToolButton, QVBoxLayout, QWidget

from engine.sentences import said
from engine.store.label_list import LabelList
from engine.store.labels import LONGEST_NAME, SEPARATOR
from gui.labels.label_delegate import LabelDelegate
from gui.labels.label_rows import Kind, LabelRows, PanelRow
from gui.language import tr, tr_n
from gui.widgets.icons import icon, pale_icon
from gui.widgets.label_chips import LabelChips, LabelShare
from gui.widgets.theme import SMALL, SPACE_M, SPACE_S, is_dark, sized

WIDTH = 440
MOST_SUGGESTED = 7
OTHER_HEIGHT = 170  # of all but the chips and the suggestions
_OWN_KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)
HINT = said("Enter gives the marked label, Ctrl+Enter exactly what is typed; Escape closes")


class LabelEntry(QFrame):
    """Up and Down mark a suggestion, Enter gives it. Backspace in an empty line goes to the labels that are there.

    Signals:
        entered(list[str]): give these labels.
        removed(Label): take this label away.
        completed(Label): some images have it; give it to the others, too.
        undo_requested(), redo_requested(): their keys, where no typing is left to be undone.
        closed(): Escape, or its cross.
    """

    entered = Signal(object)
    removed = Signal(object)
    completed = Signal(object)
    undo_requested = Signal()
    redo_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._around = parent
        self.setAccessibleName(tr("Label pictures"))
        self.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
        self.setForegroundRole(QPalette.ColorRole.Mid)  # of its edge
        self.setAutoFillBackground(True)
        self._labels = LabelList()
        self.title = QLabel()
        self.close_button = QToolButton()
        self.chips = LabelChips(tr("Give it to all of them"))
        self.line = QLineEdit()
        self.model = LabelRows(self)
        self.suggestions = QListView()
        self._set_up()
        self._lay_out()
        self._connect()
        self.hide()

    def show_count(self, count: int) -> None:
        self.title.setText(tr_n("Label {n:,} pictures", "Label {n:,} picture", count))

    def show_labels(self, labels: LabelList) -> None:
        """All there are, to be completed."""
        if labels != self._labels:
            self._labels = labels
            self._suggest(keep_mark=True)

    def show_shares(self, shares: Sequence[LabelShare]) -> None:
        """What the images have."""
        self.chips.set_labels(shares)
        self.chips.setVisible(bool(shares))
        self._suggest(keep_mark=True)

    def lie_over(self, around: QWidget) -> None:
        """Over this instead of what it lay over before."""
        if around is not self._around:
            self._around.removeEventFilter(self)
            self._around = around
            self.setParent(around)
            self.close_button.setIcon((pale_icon if is_dark(self.palette()) else icon)("close"))
            around.installEventFilter(self)

    def begin(self) -> None:
        self._empty_line()
        self._suggest()
        self.adjust()
        self.show()
        self.raise_()
        self.line.setFocus()

    def adjust(self) -> None:
        """At the top of what it lies over, as high as it needs."""
        around = self._around.rect()
        self.setFixedWidth(max(200, min(WIDTH, around.width() - 4 * SPACE_M)))
        self._column.activate()
        self.resize(self.width(), self.sizeHint().height())
        self.move((around.width() - self.width()) // 2, 2 * SPACE_M)

    def _set_up(self) -> None:
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setFont(sized(self.title.font(), 1.0, bold=True))
        self.close_button.setIcon(icon("close"))
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip(tr("Close (Escape)"))
        self.close_button.setAccessibleName(tr("Close the label entry"))
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.line.setPlaceholderText(tr("Type a label"))
        self.line.setAccessibleName(tr("Label to give"))
        self.line.setAccessibleDescription(tr(HINT))
        self.line.setMaxLength(10 * LONGEST_NAME)  # several may be typed, with semicolons between them
        self.line.setAcceptDrops(False)
        self.line.installEventFilter(self)
        self.suggestions.setModel(self.model)
        self.suggestions.setItemDelegate(LabelDelegate(self.suggestions))
        self.suggestions.setAccessibleName(tr("Labels to choose from"))
        self.suggestions.setFrameShape(QFrame.Shape.NoFrame)
        self.suggestions.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.suggestions.setUniformItemSizes(True)
        self.suggestions.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.suggestions.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.suggestions.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.suggestions.setEditTriggers(QListView.EditTrigger.NoEditTriggers)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        hint = QLabel(tr(HINT))
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setFont(sized(hint.font(), SMALL))
        hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        hint.setWordWrap(True)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M + SPACE_S, SPACE_M, SPACE_M + SPACE_S, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addLayout(head)
        for widget in (self.chips, self.line, self.suggestions, hint):
            column.addWidget(widget)

    def _connect(self) -> None:
        self.close_button.clicked.connect(self.closed)
        self.line.textChanged.connect(self._on_text_changed)
        self.suggestions.clicked.connect(self._on_suggestion_clicked)
        self.chips.removed.connect(self.removed)
        self.chips.activated.connect(self.completed)
        self.chips.left_behind.connect(self.line.setFocus)
        self._around.installEventFilter(self)

    # -- suggestions --------------------------------------------------------------------------------------------

    def _on_text_changed(self) -> None:
        self._suggest()

    def _suggest(self, keep_mark: bool = False) -> None:
        """What begins with the text first, then what holds it; last the text itself, as a new label."""
        marked = self.model.key_at(self.suggestions.currentIndex())
        typed = self.line.text().strip()
        rows = _fitting(self._labels, typed)
        exists = any(row.name == typed for row in rows)
        new = [PanelRow(Kind.NEW, typed)] if typed and not exists and SEPARATOR not in typed else []
        self.model.set_rows(rows[: self._most() - len(new)] + new)
        place = self.model.place_of(marked) if keep_mark else self._best(typed)
        self.suggestions.setCurrentIndex(QModelIndex() if place is None else self.model.index(place))
        height = self.suggestions.sizeHintForRow(0) * self.model.rowCount() if self.model.rowCount() else 0
        self.suggestions.setFixedHeight(height)
        self.suggestions.setVisible(bool(height))
        self.adjust()

    def _most(self) -> int:
        """As many as there is room for."""
        height = max(1, self.suggestions.sizeHintForRow(0), self.fontMetrics().height() + 2 * SPACE_M)
        room = self._around.height() - self.chips.height() * bool(self.chips.chips()) - OTHER_HEIGHT
        return max(2, min(MOST_SUGGESTED, room // height))

    def _best(self, typed: str) -> int | None:
        """The suggestion that Enter gives unless another is marked."""
        if not typed or SEPARATOR in typed:
            return None
        first = self.model.row_at(self.model.index(0))
        begins = first is not None and first.name.casefold().startswith(typed.casefold())
        return 0 if begins else self.model.rowCount() - 1

    def _mark(self, step: int) -> None:
        count = self.model.rowCount()
        if count:
            here = self.suggestions.currentIndex().row()
            place = (0 if step > 0 else count - 1) if here < 0 else (here + step) % count
            self.suggestions.setCurrentIndex(self.model.index(place))

    def _on_suggestion_clicked(self, index: QModelIndex) -> None:
        row = self.model.row_at(index)
        if row is not None:
            self._enter([row.name])

    # -- keys ---------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.line and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._takes(event) or super().eventFilter(watched, event)
        if watched is self._around and event.type() == QEvent.Type.Resize and self.isVisible():
            self._suggest(keep_mark=True)
        return super().eventFilter(watched, event)

    def _takes(self, event: QKeyEvent) -> bool:
        key = event.key()
        if self._takes_back(event):
            return True
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._mark(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            exactly = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._on_enter(exactly)
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Left) and not self.line.text():
            # Who holds Backspace to empty the line must not go on to the labels.
            return not event.isAutoRepeat() and self.chips.focus_last()
        else:
            return False
        return True

    def _takes_back(self, event: QKeyEvent) -> bool:
        """Undo and Redo are about the typing; in an empty line without any, about what was done to labels."""
        line = self.line
        if event.matches(QKeySequence.StandardKey.Undo):
            asked, typing = self.undo_requested, line.isUndoAvailable()
        elif event.matches(QKeySequence.StandardKey.Redo):
            asked, typing = self.redo_requested, line.isRedoAvailable()
        else:
            return False
        if line.text() or typing:
            return False
        if not event.isAutoRepeat():  # who holds the key to undo the typing must not go on to the labels
            asked.emit()
        return True

    def _on_enter(self, exactly: bool) -> None:
        row = None if exactly else self.model.row_at(self.suggestions.currentIndex())
        typed = [name.strip() for name in self.line.text().split(SEPARATOR) if name.strip()]
        if row is not None:
            self._enter([row.name])
        elif typed:
            self._enter(typed)
        else:
            self.closed.emit()

    def _enter(self, names: list[str]) -> None:
        self._empty_line()
        self.line.setFocus()
        self.entered.emit(names)

    def _empty_line(self) -> None:
        self.line.setText("")  # unlike `clear` this cannot be undone: what was entered is a label by now

    def event(self, event: QEvent) -> bool:
        """Escape and Enter mean this here, not what they mean in the window's menus."""
        overriding = event.type() == QEvent.Type.ShortcutOverride
        if overriding and isinstance(event, QKeyEvent) and event.key() in _OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)


def _fitting(labels: LabelList, typed: str) -> list[PanelRow]:
    """Labels that hold the text, those that begin with it first, the exact one before all."""
    part = typed.casefold()
    rows = [
        PanelRow(Kind.LABEL, label.name, label, images)
        for label, images in zip(labels.labels, labels.images, strict=True)
        if part in label.name.casefold()
    ]

    def rank(row: PanelRow) -> tuple[bool, bool, bool]:
        name = row.name.casefold()
        return row.name != typed, name != part, not name.startswith(part)

    return sorted(rows, key=rank)
