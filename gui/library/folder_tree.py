"""The folders of the library as a tree, with the number of images in and below each."""

import os

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from engine.store.files import SEPARATOR, within
from engine.store.folders import Folder
from gui.icons import icon
from gui.plain_text import path_text, printable, tool_tip
from gui.session import FolderState, LibraryState

PATH = Qt.ItemDataRole.UserRole + 1
FOLDER = Qt.ItemDataRole.UserRole + 2
ALL, SKIPPED = b"", b"\0skipped"  # no path is like these


class FolderTree(QStandardItemModel):
    """Rows: all pictures, each folder with what lies below it, skipped files."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: LibraryState | None = None

    def show_state(self, state: LibraryState) -> bool:
        """Returns whether anything changed."""
        if state == self._shown:
            return False
        self._shown = state
        self.clear()
        self.appendRow(_item("All pictures", ALL, state.images, "picture"))
        for folder in state.folders:
            self.appendRow(_folder_item(folder, state.directories))
        if state.skipped:
            self.appendRow(_item("Skipped files", SKIPPED, state.skipped, "warning"))
        return True

    def index_of(self, path: bytes, below: QModelIndex | None = None) -> QModelIndex:
        """The row of a path; an invalid index if it has none."""
        parent = below or QModelIndex()
        for row in range(self.rowCount(parent)):
            index = self.index(row, 0, parent)
            if path_of(index) == path:
                return index
            inside = self.index_of(path, index)
            if inside.isValid():
                return inside
        return QModelIndex()


def path_of(index: QModelIndex | QPersistentModelIndex) -> bytes | None:
    value = index.data(PATH)
    return bytes(value) if value is not None else None


def folder_of(index: QModelIndex | QPersistentModelIndex) -> Folder | None:
    value = index.data(FOLDER)
    return value if isinstance(value, Folder) else None


def _folder_item(state: FolderState, directories: dict[bytes, int]) -> QStandardItem:
    root = state.folder.path
    inside = {path: count for path, count in directories.items() if within(path, root)}
    name = os.fsdecode(os.path.basename(root) or root)
    item = _item(name, root, sum(inside.values()), "folder")
    item.setData(state.folder, FOLDER)
    item.setToolTip(tool_tip(path_text(root)))
    if not state.available:
        item.setText(item.text() + "  (not available)")
        item.setToolTip(tool_tip(f"{path_text(root)} is not available now; what is known of it is kept."))
    _add_below(item, root, inside)
    return item


def _add_below(root_item: QStandardItem, root: bytes, inside: dict[bytes, int]) -> None:
    """Every directory on the way to one that holds images, with the images in and below it."""
    totals: dict[bytes, int] = {}
    for path, count in inside.items():
        while path != root:
            totals[path] = totals.get(path, 0) + count
            path = os.path.dirname(path)
    items = {root: root_item}
    for path in sorted(totals, key=lambda p: p.split(SEPARATOR)):
        item = _item(os.fsdecode(os.path.basename(path)), path, totals[path], "folder")
        item.setToolTip(tool_tip(path_text(path)))
        items[os.path.dirname(path)].appendRow(item)
        items[path] = item


def _item(name: str, path: bytes, count: int, symbol: str) -> QStandardItem:
    item = QStandardItem(icon(symbol), f"{printable(name)}  ({count:,})")
    item.setData(path, PATH)
    item.setEditable(False)
    return item
