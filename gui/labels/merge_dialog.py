"""Choosing the label that another is merged into."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from engine.store.label_list import Label, LabelList
from gui.labels.label_changes import quoted_label
from gui.labels.label_delegate import LabelDelegate
from gui.labels.label_rows import Kind, LabelRows, PanelRow
from gui.language import tr
from gui.widgets.menu_keys import UNDO, keys_of
from gui.widgets.theme import SPACE_L, SPACE_M


class MergeDialog(QDialog):
    """Signals: `chosen(Label, Label)`: the first is to be merged into the second."""

    chosen = Signal(object, object)

    def __init__(self, label: Label, labels: LabelList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Merge labels"))
        self.text = QLabel(
            tr(
                "All pictures with {label} get the label that you choose here, and {label} is deleted. {keys} takes"
                " it back.",
                keys=keys_of(UNDO),
                label=quoted_label(label.name),
            )
        )
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.model = LabelRows(self)
        self.model.set_rows(_rows(labels, label))
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(LabelDelegate(self.view))
        self.view.setAccessibleName(tr("Label to merge into"))
        self.view.setUniformItemSizes(True)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setCurrentIndex(self.model.index(0))
        self.view.doubleClicked.connect(self._on_double_clicked)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.merge = buttons.addButton(tr("Merge"), QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.merge.setDefault(True)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (self.text, self.view, buttons):
            column.addWidget(widget)
        self.resize(380, 360)
        self.view.setFocus()

    def _on_double_clicked(self, index: QModelIndex) -> None:
        self._on_accepted()

    def _on_accepted(self) -> None:
        row = self.model.row_at(self.view.currentIndex())
        if row is not None and row.label is not None:
            self.chosen.emit(self._label, row.label)
        self.accept()


def _rows(labels: LabelList, without: Label) -> Sequence[PanelRow]:
    pairs = zip(labels.labels, labels.images, strict=True)
    return [PanelRow(Kind.LABEL, label.name, label, images) for label, images in pairs if label.id != without.id]
