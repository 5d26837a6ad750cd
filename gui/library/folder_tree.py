"""The folders of the library as a tree, with the number of files that hold images in and below each."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from engine.store.files import within
from engine.store.folders import Folder
from engine.store.natural_names import natural_path_key
from gui.language import number, tr
from gui.session import FolderState, LibraryState
from gui.widgets.icons import icon
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_text import path_text, printable, tool_tip

PATH = Qt.ItemDataRole.UserRole + 1
FOLDER = Qt.ItemDataRole.UserRole + 2
ALL, SKIPPED, MISSING = b"", b"\0skipped", b"\0missing"  # no path is like these


@dataclass(frozen=True, slots=True)
class _TreeRow:
    path: bytes
    parent: bytes | None
    symbol: str
    text: str
    tip: str = ""
    folder: Folder | None = None


class FolderTree(QStandardItemModel):
    """Rows: all pictures, each folder with what lies below it, missing pictures, skipped files."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: LibraryState | None = None
        self._items: dict[bytes, QStandardItem] = {}

    def show_state(self, state: LibraryState) -> bool:
        """Returns whether rows came or went; new numbers alone leave the rows as they are."""
        if state == self._shown:
            return False
        self._shown = state
        rows = list(_rows(state))
        same = [row.path for row in rows] == list(self._items)
        if not same:
            self._rebuild(rows)
        for row in rows:
            _describe(self._items[row.path], row)
        return not same

    def index_of(self, path: bytes) -> QModelIndex:
        """The row of a path; an invalid index if it has none."""
        item = self._items.get(path)
        return item.index() if item is not None else QModelIndex()

    def paths(self) -> list[bytes]:
        return list(self._items)

    def _rebuild(self, rows: list[_TreeRow]) -> None:
        self._items = {}
        self.clear()
        for row in rows:
            item = self._items[row.path] = QStandardItem(icon(row.symbol), "")
            item.setEditable(False)
            item.setData(row.path, PATH)
            parent = self.invisibleRootItem() if row.parent is None else self._items[row.parent]
            parent.appendRow(item)


def path_of(index: ModelIndex) -> bytes | None:
    value = index.data(PATH)
    return bytes(value) if value is not None else None


def folder_of(index: ModelIndex) -> Folder | None:
    value = index.data(FOLDER)
    return value if isinstance(value, Folder) else None


def _describe(item: QStandardItem, row: _TreeRow) -> None:
    if item.text() != row.text:
        item.setText(row.text)
    if item.toolTip() != row.tip:
        item.setToolTip(row.tip)
    if item.data(FOLDER) != row.folder:
        item.setData(row.folder, FOLDER)


def _rows(state: LibraryState) -> Iterator[_TreeRow]:
    files = sum(state.directories.values())
    why = "" if files == state.images else tool_tip(_why_fewer(state.images, files))
    yield _TreeRow(ALL, None, "picture", _text(tr("All pictures"), state.images), why)
    for folder in sorted(state.folders, key=lambda each: _natural(each.folder.path)):
        yield from _folder_rows(folder, state.directories)
    if state.missing:
        tip = tr("Pictures none of whose files is there; what is known of them is kept until you forget them")
        yield _TreeRow(MISSING, None, "picture", _text(tr("Missing pictures"), state.missing), tip)
    if state.skipped:
        yield _TreeRow(
            SKIPPED, None, "warning", _text(tr("Skipped files", "in the tree of folders"), state.skipped)
        )


def _why_fewer(images: int, files: int) -> str:
    return tr("{pictures:,} pictures in {files:,} files; copies are shown once", pictures=images, files=files)


def _folder_rows(state: FolderState, directories: dict[bytes, int]) -> Iterator[_TreeRow]:
    """The folder, then every directory on the way to one that holds images."""
    root = state.folder.path
    totals = _totals(root, directories)
    text, tip = _text(_name(root), totals[root]), path_text(root)
    if not state.available:
        text = tr("{folder}  (not available)", folder=text)
        tip = tr("{folder} is not available now; what is known of it is kept.", folder=tip)
    yield _TreeRow(root, None, "folder", text, tool_tip(tip), state.folder)
    for path in sorted(totals, key=_natural):
        if path != root:
            text = _text(_name(path), totals[path])
            yield _TreeRow(path, os.path.dirname(path), "folder", text, tool_tip(path_text(path)))


@lru_cache(100_000)
def _natural(path: bytes) -> tuple[str, bytes]:
    """As the grid sorts by folder."""
    return natural_path_key(path), path


def _totals(root: bytes, directories: dict[bytes, int]) -> dict[bytes, int]:
    """The number of files in and below each directory of a folder."""
    totals = {root: 0}
    for path, count in directories.items():
        if within(path, root):
            totals[root] += count
            while path != root:
                totals[path] = totals.get(path, 0) + count
                path = os.path.dirname(path)
    return totals


def _name(path: bytes) -> str:
    return printable(os.fsdecode(os.path.basename(path) or path))


def _text(name: str, count: int) -> str:
    return f"{name}  ({number(count)})"
