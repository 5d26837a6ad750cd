"""What a training will learn from: labels with their images, decisions; what is missing, what to expect."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from engine.sentences import said
from gui.language import number, tr
from gui.training.material import LibraryMaterial, Reach
from gui.training.material_text import expectations, left_out_text, remark_on, summary_of
from gui.training.texts import WarningLine, heading, text_label
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_M, SPACE_S

ROWS = 10  # that are seen without scrolling
LOOKING = said("Looking at your labels…")


class MaterialView(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._material: LibraryMaterial | None = None
        self._reach = Reach.LIBRARY
        self.summary = text_label(tr(LOOKING))
        self.refused = WarningLine()
        self.left_out = WarningLine()
        self.expected_title, self.expected = heading(tr("What to expect")), text_label()
        self.labels = QTreeWidget()
        self.labels.setAccessibleName(tr("Labels to train on"))
        self.labels.setHeaderLabels([tr("Label"), tr("Pictures"), ""])
        self.labels.setRootIsDecorated(False)
        self.labels.setUniformRowHeights(True)
        self.labels.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        header = self.labels.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(0, 260)
        header.resizeSection(1, 80)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.labels.headerItem().setTextAlignment(1, right)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for widget in (self.summary, self.refused, self.left_out, self.labels):
            column.addWidget(widget)
        column.addSpacing(SPACE_M)
        column.addWidget(self.expected_title)
        column.addWidget(self.expected)
        self.labels.hide()
        self._expect([])

    def show_reach(self, reach: Reach) -> None:
        """What the method, as it is set, makes of it."""
        self._reach = reach
        if self._material is not None:
            self.summary.setText(summary_of(self._material, reach))
            self._expect(expectations(self._material, reach))

    def _expect(self, sentences: list[str]) -> None:
        self.expected.setText("\n".join(f"• {sentence}" for sentence in sentences))
        for widget in (self.expected_title, self.expected):
            widget.setVisible(bool(sentences))

    def show_material(self, material: LibraryMaterial) -> None:
        self._material = material
        self.show_reach(self._reach)
        self.refused.set_text(material.refused)
        self.left_out.set_text(left_out_text(material))
        self.labels.clear()
        rows = [*material.label_counts.items(), *material.left_out.items()]
        for name, count in rows:
            item = QTreeWidgetItem([printable(name), number(count), remark_on(count)])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.labels.addTopLevelItem(item)
        self.labels.setVisible(bool(rows))
        height = self.labels.sizeHintForRow(0) if rows else 0
        edges = 2 * self.labels.frameWidth() + self.labels.header().sizeHint().height()
        self.labels.setFixedHeight(edges + height * min(max(len(rows), 2), ROWS))

    def show_failure(self, sentence: str) -> None:
        self._material = None
        self.summary.setText("")
        self._expect([])
        self.refused.set_text(sentence)
        self.left_out.set_text("")
        self.labels.clear()
        self.labels.hide()
