"""What runs here: versions, licences, and where its files lie."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from gui.language import tr
from gui.settings.licences import Component, components
from gui.widgets.icons import icon
from gui.widgets.on_screen import fitting
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import SPACE_L, SPACE_M, TITLE, sized

SIZE = QSize(620, 520)
ICON = 48
WHAT = said("Finds pictures in your own library by what they show. Everything stays on this machine.")
MIT = said("DualHash is free software under the MIT licence, without any warranty.")
QT = said("It uses Qt under the LGPL: you may replace its libraries by others of your own.")


class AboutDialog(QDialog):
    def __init__(self, places: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("About DualHash"))
        known = components()
        self.text = _text(known, places)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels([tr("Made of"), tr("Version"), tr("Licence")])
        self.tree.setRootIsDecorated(False)
        self.tree.setAccessibleName(tr("Versions and licences"))
        for each in known:
            self.tree.addTopLevelItem(QTreeWidgetItem([tr(each.name), each.version, tr(each.licence)]))
        for column in range(self.tree.columnCount()):
            self.tree.resizeColumnToContents(column)
        self.places = plain_label("\n".join(places))
        self.places.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.places.setWordWrap(True)
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = box.addButton(tr("Copy versions"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._on_copy_clicked)
        box.rejected.connect(self.close)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column_.setSpacing(SPACE_M)
        column_.addLayout(_head(known[0].version))
        column_.addWidget(self.tree, 1)
        column_.addWidget(self.places)
        column_.addWidget(box)
        self.resize(fitting(SIZE, self))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.text)


def _head(version: str) -> QHBoxLayout:
    symbol = QLabel()
    symbol.setPixmap(icon("dualhash").pixmap(ICON, ICON))
    title = plain_label(f"DualHash {version}")
    title.setFont(sized(title.font(), TITLE, bold=True))
    words = QVBoxLayout()
    words.addWidget(title)
    for sentence in (WHAT, MIT, QT):
        label = plain_label(tr(sentence))
        label.setWordWrap(True)
        words.addWidget(label)
    row = QHBoxLayout()
    row.setSpacing(SPACE_L)
    row.addWidget(symbol, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(words, 1)
    return row


def _text(known: Sequence[Component], places: Sequence[str]) -> str:
    """For a report."""
    lines = [f"{each.name} {each.version}".strip() for each in known]
    return "\n".join([*lines, *places])
