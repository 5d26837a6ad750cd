"""The list of labels that images can be dropped on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from gui.grid.image_model import IDS_MIME_TYPE
from gui.labels.label_delegate import LabelDelegate
from gui.labels.label_rows import Kind, LabelRows, PanelRow
from gui.language import tr


class LabelView(QListView):
    """Signals:
    chosen(PanelRow): a click, or Enter.
    delete_requested(PanelRow): the Delete key.
    dropped(PanelRow | None, list[int]): images on a label, or beside all labels.
    """

    chosen = Signal(object)
    delete_requested = Signal(object)
    dropped = Signal(object, object)

    def __init__(self, model: LabelRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels = model
        self._kept: object = None  # what was current before the rows were replaced
        self._target: int | None = None  # the row under a drag; -1 beside all
        self.setModel(model)
        self.setItemDelegate(LabelDelegate(self))
        self.setAccessibleName(tr("Labels"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.setMouseTracking(True)  # a row under the mouse is hinted at
        self.setAcceptDrops(True)
        self.clicked.connect(self._on_clicked)
        model.modelAboutToBeReset.connect(self._on_about_to_reset)
        model.modelReset.connect(self._on_reset)

    def current_row(self) -> PanelRow | None:
        return self._labels.row_at(self.currentIndex())

    def edit_current(self) -> None:
        if self.currentIndex().flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current_row()
        editing = self.state() == QAbstractItemView.State.EditingState
        if row is not None and not editing and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(row)
        elif row is not None and event.key() == Qt.Key.Key_Delete and row.kind is Kind.LABEL:
            self.delete_requested.emit(row)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.viewport().update()

    def _on_clicked(self, index: QModelIndex) -> None:
        row = self._labels.row_at(index)
        if row is not None:
            self.chosen.emit(row)

    def _on_about_to_reset(self) -> None:
        self._kept = self._labels.key_at(self.currentIndex())

    def _on_reset(self) -> None:
        place = self._labels.place_of(self._kept)
        if place is not None:
            self.setCurrentIndex(self._labels.index(place))

    # -- images dropped on a label ------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._take(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._take(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_target(None)

    def dropEvent(self, event: QDropEvent) -> None:
        if self._take(event):
            ids = bytes(event.mimeData().data(IDS_MIME_TYPE).data()).decode().split(",")
            row = self._labels.row_at(self.indexAt(event.position().toPoint()))
            self.dropped.emit(row, [int(image_id) for image_id in ids])
        self._show_target(None)

    def _take(self, event: QDropEvent) -> bool:
        """Whether our own images are over a label, or beside all labels. Anything else is left to the window."""
        if not event.mimeData().hasFormat(IDS_MIME_TYPE):
            event.ignore()
            return False
        index = self.indexAt(event.position().toPoint())
        row = self._labels.row_at(index)
        wanted = row is None or row.kind is Kind.LABEL
        self._show_target(index.row() if wanted else None)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(wanted)
        return wanted

    def _show_target(self, row: int | None) -> None:
        if row != self._target:
            self._target = row
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._target is None:
            return
        whole = self.viewport().rect()
        box = whole if self._target < 0 else self.visualRect(self._labels.index(self._target))
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2))
        painter.drawRoundedRect(box.adjusted(1, 1, -2, -2), 4, 4)
        painter.end()
