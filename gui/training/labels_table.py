"""One row for each label: its images, a figure of one version or of two, and how the second differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from engine.sentences import said
from gui.language import number, tr, tr_n
from gui.training.figures_table import RIGHT, Measure, change_text, figure_text
from gui.widgets.icons import icon
from gui.widgets.plain_text import printable, tool_tip
from gui.widgets.roomy_rows import RoomyRows
from gui.widgets.theme import SPACE_S

if TYPE_CHECKING:
    from engine.learning.comparison import ChangedLabel

ROWS = 8  # that are seen without scrolling
NAME, IMAGES, FIRST, SECOND, CHANGE, REMARK = range(6)
WORSE = said("clearly worse")
WORSE_FIRST = said("first ten hits clearly worse")
NUMBERS = (IMAGES, FIRST, SECOND, CHANGE)
WIDEST_HEAD, NARROWEST_NAME = 120, 110
_FIGURE = Measure(said("mAP"), "")


@dataclass(frozen=True, slots=True)
class LabelRow:
    """`second` is None where there is only one version."""

    name: str
    images: int
    held_out: int
    first: float
    second: float | None = None
    worse: str = ""  # what is clearly so

    @property
    def remark(self) -> str:
        """What is clear, and where nothing can be."""
        from engine.learning.comparison import ENOUGH_HELD_OUT  # not needed to open the window

        if self.worse:
            return tr(self.worse)
        return tr("only {n} held out", n=self.held_out) if self.held_out < ENOUGH_HELD_OUT else ""


class LabelsTable(QTreeWidget):
    """In the order in which the rows come. Typing goes to the label that begins so."""

    def __init__(self, heads: tuple[str, str, str] = (said("Before"), said("After"), said("Change"))) -> None:
        super().__init__()
        self.setAccessibleName(tr("Figures by label"))
        self.setHeaderLabels([tr("Label"), tr("Pictures"), *map(tr, heads), ""])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTabKeyNavigation(False)
        self.setItemDelegate(RoomyRows(self, SPACE_S, 2))
        self._two = True  # versions
        self._any_worse = False
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in NUMBERS:
            self.headerItem().setTextAlignment(column, RIGHT)
        self.headerItem().setToolTip(IMAGES, tr("How many pictures have the label"))

    def set_heads(self, first: str, second: str | None) -> None:
        """What the columns are called; without a second one there is nothing to compare with."""
        for column, name in ((FIRST, first), (SECOND, second or "")):
            self.headerItem().setText(column, name)
            self.headerItem().setToolTip(column, tool_tip(name))
        self._two = second is not None

    def show_rows(self, rows: Sequence[LabelRow]) -> None:
        self._any_worse = any(row.worse for row in rows)
        self.clear()
        self.addTopLevelItems([_item(row) for row in rows])
        height = self.sizeHintForRow(0) if rows else 0
        edges = 2 * self.frameWidth() + self.header().sizeHint().height()
        self.setFixedHeight(edges + height * min(max(len(rows), 2), ROWS))
        self.scrollToTop()
        self._share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Numbers take what they need, the name the rest. Where that is too little the images give way, then the
        remarks, which the tool tip has too; but not if a label is clearly worse."""
        for column in (*NUMBERS, REMARK):
            self.setColumnHidden(column, False)  # the head of a hidden one has no width
        widths = {column: self._needed(column) for column in (*NUMBERS, REMARK)}
        shown = {*widths} if self._two else {*widths} - {SECOND, CHANGE}
        left = self.viewport().width() - sum(widths[column] for column in shown)
        for column in (IMAGES, *(() if self._any_worse else (REMARK,))):
            if left < NARROWEST_NAME:
                shown.discard(column)
                left += widths[column]
        for column, width in widths.items():
            self.setColumnHidden(column, column not in shown)
            self.setColumnWidth(column, width)
        fits = left >= NARROWEST_NAME
        mode = QHeaderView.ResizeMode.Stretch if fits else QHeaderView.ResizeMode.Fixed
        self.header().setSectionResizeMode(NAME, mode)
        if not fits:
            self.setColumnWidth(NAME, NARROWEST_NAME)

    def _needed(self, column: int) -> int:
        head = min(self.header().sectionSizeHint(column), WIDEST_HEAD) if self.headerItem().text(column) else 0
        return max(head, self.sizeHintForColumn(column))


def changed_rows(labels: Sequence[ChangedLabel]) -> list[LabelRow]:
    return [
        LabelRow(each.name, each.images, each.held_out, each.precision.before, each.precision.after, _worse(each))
        for each in labels
    ]


def _worse(label: ChangedLabel) -> str:
    if not label.is_clearly_worse:
        return ""
    return WORSE if label.precision.is_a_clear_fall else WORSE_FIRST


def _item(row: LabelRow) -> QTreeWidgetItem:
    first, second = {"mAP": row.first}, {"mAP": row.second}
    name = printable(row.name)
    item = QTreeWidgetItem(
        [
            name,
            number(row.images),
            figure_text(first, "mAP", _FIGURE),
            figure_text(second, "mAP", _FIGURE),
            change_text(first, second, "mAP", _FIGURE),
            row.remark,
        ]
    )
    for column in NUMBERS:
        item.setTextAlignment(column, RIGHT)
    asked = tr_n(
        "{label}: {n:,} pictures, {held_out:,} of them held out and asked for",
        "{label}: {n:,} picture, {held_out:,} of them held out and asked for",
        row.images,
        label=name,
        held_out=row.held_out,
    )
    for column in range(item.columnCount()):
        item.setToolTip(column, tool_tip(asked))
    if row.worse:
        item.setIcon(REMARK, icon("warning"))
    item.setData(NAME, Qt.ItemDataRole.AccessibleTextRole, _spoken(row, name))
    return item


def _spoken(row: LabelRow, name: str) -> str:
    """The whole row at its first cell, as a list would say it."""
    pictures = tr_n("{label}, {n:,} pictures", "{label}, {n:,} picture", row.images, label=name)
    if row.second is None:
        figures = tr("mAP {first:.3f}", first=row.first)
    else:
        figures = tr("mAP {first:.3f} and {second:.3f}", first=row.first, second=row.second)
    parts = [pictures, figures, row.remark]
    return ", ".join(part for part in parts if part)
