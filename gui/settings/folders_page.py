"""The photo folders of the library, and whether they are watched."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from engine.store.folders import Folder
from gui.language import tr
from gui.session import FolderState
from gui.widgets.plain_text import path_text
from gui.widgets.theme import SPACE_M

WATCH = said("Watch these folders: notice what other programs add, change or remove")


class FoldersPage(QWidget):
    """Signals:
    add_requested(): choose a folder to add.
    remove_requested(Folder): take one out of the library; nothing on disk is touched.
    """

    add_requested = Signal()
    remove_requested = Signal(object)

    def __init__(self, watches: bool, read_only: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Photo folders"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.add = QPushButton(tr("Add folder…"))
        self.remove = QPushButton(tr("Remove…"))
        self.watch = QCheckBox(tr(WATCH))
        self.watch.setChecked(watches)
        for widget in (self.add, self.watch):
            widget.setEnabled(not read_only)
        self._read_only = read_only
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(SPACE_M)
        column.addWidget(QLabel(tr("Pictures in these folders, and below them, belong to the library.")))
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        column.addWidget(self.watch)
        self.add.clicked.connect(self.add_requested)
        self.remove.clicked.connect(self._on_remove_clicked)
        self.list.currentRowChanged.connect(self._show_state)
        self._show_state()

    def show_folders(self, folders: list[FolderState]) -> None:
        current = self.list.currentRow()
        self.list.clear()
        for each in folders:
            path = path_text(each.folder.path)
            text = path if each.available else tr("{folder} (not available)", folder=path)
            item = QListWidgetItem(text, self.list)
            item.setData(Qt.ItemDataRole.UserRole, each.folder)
        self.list.setCurrentRow(min(current, self.list.count() - 1))
        self._show_state()

    def _current(self) -> Folder | None:
        item = self.list.currentItem()
        folder = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        return folder if isinstance(folder, Folder) else None

    def _show_state(self) -> None:
        self.remove.setEnabled(self._current() is not None and not self._read_only)

    def _on_remove_clicked(self) -> None:
        if (folder := self._current()) is not None:
            self.remove_requested.emit(folder)
