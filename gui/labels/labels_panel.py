"""The labels at the left of the window: what there is, how much of it, and by which key it is given."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QPushButton, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from engine.sentences import said
from engine.store.label_list import LabelList
from gui.labels.label_rows import Kind, LabelRows, PanelRow
from gui.labels.label_view import LabelView
from gui.language import tr
from gui.widgets.panel_head import panel_head, tell_keys
from gui.widgets.theme import SPACE_M, SPACE_S

EMPTY = said(
    "No labels yet. Select pictures and press {keys} to give them one, or begin with the names of their folders."
)


class LabelsPanel(QWidget):
    """Signals:
    row_chosen(PanelRow): show the images of a label, or the unlabelled ones.
    entry_requested(): label the selected images.
    folder_names_requested(): make labels from the folders' names.
    menu_requested(PanelRow, QPoint): what can be done with a label, at a place on the screen.
    renamed(Label, str), delete_requested(PanelRow): a label is to be called so, to be deleted.
    dropped(PanelRow | None, list[int]): images on a label, or beside all labels.
    """

    row_chosen = Signal(object)
    entry_requested = Signal()
    folder_names_requested = Signal()
    menu_requested = Signal(object, QPoint)
    renamed = Signal(object, str)
    delete_requested = Signal(object)
    dropped = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Labels"))
        self.model = LabelRows(self)
        self.view = LabelView(self.model)
        self.add = QToolButton()
        self.begin = QPushButton(tr("From folder names"))
        self._how_to_begin = QLabel()
        self._shown: int | Kind | None = None  # the label, by id, or the row whose images the grid shows
        self._list = LabelList()
        self.may_change = True
        self._lay_out()
        self._connect()
        self.show_labels(LabelList())

    def sizeHint(self) -> QSize:
        return QSize(200, 220)

    def show_labels(self, labels: LabelList) -> None:
        self._list = labels
        unlabelled, is_shown = tr("Unlabelled", "in the list of labels"), self._shown is Kind.UNLABELLED
        rows = [PanelRow(Kind.UNLABELLED, unlabelled, None, labels.unlabelled, is_shown)]
        for label, images in zip(labels.labels, labels.images, strict=True):
            rows.append(PanelRow(Kind.LABEL, label.name, label, images, self._shown == label.id))
        empty = not labels.labels
        self.model.set_rows([] if empty else rows)
        self._pages.setCurrentIndex(1 if empty else 0)

    def name_keys(self, keys: str) -> None:
        """By which one gives a label."""
        tell_keys(self.add, keys)
        self._how_to_begin.setText(tr(EMPTY, keys=keys))

    def mark_shown(self, shown: int | Kind | None) -> None:
        """Which row's images the grid shows."""
        if shown != self._shown:
            self._shown = shown
            self.show_labels(self._list)

    def forbid_changes(self, why: str) -> None:
        """Labels are shown, and neither given nor edited."""
        self.may_change = False
        self.add.setEnabled(False)
        self.add.setToolTip(why)
        self.view.setEditTriggers(LabelView.EditTrigger.NoEditTriggers)
        self.view.setAcceptDrops(False)

    def focus_list(self) -> None:
        if not self._list.labels:
            self.begin.setFocus()
            return
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))
        self.view.setFocus()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, SPACE_S, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(panel_head(tr("Labels"), self.add, tr("Label the selected pictures")))
        self._pages = QStackedLayout()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self._empty_page())
        column.addLayout(self._pages, 1)

    def _empty_page(self) -> QWidget:
        text = self._how_to_begin
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.begin.setToolTip(tr("Each picture gets the name of the folder it lies in as a label"))
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(text)
        column.addWidget(self.begin, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()
        return page

    def _connect(self) -> None:
        self.add.clicked.connect(self.entry_requested)
        self.begin.clicked.connect(self.folder_names_requested)
        self.model.renamed.connect(self.renamed)
        self.view.chosen.connect(self.row_chosen)
        self.view.delete_requested.connect(self.delete_requested)
        self.view.dropped.connect(self.dropped)
        self.view.customContextMenuRequested.connect(self._on_menu_requested)

    def _on_menu_requested(self, point: QPoint) -> None:
        index = self.view.indexAt(point)
        row = self.model.row_at(index)
        if row is not None:
            self.menu_requested.emit(row, self.view.viewport().mapToGlobal(point))
