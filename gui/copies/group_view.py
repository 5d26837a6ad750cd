"""The list of groups: Up and Down go to another group, Left and Right to another picture of it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from engine.copies.groups import Member
from gui.copies.group_delegate import GroupDelegate
from gui.copies.group_rows import GroupRows
from gui.language import tr
from gui.widgets.model_index import ModelIndex


class GroupView(QListView):
    """Signals:
    place_changed(): another group or another picture of it is current, or none is.
    compare_requested(): Enter or a double click.
    """

    place_changed = Signal()
    compare_requested = Signal()

    def __init__(self, rows: GroupRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = rows
        self._delegate = GroupDelegate(self)
        self.setModel(rows)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setAccessibleName(tr("Groups"))
        self.setAccessibleDescription(
            tr("Up and Down go to another group, Left and Right to another picture of it")
        )
        self.setToolTip("")
        rows.pictures_came.connect(self.viewport().update)

    def current_row(self) -> int | None:
        row = self.currentIndex().row()
        return row if 0 <= row < len(self.rows.groups) else None

    def current_key(self) -> frozenset[Member] | None:
        row = self.current_row()
        return None if row is None else self.rows.groups[row].key

    def go_to(self, row: int) -> None:
        """To this group, or to the last one if there are fewer."""
        last = len(self.rows.groups) - 1
        if last >= 0:
            index = self.rows.index(min(max(0, row), last))
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(index)

    def step(self, by: int) -> None:
        """To another group."""
        row = self.current_row()
        self.go_to(0 if row is None else row + by)

    def step_picture(self, by: int) -> None:
        if (row := self.current_row()) is not None:
            self.rows.set_place(row, self.rows.place(row) + by)
            self.place_changed.emit()

    def currentChanged(self, current: ModelIndex, previous: ModelIndex) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.place_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.step_picture(1 if key == Qt.Key.Key_Right else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.compare_requested.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            option = QStyleOptionViewItem()
            self.initViewItemOption(option)
            option.rect = self.visualRect(index)
            plan = self._delegate.plan(option, self.rows, index.row())
            place = plan.place_at(event.position().x(), event.position().y())
            self.go_to(index.row())
            if place is not None:
                self.rows.set_place(index.row(), place)
                self.place_changed.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.compare_requested.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.rows.set_ratio(self.devicePixelRatioF())
        super().paintEvent(event)
        self._want_pictures()

    def _want_pictures(self) -> None:
        """Those on screen first, then those of a page below and above."""
        height = self.viewport().height()
        step = self.sizeHintForRow(0) if self.rows.groups else 0
        if step <= 0:
            return
        first = max(0, self.verticalScrollBar().value() // step)
        count = height // step + 2
        near = [*range(first, first + 2 * count), *range(first - 1, max(-1, first - count), -1)]
        rows = [row for row in near if row < len(self.rows.groups)]
        self.rows.want(each.member.image_id for row in rows for each in self._shown(row))

    def _shown(self, row: int) -> list:  # type: ignore[type-arg]
        return list(self.rows.groups[row].members[: self.rows.place(row) + 12])
