"""The rules by which one picture of a group is the best, in a person's order, and preferred folders."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.copies.keeping import MEANINGS, USUAL_ORDER, Preferences, Rule
from gui.language import tr
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import path_text
from gui.widgets.roomy_rows import RoomyRows
from gui.widgets.theme import SPACE_L, SPACE_M, SPACE_S, sized
from gui.widgets.word_button import page_button

_WHAT = Qt.ItemDataRole.UserRole


class RulesDialog(QDialog):
    """Signals:
    chosen(Preferences): these count from now on.
    """

    chosen = Signal(object)

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What is kept"))
        self.rules, self.folders = QListWidget(), QListWidget()
        self.rules.setAccessibleName(tr("Rules, the most important one first"))
        self.folders.setAccessibleName(tr("Preferred folders, the first one most"))
        self.earlier = page_button("", tr("Up"), tr("Counts more (Alt+Up)"))
        self.later = page_button("", tr("Down"), tr("Counts less (Alt+Down)"))
        self.usual = page_button("", tr("Usual order"), tr("All rules, as they were at first"))
        self.add = page_button("plus", tr("Add…"), tr("Prefer what lies in a folder"))
        self.remove = page_button("", tr("Remove"), tr("Prefer it no longer (Delete)"))
        self.remove.setShortcut("Delete")
        self.earlier.setShortcut("Alt+Up")
        self.later.setShortcut("Alt+Down")
        self._lay_out()
        self._connect()
        self._show_rules(preferences.rules)
        for folder in preferences.folders:
            self._add_folder(folder)
        self.rules.setCurrentRow(0)
        self.resize(460, 560)

    def preferences(self) -> Preferences:
        items = [self.rules.item(row) for row in range(self.rules.count())]
        ticked = [item for item in items if item.checkState() is Qt.CheckState.Checked]
        folders = [self.folders.item(row).data(_WHAT) for row in range(self.folders.count())]
        return Preferences(tuple(Rule(item.data(_WHAT)) for item in ticked), tuple(map(bytes, folders)))

    def _lay_out(self) -> None:
        self.rules.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        for rows in (self.rules, self.folders):
            rows.setItemDelegate(RoomyRows(rows, across=2, down=3))
        self.folders.setMaximumHeight(110)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        whole.setSpacing(SPACE_S)
        whole.addWidget(_heading(tr("Which picture of a group is the best")))
        whole.addWidget(
            plain_label(
                tr(
                    "The first rule that tells pictures apart decides. Untick what shall not count; drag to"
                    " reorder."
                ),
                wraps=True,
            )
        )
        whole.addWidget(self.rules, 1)
        whole.addLayout(_row(self.earlier, self.later, self.usual))
        whole.addSpacing(SPACE_M)
        whole.addWidget(_heading(tr("Folders that you prefer")))
        whole.addWidget(
            plain_label(
                tr("What lies in them is kept rather than its copies elsewhere; the first one most."), wraps=True
            )
        )
        whole.addWidget(self.folders)
        whole.addLayout(_row(self.add, self.remove))
        whole.addSpacing(SPACE_M)
        whole.addWidget(self.buttons)

    def _connect(self) -> None:
        self.earlier.clicked.connect(self._on_earlier)
        self.later.clicked.connect(self._on_later)
        self.usual.clicked.connect(self._on_usual)
        self.add.clicked.connect(self._on_add)
        self.remove.clicked.connect(self._on_remove)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)

    def _show_rules(self, chosen: Sequence[Rule]) -> None:
        self.rules.clear()
        for rule in (*chosen, *(rule for rule in USUAL_ORDER if rule not in chosen)):
            item = QListWidgetItem(tr(MEANINGS[rule]))
            item.setData(_WHAT, str(rule))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if rule in chosen else Qt.CheckState.Unchecked)
            self.rules.addItem(item)

    def _add_folder(self, folder: bytes) -> None:
        item = QListWidgetItem(path_text(folder))
        item.setData(_WHAT, folder)
        self.folders.addItem(item)

    def _on_earlier(self) -> None:
        self._move(-1)

    def _on_later(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        """The chosen one of the list that has the keys, else of the rules."""
        moved = self.folders if self.folders.hasFocus() else self.rules
        row = moved.currentRow()
        if row >= 0 and 0 <= row + by < moved.count():
            item = moved.takeItem(row)
            moved.insertItem(row + by, item)
            moved.setCurrentRow(row + by)

    def _on_usual(self) -> None:
        self._show_rules(USUAL_ORDER)
        self.rules.setCurrentRow(0)

    def _on_add(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Prefer a folder"))
        if name:
            self._add_folder(os.fsencode(os.path.abspath(name)))

    def _on_remove(self) -> None:
        if self.folders.currentRow() >= 0:
            self.folders.takeItem(self.folders.currentRow())

    def _on_accepted(self) -> None:
        self.chosen.emit(self.preferences())
        self.accept()


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(SPACE_S)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row


def _heading(text: str) -> QLabel:
    label = plain_label(text, wraps=True)
    label.setFont(sized(label.font(), 1.0, bold=True))
    return label
