"""The page on which groups are reviewed: what is looked for, the groups or why there are none, what can be done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.sentences import said
from gui.copies.compare_view import CompareView
from gui.copies.group_rows import GroupRows
from gui.copies.group_view import GroupView
from gui.copies.review_bar import ReviewBar
from gui.grid.empty_state import EmptyState
from gui.language import tr
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_L, SPACE_M, TITLE, sized
from gui.widgets.thin_line import thin_line
from gui.widgets.word_button import page_button

NARROWEST = 400
ROOM_FOR_BUTTONS = 600
KEEP_ALL, SHOW_AGAIN = said("Keep all"), said("Do not keep all")

_HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut


class ReviewPage(QWidget):
    """Signals, about the current picture and its group:
    keep_requested(), drop_requested(), keep_all_requested(), keep_best_requested(), not_a_pair_requested()
    trash_requested(): carry out what is marked.
    best_of_all_requested(): of all groups that are shown.
    find_requested(): look for groups now.
    closed(): back to the pictures.
    """

    keep_requested = Signal()
    drop_requested = Signal()
    keep_all_requested = Signal()
    keep_best_requested = Signal()
    not_a_pair_requested = Signal()
    trash_requested = Signal()
    best_of_all_requested = Signal()
    find_requested = Signal()
    closed = Signal()

    def __init__(self, rows: GroupRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Copies and bursts"))
        self.bar = ReviewBar(rows)
        self.view = GroupView(rows)
        self.comparison = CompareView()
        self.empty = EmptyState("")
        self.title, self.count, self.summary = plain_label(tr("Copies and bursts")), ElidedLabel(), ElidedLabel()
        self.title.setFont(sized(self.title.font(), TITLE, bold=True))
        self.count.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.summary.setAccessibleName(tr("What is marked"))
        self.stack = QStackedWidget()
        self._counts = "", ""
        self._make_buttons()
        self.show_keeps_all(False)
        self._lay_out()
        self._connect()

    def _make_buttons(self) -> None:
        self.back = page_button("back", tr("Back"), tr("Back to the pictures (Backspace)"))
        self.keep = page_button("", tr("Keep"), tr("Keep this picture (K)"))
        self.drop = page_button("", tr("Drop"), tr("Mark this picture to be moved to the trash (D or Delete)"))
        self.keep_best = page_button("", tr("Keep best"), tr("Keep the best of this group, drop the others (B)"))
        self.keep_all = page_button("", tr(KEEP_ALL), "")
        self.not_a_pair = page_button(
            "", tr("Not a pair"), tr("This picture does not belong to the others; it lasts (N)")
        )
        self.compare = page_button("", tr("Compare"), tr("Side by side, flickering, difference (C or Enter)"))
        self.best_of_all = page_button(
            "", tr("Keep the best of all these groups…"), tr("Asks first: the others go to the trash")
        )
        self.trash = page_button("", tr("Move to the trash…"), tr("Asks first: what is marked to be dropped (T)"))

    def _lay_out(self) -> None:
        for widget in (self.view, self.comparison, self.empty):
            self.stack.addWidget(widget)
        head = QHBoxLayout()
        head.setSpacing(SPACE_L)
        head.addWidget(self.title)
        head.addWidget(self.count, 1)
        head.addWidget(self.bar.rules)
        self._rows = [QHBoxLayout() for _ in range(3)]
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addLayout(head)
        column.addWidget(self.bar)
        self._line = thin_line()
        column.addWidget(self._line)
        column.addWidget(self.stack, 1)
        column.addWidget(thin_line())
        for row in self._rows:
            column.addLayout(row)
        self._narrow: bool | None = None
        self._place_buttons(narrow=False)

    def minimumSizeHint(self) -> QSize:
        """As it is in a narrow window; it could never get so narrow if all buttons in a row were counted."""
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_buttons(narrow=self.width() < ROOM_FOR_BUTTONS)

    def _place_buttons(self, narrow: bool) -> None:
        """In two rows, or where there is little room in three; there the head says what is marked."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        marking: list[QWidget] = [
            self.keep,
            self.drop,
            self.keep_best,
            self.keep_all,
            self.not_a_pair,
            self.compare,
        ]
        for row in self._rows:
            while (item := row.takeAt(0)) is not None:
                del item
        places: list[list[QWidget]] = [marking, [self.back, self.summary, self.best_of_all, self.trash], []]
        if narrow:
            places = [marking[:3], [*marking[3:], self.back], [self.best_of_all, self.trash]]
        for row, widgets in zip(self._rows, places, strict=True):
            for widget in widgets:
                row.addWidget(widget, int(widget is self.summary))
            if widgets and self.summary not in widgets:
                row.addStretch(1)
        self.summary.setVisible(not narrow)
        self._show_counts()

    def _connect(self) -> None:
        for button, asked in (
            (self.keep, self.keep_requested),
            (self.drop, self.drop_requested),
            (self.keep_best, self.keep_best_requested),
            (self.keep_all, self.keep_all_requested),
            (self.not_a_pair, self.not_a_pair_requested),
            (self.trash, self.trash_requested),
            (self.best_of_all, self.best_of_all_requested),
            (self.back, self.closed),
        ):
            button.clicked.connect(asked)
        self.compare.clicked.connect(self.toggle_comparison)
        self.view.compare_requested.connect(self.toggle_comparison)
        self.comparison.left.connect(self.show_groups)
        self.empty.button_clicked.connect(self.find_requested)
        for key, button in (
            ("K", self.keep),
            ("D", self.drop),
            ("Delete", self.drop),
            ("B", self.keep_best),
            ("A", self.keep_all),
            ("N", self.not_a_pair),
            ("C", self.compare),
            ("T", self.trash),
            ("R", self.bar.rules),
        ):
            QShortcut(QKeySequence(key), self, button.click, context=_HERE)
        for key, do in (
            ("S", self._on_side_by_side),
            ("F", self._on_flicker),
            ("V", self._on_difference),
            ("PgDown", self._on_next_group),
            ("PgUp", self._on_previous_group),
            ("Backspace", self._on_back),
        ):
            QShortcut(QKeySequence(key), self, do, context=_HERE)
        for view in self.comparison.views:
            view.installEventFilter(self)

    # -- what it shows ------------------------------------------------------------------------------------------

    @property
    def is_comparing(self) -> bool:
        return self.stack.currentWidget() is self.comparison

    def show_groups(self) -> None:
        """The list, with the keys."""
        self.stack.setCurrentWidget(self.view)
        self._show_bar(True)
        self.compare.setText(tr("Compare"))
        self.view.setFocus()
        self.view.place_changed.emit()

    def toggle_comparison(self) -> None:
        if self.is_comparing:
            self.show_groups()
        elif self.view.current_row() is not None:
            self.stack.setCurrentWidget(self.comparison)
            self._show_bar(False)
            self.compare.setText(tr("Groups"))
            self.comparison.views[0].setFocus()
            self.view.place_changed.emit()

    def show_why_none(self, title: str, hint: str, button: str) -> None:
        self.empty.set_texts(title, hint, button)
        self.stack.setCurrentWidget(self.empty)
        self._show_bar(True)

    def _show_bar(self, shown: bool) -> None:
        """The comparison needs its room."""
        self.bar.setVisible(shown)
        self._line.setVisible(shown)

    def show_keeps_all(self, kept: bool) -> None:
        """Whether all of the current group is kept already."""
        self.keep_all.setText(tr(SHOW_AGAIN if kept else KEEP_ALL))
        self.keep_all.setToolTip(
            tr("Review this group again, as any other (A)")
            if kept
            else tr("Keep all pictures of this group; it does not come back until another one joins it (A)")
        )

    def show_counts(self, count: str, summary: str) -> None:
        self._counts = printable(count), printable(summary)
        self._show_counts()

    def _show_counts(self) -> None:
        """In a narrow window what is marked stands in the head, in place of the count."""
        count, summary = self._counts
        self.count.setText(summary if self._narrow and summary else count)
        self.summary.setText(summary)

    # -- keys ---------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: object, event: object) -> bool:
        """In the comparison, Left and Right go to another picture while nothing can be panned, Enter leaves it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.is_comparing:
            key = event.key()
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.show_groups()
                return True
            if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.comparison.views[0].is_fitted():
                self.view.step_picture(1 if key == Qt.Key.Key_Right else -1)
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape may be the key of something else in the window; then it does not come here."""
        if event.key() == Qt.Key.Key_Escape:
            self._on_back()
        else:
            super().keyPressEvent(event)

    def _on_side_by_side(self) -> None:
        self._compare_by(self.comparison.show_side_by_side)

    def _on_flicker(self) -> None:
        self._compare_by(self.comparison.flicker)

    def _on_difference(self) -> None:
        self._compare_by(self.comparison.show_difference)

    def _compare_by(self, show: Callable[[], None]) -> None:
        if not self.is_comparing:
            self.toggle_comparison()
        if self.is_comparing:
            show()

    def _on_next_group(self) -> None:
        self.view.step(1)

    def _on_previous_group(self) -> None:
        self.view.step(-1)

    def _on_back(self) -> None:
        if self.is_comparing:
            self.show_groups()
        else:
            self.closed.emit()
