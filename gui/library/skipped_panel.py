"""Files that could not be read: one group per kind with its count, each file with its reason, and retry."""

import os
from collections.abc import Iterable
from itertools import groupby

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.store.skipped import Skipped
from gui.icons import icon
from gui.plain_text import path_text, tool_tip
from gui.theme import SPACE_L, SPACE_M

FILE = Qt.ItemDataRole.UserRole + 1
KINDS = {
    "damaged": "Damaged pictures",
    "unreadable": "Files that cannot be opened",
    "too_large": "Too large",
    "timeout": "Took too long",
    "crashed": "The decoder crashed",
    "changing": "Changed while they were read",
    "unsupported": "Formats that are not supported",
    "not_a_picture": "Not pictures",
}


class SkippedPanel(QWidget):
    """Signals:
    retry_requested(list[int]): read these files again (file ids).
    show_in_folder_requested(bytes): the file's path.
    closed(): back to the pictures.
    """

    retry_requested = Signal(object)
    show_in_folder_requested = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Skipped files")
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.tree = QTreeWidget()
        self.back = QPushButton(icon("back"), "Back to the pictures")
        self.retry = QPushButton(icon("refresh"), "Retry all")
        self.show_in_folder = QPushButton(icon("folder"), "Show in folder")
        self._set_up()
        self._lay_out()

    def _set_up(self) -> None:
        self.tree.setColumnCount(3)
        self.tree.setHeaderLabels(["File", "Reason", "Folder"])
        self.tree.setAccessibleName("Skipped files by kind")
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.tree.setUniformRowHeights(True)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.tree.setColumnWidth(0, 260)
        self.tree.setColumnWidth(1, 320)
        self.tree.itemSelectionChanged.connect(self._on_selection_changed)
        self.back.clicked.connect(self.closed)
        QShortcut(QKeySequence(Qt.Key.Key_Backspace), self, self.closed.emit, context=_HERE)
        self.retry.clicked.connect(self._on_retry_clicked)
        self.show_in_folder.clicked.connect(self._on_show_clicked)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(self.show_in_folder)
        buttons.addWidget(self.retry)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(self.title)
        column.addWidget(self.tree, 1)
        column.addLayout(buttons)
        self.show_files([])

    def show_files(self, rows: list[Skipped]) -> None:
        self.tree.clear()
        for kind, group in groupby(sorted(rows, key=_by_kind), key=lambda row: row.kind):
            files = list(group)
            top = QTreeWidgetItem(self.tree, [f"{KINDS.get(kind, kind)} ({len(files):,})"])
            top.setFirstColumnSpanned(True)
            top.addChildren([_item(row) for row in files])
            top.setExpanded(kind != "not_a_picture" and len(files) <= 500)
        self.title.setText(_sentence(len(rows)))
        self.retry.setEnabled(bool(rows))
        self._on_selection_changed()

    def _selected(self) -> list[Skipped]:
        """The chosen files; a chosen group stands for all its files."""
        return self._rows_of(self.tree.selectedItems())

    def _rows_of(self, items: Iterable[QTreeWidgetItem | None]) -> list[Skipped]:
        chosen: dict[int, Skipped] = {}
        for item in filter(None, items):
            for one in [item, *(item.child(row) for row in range(item.childCount()))]:
                row = one.data(0, FILE) if one is not None else None
                if isinstance(row, Skipped):
                    chosen[row.file_id] = row
        return list(chosen.values())

    def _all(self) -> list[Skipped]:
        return self._rows_of([self.tree.topLevelItem(row) for row in range(self.tree.topLevelItemCount())])

    def _on_selection_changed(self) -> None:
        chosen = self._selected()
        self.retry.setText(f"Retry {len(chosen):,} selected" if chosen else "Retry all")
        self.show_in_folder.setEnabled(len(chosen) == 1)

    def _on_retry_clicked(self) -> None:
        self.retry_requested.emit([row.file_id for row in self._selected() or self._all()])

    def _on_show_clicked(self) -> None:
        for row in self._selected()[:1]:
            self.show_in_folder_requested.emit(row.path)


_HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut


def _by_kind(row: Skipped) -> tuple[int, bytes]:
    order = list(KINDS)
    return (order.index(row.kind) if row.kind in order else len(order), row.path)


def _item(row: Skipped) -> QTreeWidgetItem:
    folder, name = (path_text(part) for part in os.path.split(row.path))
    item = QTreeWidgetItem([name, row.reason, folder])
    item.setData(0, FILE, row)
    for column, text in enumerate((name, row.reason, folder)):
        item.setToolTip(column, tool_tip(text))
    return item


def _sentence(count: int) -> str:
    if count == 0:
        return "No file was skipped."
    files = "file was" if count == 1 else "files were"
    return f"{count:,} {files} skipped. They are left as they are; changed files are tried again by themselves."
