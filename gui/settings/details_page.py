"""Which details of a picture are shown beside it and in the viewer."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from gui.widgets.theme import SPACE_M

# In the order in which they stand there.
DETAILS = (
    *("Likeness", "Name", "Folder", "Size", "File", "Taken", "Modified", "Camera", "Exposure", "Lens", "Flash"),
    *("Rating", "Place", "Height", "Title", "Description", "Comment", "Author", "Copyright", "Software", "Colours"),
    "Copy",
)


class DetailsPage(QWidget):
    def __init__(self, hidden: frozenset[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName("Details of a picture")
        for name in DETAILS:
            item = QListWidgetItem(name, self.list)
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable
            )
            item.setCheckState(Qt.CheckState.Unchecked if name in hidden else Qt.CheckState.Checked)
        hint = QLabel("What is ticked is shown beside a picture and in the viewer, where it is known.")
        hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE_M)
        column.addWidget(hint)
        column.addWidget(self.list, 1)

    def hidden(self) -> frozenset[str]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return frozenset(item.text() for item in items if item.checkState() == Qt.CheckState.Unchecked)
