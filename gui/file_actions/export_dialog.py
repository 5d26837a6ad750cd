"""How large exported pictures are to be."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.widgets.theme import SPACE_L, SPACE_M

SIZES = (4096, 2560, 2048, 1600, 1280, 1024, 640)
USUAL_SIZE = 2048


class ExportDialog(QDialog):
    """Signals: `chosen(list[int], int | None)`: the images, and their longer side at most, in pixels; None: as it
    is."""

    chosen = Signal(object, object)

    def __init__(self, image_ids: list[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image_ids = image_ids
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Export as JPEG")
        text = QLabel(
            "The longer side of each picture, at most. Pictures are exported upright and in sRGB, without place and"
            " camera. The originals stay as they are."
        )
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        self.sizes = QComboBox()
        self.sizes.setAccessibleName("Longer side at most")
        self.sizes.addItem("As large as it is", None)
        for size in SIZES:
            self.sizes.addItem(f"{size:,} pixels", size)
        self.sizes.setCurrentIndex(self.sizes.findData(USUAL_SIZE))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go_on = buttons.addButton("Choose folder…", QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.go_on.setDefault(True)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (text, self.sizes, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(420)
        self.sizes.setFocus()

    def _on_accepted(self) -> None:
        size = self.sizes.currentData()
        self.accept()
        self.chosen.emit(self._image_ids, size)
