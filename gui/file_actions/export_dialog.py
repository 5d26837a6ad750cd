"""How large exported pictures are to be, and what they say of themselves."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.language import tr
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import SPACE_L, SPACE_M

SIZES = (4096, 2560, 2048, 1600, 1280, 1024, 640)
USUAL_SIZE = 2048


class ExportDialog(QDialog):
    """Signals: `chosen(list[int], int | None, bool)`: the images, their longer side at most, in pixels (None: as it
    is), and whether the place where each was taken goes along."""

    chosen = Signal(object, object, bool)

    def __init__(self, image_ids: list[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image_ids = image_ids
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Export as JPEG"))
        text = plain_label(
            tr(
                "Pictures are exported upright and in sRGB. Date, camera, author and caption go along. The"
                " originals stay as they are."
            ),
            wraps=True,
        )
        self.sizes = QComboBox()
        self.sizes.setAccessibleName(tr("Longer side at most"))
        self.sizes.addItem(tr("As large as it is"), None)
        for size in SIZES:
            self.sizes.addItem(tr("{n:,} pixels", n=size), size)
        self.sizes.setCurrentIndex(self.sizes.findData(USUAL_SIZE))
        self.place = QCheckBox(tr("With the &place where it was taken (GPS)"))
        self.place.setToolTip(tr("If the original says it. Who gets the pictures can see where you were, or live."))
        form = QFormLayout()
        form.addRow(tr("&Longer side at most:"), self.sizes)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go_on = buttons.addButton(tr("Choose folder…"), QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.go_on.setDefault(True)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(text)
        column.addLayout(form)
        column.addWidget(self.place)
        column.addWidget(buttons)
        self.setMinimumWidth(420)
        self.sizes.setFocus()

    def _on_accepted(self) -> None:
        size, with_place = self.sizes.currentData(), self.place.isChecked()
        self.accept()
        self.chosen.emit(self._image_ids, size, with_place)
