"""Which program pictures are to be opened with."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.file_actions.programs import PictureProgram
from gui.file_actions.texts import files
from gui.language import tr
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import printable
from gui.widgets.roomy_rows import RoomyRows
from gui.widgets.theme import SPACE_L, SPACE_M

ICON = 24


class ProgramDialog(QDialog):
    """Signals: `chosen(PictureProgram, list[bytes])`: open these files with it."""

    chosen = Signal(object, object)

    def __init__(
        self, programs: Sequence[PictureProgram], paths: list[bytes], parent: QWidget | None = None
    ) -> None:
        """`programs` is at least one."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Open with"))
        self._programs, self._paths = list(programs), paths
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Programs"))
        self.list.setItemDelegate(RoomyRows(self.list, 0, 4))
        self.list.setIconSize(QSize(ICON, ICON))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        without = QIcon.fromTheme("application-x-executable")
        for program in self._programs:
            self.list.addItem(QListWidgetItem(QIcon.fromTheme(program.icon, without), printable(program.name)))
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self._on_accepted)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.open_button = buttons.addButton(tr("Open", "of a file"), QDialogButtonBox.ButtonRole.AcceptRole)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.open_button.setDefault(True)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addWidget(plain_label(tr("Open {files} with:", files=files(len(paths)))))
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.setMinimumSize(360, 300)
        self.list.setFocus()

    def _on_accepted(self) -> None:
        row = self.list.currentRow()
        if row >= 0 and self.isVisible():  # Enter in the list activates an item and presses the button
            self.accept()
            self.chosen.emit(self._programs[row], self._paths)
