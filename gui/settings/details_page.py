"""Which details of a picture are shown beside it and in the viewer."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engine.sentences import said
from gui.language import tr
from gui.widgets.theme import SPACE_M

# In the order in which they stand there.
DETAILS = (
    said("Likeness"),
    said("Name"),
    said("Folder"),
    said("Size"),
    said("File"),
    said("Taken"),
    said("Modified"),
    said("Camera"),
    said("Exposure"),
    said("Lens"),
    said("Flash"),
    said("Rating"),
    said("Place"),
    said("Height"),
    said("Title"),
    said("Description"),
    said("Comment"),
    said("Author"),
    said("Copyright"),
    said("Software"),
    said("Colours"),
    said("Copy", "another file of the picture"),
)


class DetailsPage(QWidget):
    def __init__(self, hidden: frozenset[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Details of a picture"))
        for name in DETAILS:
            item = QListWidgetItem(tr(name), self.list)
            item.setData(Qt.ItemDataRole.UserRole, str(name))
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable
            )
            item.setCheckState(Qt.CheckState.Unchecked if name in hidden else Qt.CheckState.Checked)
        hint = QLabel(tr("What is ticked is shown beside a picture and in the viewer, where it is known."))
        hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE_M)
        column.addWidget(hint)
        column.addWidget(self.list, 1)

    def hidden(self) -> frozenset[str]:
        """By their English names, whatever the language."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return frozenset(
            str(item.data(Qt.ItemDataRole.UserRole))
            for item in items
            if item.checkState() == Qt.CheckState.Unchecked
        )
