"""The dialog of networks: whose features pictures are found by, others that can be had, and how much of a picture
is looked at. It only shows and asks; see `networks`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QMessageBox,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.model.views import CROP, MIRRORED, OWN, WHOLE, ViewNames
from engine.sentences import said
from gui.language import tr
from gui.widgets.model_index import ModelIndex
from gui.widgets.on_screen import fitting
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import printable
from gui.widgets.roomy_rows import RoomyRows
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S

SIZE = QSize(820, 520)
HEADS = (said("Network, and what it is for"), said("Status"), said("Size"), said("Licence"))
VIEWS: dict[ViewNames, str] = {
    OWN: said("The middle of each picture"),
    (CROP, WHOLE): said("The middle, and the whole picture: twice as slow; may help once trained on labels"),
    (CROP, WHOLE, MIRRORED): said("The middle, the whole, and that mirrored: three times as slow; likewise"),
}
HOW = said(
    "Pictures are found by the features of a network. Another one reads all pictures once more, in the background; "
    "until that is done, the version before serves, and you can go back to it at any time (Model versions)."
)
_ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class NetworkRow:
    """A network as a person sees it. `name` is its feature space's, or that by which it can be downloaded."""

    name: str
    title: str
    status: str
    size: str
    licence: str
    meaning: str
    is_here: bool
    problem: str = ""  # why it cannot be had


class NetworksDialog(QDialog):
    """Signals:
    use_requested(str, tuple): by the features of this network, of these views, pictures are to be found.
    file_requested(): a network is to be added from a file.
    remove_requested(str): this one is to be taken away.
    """

    use_requested = Signal(str, object)
    file_requested = Signal()
    remove_requested = Signal(str)

    def __init__(self, read_only: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Networks"))
        self._read_only = read_only
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels([tr(head) for head in HEADS])
        self.tree.setRootIsDecorated(False)
        self.tree.setAccessibleName(tr("Networks"))
        self._let_first_column_wrap()
        self.about, self.message = plain_label(wraps=True), plain_label(wraps=True)
        self.message.setAccessibleName(tr("Message"))
        self.message.hide()
        self.views = QComboBox()
        self.views.setAccessibleName(tr("Looks at"))
        for words in VIEWS.values():
            self.views.addItem(tr(words))
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.use = box.addButton(tr("Find by this network"), QDialogButtonBox.ButtonRole.ActionRole)
        self.file = box.addButton(tr("Add from a file…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.remove = box.addButton(tr("Take away"), QDialogButtonBox.ButtonRole.ActionRole)
        self._lay_out(box)
        box.rejected.connect(self.close)
        self.tree.currentItemChanged.connect(self._on_current_changed)
        self.use.clicked.connect(self._on_use_clicked)
        self.file.clicked.connect(self.file_requested)
        self.remove.clicked.connect(self._on_remove_clicked)
        self._on_current_changed()

    def _let_first_column_wrap(self) -> None:
        """It has what room the others leave."""
        header, modes = self.tree.header(), QHeaderView.ResizeMode
        header.setStretchLastSection(False)
        header.setSectionResizeMode(modes.ResizeToContents)
        header.setSectionResizeMode(0, modes.Stretch)
        header.sectionResized.connect(self.tree.doItemsLayout)
        self.tree.setWordWrap(True)
        self.tree.setItemDelegateForColumn(0, _Wrapping(self.tree))

    def show_rows(self, rows: Sequence[NetworkRow]) -> None:
        before = self.current()
        self.tree.clear()
        for row in rows:
            item = QTreeWidgetItem([f"{row.title}\n{printable(row.meaning)}", row.status, row.size, row.licence])
            item.setData(0, _ROW, row)
            self.tree.addTopLevelItem(item)
            if before is None or row.name == before.name:
                self.tree.setCurrentItem(self.tree.currentItem() or item)
        self._on_current_changed()

    def current(self) -> NetworkRow | None:
        item = self.tree.currentItem()
        return None if item is None else item.data(0, _ROW)

    def chosen_views(self) -> ViewNames:
        return list(VIEWS)[self.views.currentIndex()]

    def say(self, sentence: str) -> None:
        """What came of the last wish."""
        self.message.setText(printable(sentence))
        self.message.show()

    def _lay_out(self, box: QDialogButtonBox) -> None:
        label = QLabel(tr("&Looks at:"))
        label.setBuddy(self.views)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(plain_label(tr(HOW), wraps=True))
        column.addWidget(self.tree, 1)
        column.addWidget(self.about)
        column.addWidget(self.message)
        column.addWidget(label)
        column.addWidget(self.views)
        column.addWidget(box)
        self.resize(fitting(SIZE, self))

    def _on_current_changed(self) -> None:
        row = self.current()
        self.about.setText("" if row is None else printable(tr(row.problem)))
        self.about.setVisible(bool(self.about.text()))
        able = row is not None and not row.problem and not self._read_only
        self.use.setEnabled(able)
        self.use.setText(
            tr("Find by this network") if row is None or row.is_here else tr("Download and find by it…")
        )
        self.file.setEnabled(not self._read_only)
        self.remove.setEnabled(able and row is not None and row.is_here and "@" in row.name)

    def _on_use_clicked(self) -> None:
        if (row := self.current()) is not None:
            self.use_requested.emit(row.name, self.chosen_views())

    def _on_remove_clicked(self) -> None:
        if (row := self.current()) is not None:
            self.remove_requested.emit(row.name)


class _Wrapping(RoomyRows):
    """As high as the column is narrow: Qt would count one line."""

    def __init__(self, tree: QTreeWidget) -> None:
        super().__init__(tree, 0, SPACE_S)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        narrow = QStyleOptionViewItem(option)
        narrow.rect = QRect(0, 0, self._tree.columnWidth(index.column()), 1)
        return super().sizeHint(narrow, index)


def is_download_wanted(sentence: str, parent: QWidget) -> bool:
    """Asked before anything is fetched, with size, licence and source."""
    box = QMessageBox(QMessageBox.Icon.Question, tr("Download a network"), "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(sentence)
    download = box.addButton(tr("Download"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.exec()
    box.deleteLater()  # its parent would keep it
    return box.clickedButton() is download
