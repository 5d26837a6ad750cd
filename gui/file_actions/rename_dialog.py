"""The new name of a file, or of several, which get numbers. The ending stays."""

import os

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engine.errors import UserError
from engine.file_actions.planning import must_be_a_name
from gui.file_actions.texts import files
from gui.language import error_text, tr
from gui.widgets.on_screen import give_height_of_words
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import quoted
from gui.widgets.theme import SPACE_L, SPACE_M


class RenameDialog(QDialog):
    """Signals: `chosen(list[int], str)`: the images, and the name without its ending."""

    chosen = Signal(object, str)

    def __init__(self, image_ids: list[int], path: bytes, parent: QWidget | None = None) -> None:
        """`path` is that of the first."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Rename"))
        stem, ending = os.path.splitext(os.fsdecode(os.path.basename(path)))
        count = len(image_ids)
        self._image_ids, self._before = image_ids, stem
        several = tr(
            "New name of {files}; each after the first gets a number, and keeps its ending:", files=files(count)
        )
        one = tr("New name; the ending {ending} stays:", ending=quoted(ending))
        self.text = plain_label(several if count > 1 else one, wraps=True)
        self.name = QLineEdit(stem if stem.isprintable() else "")
        self.name.setAccessibleName(tr("New name"))
        self.name.selectAll()
        self.name.textChanged.connect(self._check)
        self.problem = plain_label("", wraps=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.rename = buttons.addButton(tr("Rename"), QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.rename.setDefault(True)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (self.text, self.name, self.problem, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(420)
        give_height_of_words(self)
        self.name.setFocus()
        self._check(self.name.text())

    def _check(self, name: str) -> None:
        problem = ""
        try:
            must_be_a_name(name)
        except UserError as error:
            problem = error_text(error)
        self.problem.setText(problem if name else "")
        self.rename.setEnabled(not problem and (len(self._image_ids) > 1 or name != self._before))

    def _on_accepted(self) -> None:
        if self.rename.isEnabled():
            self.chosen.emit(self._image_ids, self.name.text())
            self.accept()
