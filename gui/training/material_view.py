"""What a training will learn from: labels with their images, decisions; what is missing and what is left out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from engine.learning.held_out import LEAST_OF_A_LABEL
from gui.plain_text import printable, quoted
from gui.theme import SPACE_S
from gui.training.material import Material
from gui.training.texts import WarningLine, text_label

ROWS = 10  # that are seen without scrolling
NAMED = 5  # labels that are left out and said so; all are listed
LOOKING = "Looking at your labels…"


class MaterialView(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = text_label(LOOKING)
        self.refused = WarningLine()
        self.left_out = WarningLine()
        self.labels = QTreeWidget()
        self.labels.setAccessibleName("Labels to train on")
        self.labels.setHeaderLabels(["Label", "Images", ""])
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
        self.labels.hide()

    def show_material(self, material: Material) -> None:
        self.summary.setText(summary_of(material))
        self.refused.set_text(material.refused)
        self.left_out.set_text(left_out_text(material))
        self.labels.clear()
        rows = [*material.label_counts.items(), *material.left_out.items()]
        for name, count in rows:
            item = QTreeWidgetItem([printable(name), f"{count:,}", remark_on(count)])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.labels.addTopLevelItem(item)
        self.labels.setVisible(bool(rows))
        height = self.labels.sizeHintForRow(0) if rows else 0
        edges = 2 * self.labels.frameWidth() + self.labels.header().sizeHint().height()
        self.labels.setFixedHeight(edges + height * min(max(len(rows), 2), ROWS))

    def show_failure(self, sentence: str) -> None:
        self.summary.setText("")
        self.refused.set_text(sentence)
        self.left_out.set_text("")
        self.labels.clear()
        self.labels.hide()


def summary_of(material: Material) -> str:
    counted = f"{_several(material.images, 'labelled image')} in {_several(len(material.label_counts), 'label')}"
    parts = [counted]
    if material.held_out:
        parts.append(f"{material.held_out:,} of them held out to measure the result")
    if material.decisions:
        parts.append(f"{_several(material.decisions, 'accepted or rejected pair')}")
    return "; ".join(parts) + "."


def left_out_text(material: Material) -> str:
    """Which labels are not trained on, how many images they have, and how many they need."""
    few = list(material.left_out.items())
    if not few:
        return ""
    named = [f"{quoted(name)} has {_several(count, 'image')}" for name, count in few[:NAMED]]
    others = len(few) - NAMED
    if others > 0:
        named.append(f"{_several(others, 'other label')} {'has' if others == 1 else 'have'} too few")
    they = "it is" if len(few) == 1 else "they are"
    needed = f"A label needs at least {LEAST_OF_A_LABEL} images to be learned, so {they} left out."
    return f"{', '.join(named)}. {needed}"


def remark_on(count: int) -> str:
    """Beside a label with so many images."""
    return f"too few: needs {LEAST_OF_A_LABEL - count} more" if count < LEAST_OF_A_LABEL else ""


def _several(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
