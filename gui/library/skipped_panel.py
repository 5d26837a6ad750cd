"""Files that could not be read: one group per kind with its count, each file with its reason, and retry."""

import os

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
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

from engine.sentences import said
from engine.store.skipped import Skipped
from gui.language import number, tr, tr_n
from gui.widgets.icons import icon
from gui.widgets.plain_text import path_text, printable, tool_tip
from gui.widgets.theme import SPACE_L, SPACE_M

FILE = Qt.ItemDataRole.UserRole + 1  # the Skipped file, or the kind of a group
NARROWEST = 400
ROOM_FOR_FOLDER = 560
SHOWN = 2000  # files of a group; nobody reads more
KINDS = {
    "damaged": said("Damaged pictures"),
    "unreadable": said("Files that cannot be opened"),
    "too_large": said("Too large"),
    "timeout": said("Took too long"),
    "crashed": said("The decoder crashed"),
    "changing": said("Changed while they were read"),
    "unsupported": said("Formats that are not supported"),
    "not_a_picture": said("Not pictures"),
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
        self.setAccessibleName(tr("Skipped files"))
        self._groups: dict[str, list[Skipped]] = {}
        self._may_retry = True
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.tree = QTreeWidget()
        self.back = QPushButton(icon("back"), tr("Back to the pictures"))
        self.retry = QPushButton(icon("refresh"), tr("Retry all"))
        self.show_in_folder = QPushButton(icon("folder"), tr("Show in folder"))
        self._set_up()
        self._lay_out()

    def _set_up(self) -> None:
        self.tree.setColumnCount(3)
        self.tree.setHeaderLabels([tr("File"), tr("Reason"), tr("Folder")])
        self.tree.setAccessibleName(tr("Skipped files by kind"))
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.tree.setUniformRowHeights(True)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(80)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.tree.setColumnWidth(0, 200)
        self.tree.setColumnWidth(2, 220)
        self.tree.itemExpanded.connect(self._on_expanded)
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

    def minimumSizeHint(self) -> QSize:
        """It has the room of the preview, too; long words of a language on its buttons make no window wider."""
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.tree.setColumnHidden(2, self.width() < ROOM_FOR_FOLDER)  # its tool tip is on the file's name, too

    def forbid_retry(self, why: str) -> None:
        self._may_retry = False
        self.retry.setEnabled(False)
        self.retry.setToolTip(why)

    def show_files(self, rows: list[Skipped]) -> None:
        self.tree.clear()
        self._groups = _by_kind(rows)
        for kind, files in self._groups.items():
            top = QTreeWidgetItem(self.tree, [f"{tr(KINDS.get(kind, kind))} ({number(len(files))})"])
            top.setData(0, FILE, kind)
            top.setFirstColumnSpanned(True)
            top.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
            top.setExpanded(kind != "not_a_picture" and len(files) <= 500)
        self.title.setText(_sentence(len(rows)))
        self.retry.setEnabled(bool(rows) and self._may_retry)
        self._on_selection_changed()

    def _on_expanded(self, top: QTreeWidgetItem) -> None:
        """Rows are made when they are looked at: of files that are no pictures there may be very many."""
        kind = top.data(0, FILE)
        if top.childCount() or not isinstance(kind, str):
            return
        files = self._groups[kind]
        top.addChildren([_item(row) for row in files[:SHOWN]])
        if len(files) > SHOWN:
            more = QTreeWidgetItem([tr("and {n:,} more", n=len(files) - SHOWN)])
            more.setFlags(Qt.ItemFlag.ItemIsEnabled)
            top.addChild(more)

    def _selected(self) -> list[Skipped]:
        """The chosen files; a chosen group stands for all its files."""
        chosen: dict[int, Skipped] = {}
        for item in self.tree.selectedItems():
            what = item.data(0, FILE)
            for row in [what] if isinstance(what, Skipped) else self._groups[what]:
                chosen[row.file_id] = row
        return list(chosen.values())

    def _all(self) -> list[Skipped]:
        return [row for files in self._groups.values() for row in files]

    def _on_selection_changed(self) -> None:
        chosen = self._selected()
        self.retry.setText(tr("Retry {n:,} selected", n=len(chosen)) if chosen else tr("Retry all"))
        self.show_in_folder.setEnabled(len(chosen) == 1)

    def _on_retry_clicked(self) -> None:
        self.retry_requested.emit([row.file_id for row in self._selected() or self._all()])

    def _on_show_clicked(self) -> None:
        for row in self._selected()[:1]:
            self.show_in_folder_requested.emit(row.path)


_HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut


def _by_kind(rows: list[Skipped]) -> dict[str, list[Skipped]]:
    """The files of each kind that there is: what can be mended first, unknown kinds last."""
    groups: dict[str, list[Skipped]] = {}
    for row in sorted(rows, key=lambda row: row.path):
        groups.setdefault(row.kind, []).append(row)
    known = {kind: groups.pop(kind) for kind in KINDS if kind in groups}
    return known | groups


def _item(row: Skipped) -> QTreeWidgetItem:
    folder, name = os.path.split(row.path)
    texts = [path_text(name), printable(tr(row.reason)), path_text(folder)]
    item = QTreeWidgetItem(texts)
    item.setData(0, FILE, row)
    for column, text in enumerate((path_text(row.path), *texts[1:])):
        item.setToolTip(column, tool_tip(text))
    return item


def _sentence(count: int) -> str:
    if count == 0:
        return tr("No file was skipped.")
    return tr_n(
        "{n:,} files were skipped. They are left as they are; changed files are tried again by themselves.",
        "{n:,} file was skipped. It is left as it is; changed files are tried again by themselves.",
        count,
    )
