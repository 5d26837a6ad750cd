"""The keys of the menus, to be chosen; two entries never have the same."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from gui.language import tr
from gui.settings.shortcuts import Shortcuts, why_not
from gui.widgets.plain_label import plain_label
from gui.widgets.theme import SPACE_M

ENTRY, KEYS = 0, 1
HINT = said("Choose an entry and press the keys that it shall have. Empty: it has none.")


class KeysPage(QWidget):
    def __init__(self, shortcuts: Shortcuts, chosen: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shortcuts = shortcuts
        self._keys = shortcuts.with_chosen(chosen)
        self._items: dict[str, QTreeWidgetItem] = {}
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels([tr("Entry"), tr("Keys")])
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAccessibleName(tr("Entries and their keys"))
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setAccessibleName(tr("Keys of the entry"))
        self.edit.installEventFilter(self)
        self.clear = QPushButton(tr("No keys"))
        self.reset = QPushButton(tr("Its own keys"))
        self.reset_all = QPushButton(tr("All as they were"))
        self.problem = plain_label("")
        self.problem.setWordWrap(True)
        self._lay_out()
        self._fill()
        self.tree.currentItemChanged.connect(self._on_entry_chosen)
        self.edit.keySequenceChanged.connect(self._on_keys_pressed)
        self.clear.clicked.connect(self._on_clear_clicked)
        self.reset.clicked.connect(self._on_reset_clicked)
        self.reset_all.clicked.connect(self._on_reset_all_clicked)
        self.tree.setCurrentIndex(self.tree.model().index(0, 0))

    def chosen(self) -> dict[str, str]:
        """Those that are not the entries' own."""
        return {text: keys.toString() for text, keys in self._keys.items() if keys != self._shortcuts.own(text)}

    def choose(self, text: str, keys: QKeySequence) -> str:
        """Give an entry these keys; the sentence why not, if it cannot have them."""
        others = {
            self._shortcuts.shown(each): known
            for each, known in self._keys.items()
            if each != text and not known.isEmpty()
        }
        sentence = why_not(keys, self._shortcuts.own(text), others)
        self.problem.setText(sentence)
        if not sentence:
            self._keys[text] = keys
            self._show_keys()
        return sentence

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the window's entries are pressed here to be chosen, not to do what they do."""
        if watched is self.edit and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        below = QHBoxLayout()
        below.addWidget(self.edit, 1)
        for button in (self.clear, self.reset, self.reset_all):
            below.addWidget(button)
        hint = QLabel(tr(HINT))
        hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(SPACE_M)
        column.addWidget(hint)
        column.addWidget(self.tree, 1)
        column.addLayout(below)
        column.addWidget(self.problem)

    def _fill(self) -> None:
        for text in self._shortcuts.texts():
            item = QTreeWidgetItem([self._shortcuts.shown(text), ""])
            item.setData(ENTRY, Qt.ItemDataRole.UserRole, text)
            self.tree.addTopLevelItem(item)
            self._items[text] = item
        self._show_keys()
        self.tree.resizeColumnToContents(ENTRY)

    def _show_keys(self) -> None:
        for text, item in self._items.items():
            item.setText(KEYS, self._keys[text].toString(QKeySequence.SequenceFormat.NativeText))

    def _current(self) -> str | None:
        item = self.tree.currentItem()
        return None if item is None else str(item.data(ENTRY, Qt.ItemDataRole.UserRole))

    def _show_current(self) -> None:
        text = self._current()
        self.edit.blockSignals(True)
        self.edit.setKeySequence(QKeySequence() if text is None else self._keys[text])
        self.edit.blockSignals(False)

    def _on_entry_chosen(self) -> None:
        self.problem.setText("")
        self._show_current()

    def _on_keys_pressed(self, keys: QKeySequence) -> None:
        text = self._current()
        if text is not None and self.choose(text, keys):
            self._show_current()  # what it had

    def _on_clear_clicked(self) -> None:
        if (text := self._current()) is not None:
            self.choose(text, QKeySequence())
            self._show_current()

    def _on_reset_clicked(self) -> None:
        if (text := self._current()) is not None:
            self.choose(text, self._shortcuts.own(text))
            self._show_current()

    def _on_reset_all_clicked(self) -> None:
        self._keys = {text: self._shortcuts.own(text) for text in self._shortcuts.texts()}
        self.problem.setText("")
        self._show_keys()
        self._show_current()
