"""The page of what was done to files: each thing that was asked for, the last first, and below it its files."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QSplitter,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from engine.file_actions.looking_back import LoggedBatch, LoggedFile
from engine.sentences import said
from gui.file_actions.log_rows import BATCH_HEADS, FILE_HEADS, LogRows
from gui.language import tr
from gui.widgets.model_index import ModelIndex
from gui.widgets.plain_label import plain_label
from gui.widgets.roomy_rows import RoomyRows
from gui.widgets.theme import SPACE_L, SPACE_M, TITLE, sized
from gui.widgets.word_button import page_button

_HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut
_NOTHING = said("Nothing was done to files yet. What you move, rename, copy, export or throw away is listed here.")
_ABOUT = said("What you had done to files in this library, the last first; below, the files of the chosen entry.")


class ActionLogPage(QWidget):
    """Signals:
    batch_chosen(int): the files of this batch are wanted.
    undo_requested(int): take back this batch.
    show_in_folder_requested(bytes): the path of a file.
    closed(): back to the pictures.
    """

    batch_chosen = Signal(object)
    undo_requested = Signal(object)
    show_in_folder_requested = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("What was done to files"))
        self.title, self.about = plain_label(tr("What was done to files")), plain_label(tr(_NOTHING), wraps=True)
        self.title.setFont(sized(self.title.font(), TITLE, bold=True))
        self.about.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.batch_rows, self.file_rows = LogRows(BATCH_HEADS, self), LogRows(FILE_HEADS, self)
        self.batches = _list(self.batch_rows, tr("What was done"), first_fits=True)
        self.files = _list(self.file_rows, tr("Its files"), first_fits=False)
        self.back = page_button("back", tr("Back"), tr("Back to the pictures (Backspace)"))
        self.show_in_folder = page_button("folder", tr("Show in folder"), tr("Show the file where it lies now"))
        self.undo = page_button(
            "", tr("Take it back"), tr("Bring the files of this entry back to where they were (U)")
        )
        self._lay_out()
        self._connect()
        self._show_what_can_be_done()

    def _lay_out(self) -> None:
        lists = QSplitter(Qt.Orientation.Vertical)
        lists.setChildrenCollapsible(False)
        for view, share in ((self.batches, 3), (self.files, 2)):
            lists.addWidget(view)
            lists.setStretchFactor(lists.count() - 1, share)
        buttons = QHBoxLayout()
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(self.show_in_folder)
        buttons.addWidget(self.undo)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(self.title)
        column.addWidget(self.about)
        column.addWidget(lists, 1)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self.batches.selectionModel().currentRowChanged.connect(self._on_batch_changed)
        self.files.selectionModel().currentRowChanged.connect(self._show_what_can_be_done)
        self.back.clicked.connect(self.closed)
        self.show_in_folder.clicked.connect(self._on_show_clicked)
        self.undo.clicked.connect(self._on_undo_clicked)
        for key, do in (("Backspace", self.closed.emit), ("U", self.undo.click)):
            QShortcut(QKeySequence(key), self, do, context=_HERE)

    # -- what it shows ------------------------------------------------------------------------------------------

    def show_batches(self, found: Sequence[LoggedBatch], more: int | None) -> None:
        """From the beginning; the one that was chosen stays so, if it is among them."""
        if found and self.batch_rows.items[: len(found)] == list(found):
            return  # nothing is new, and further ones may have been read since
        before = self.batch
        self.batch_rows.show(found, more)
        self.about.setText(tr(_ABOUT if found else _NOTHING))
        row = next((row for row, each in enumerate(found) if each.about.batch == before), 0)
        if found:
            self.batches.setCurrentIndex(self.batch_rows.index(row, 0))
        else:
            self.file_rows.show([], None)
        self._show_what_can_be_done()

    def show_files(self, batch: int, found: Sequence[LoggedFile], more: object) -> None:
        if batch == self.batch:
            self.file_rows.show(found, more)
            self._show_what_can_be_done()

    @property
    def batch(self) -> int | None:
        """The one that is chosen."""
        chosen = self._chosen(self.batches, self.batch_rows)
        return chosen.about.batch if isinstance(chosen, LoggedBatch) else None

    def _chosen(self, view: QTreeView, rows: LogRows) -> LoggedBatch | LoggedFile | None:
        row = view.currentIndex().row()
        return rows.items[row] if 0 <= row < len(rows.items) else None

    def _show_what_can_be_done(self) -> None:
        batch = self._chosen(self.batches, self.batch_rows)
        self.undo.setEnabled(isinstance(batch, LoggedBatch) and batch.can_be_undone)
        self.show_in_folder.setEnabled(self._place() is not None)

    def _place(self) -> bytes | None:
        """Where the chosen file lies now, as far as that is known."""
        file = self._chosen(self.files, self.file_rows)
        if not isinstance(file, LoggedFile):
            return None
        return file.action.target if file.can_be_undone else None

    def _on_batch_changed(self, current: ModelIndex, before: ModelIndex) -> None:
        self._show_what_can_be_done()
        if self.batch is not None:
            self.batch_chosen.emit(self.batch)

    def _on_show_clicked(self) -> None:
        if (place := self._place()) is not None:
            self.show_in_folder_requested.emit(place)

    def _on_undo_clicked(self) -> None:
        if self.batch is not None:
            self.undo_requested.emit(self.batch)


def _list(rows: LogRows, name: str, first_fits: bool) -> QTreeView:
    """Its columns share the room there is; `first_fits`: the first one takes just what it needs."""
    view = QTreeView()
    view.setModel(rows)
    view.setItemDelegate(RoomyRows(view, 4, 3))
    view.setAccessibleName(name)
    view.setRootIsDecorated(False)
    view.setUniformRowHeights(True)
    view.setAllColumnsShowFocus(True)
    view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    header = view.header()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    if first_fits:
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
    return view
