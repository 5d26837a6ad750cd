"""Asks before a folder is taken out of the library."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.store.folders import Folder
from gui.language import tr
from gui.widgets.plain_text import path_text


def is_removal_wanted(folder: Folder, parent: QWidget) -> bool:
    box = QMessageBox(QMessageBox.Icon.Question, tr("Remove folder"), "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("Remove {folder} from the library?", folder=path_text(folder.path)))
    box.setInformativeText(tr("No file is touched. Labels are kept and return when the folder is added again."))
    remove = box.addButton(tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    box.deleteLater()  # its parent would keep it
    return box.clickedButton() is remove
