"""The page of model versions: the list, all that is known of the current one, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from gui.language import tr
from gui.preview.metadata_table import MetadataTable
from gui.versions.version_text import detail_rows, shown_name
from gui.versions.version_tree import VersionTree
from gui.widgets.plain_text import printable, quoted
from gui.widgets.theme import SPACE_L, SPACE_M, TITLE, sized
from gui.widgets.warning_sign import WarningSign
from gui.widgets.word_button import page_button

if TYPE_CHECKING:
    from engine.jobs.version_facts import VersionFacts

_HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut


class VersionsPage(QWidget):
    """Signals, with a version's id:
    activate_requested(int), remove_requested(int), export_requested(int), evaluate_requested(int)
    rename_requested(int, str): and the new name.
    compare_requested(list[int]): two versions, or what is selected of them.
    import_requested()
    change_refused(): a version was to be changed, but they can only be looked at.
    closed(): back to the pictures.
    """

    activate_requested = Signal(object)
    remove_requested = Signal(object)
    export_requested = Signal(object)
    evaluate_requested = Signal(object)
    rename_requested = Signal(object, str)
    compare_requested = Signal(object)
    import_requested = Signal()
    change_refused = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Model versions"))
        self._read_only = False
        self.title = _plain_label()
        self.title.setFont(sized(self.title.font(), TITLE, bold=True))
        self.sentence = _plain_label()
        self.message = _plain_label()
        self.message.setAccessibleName(tr("Message"))
        self._sign = WarningSign()
        self.tree = VersionTree()
        self.details = MetadataTable()
        self.details.setAccessibleName(tr("Details of the version"))
        self.back = page_button("back", tr("Back"), tr("Back to the pictures (Backspace)"))
        self.evaluate = page_button(
            "", tr("Evaluate"), tr("Curves and figures of the version on the held-out labels (V)")
        )
        self.compare = page_button(
            "", tr("Compare…"), tr("Ask two versions for the current picture, side by side (C)")
        )
        self.rename = page_button("", tr("Rename"), tr("Give the version another name (F2)"))
        self.export = page_button("", tr("Export…"), tr("Write the version to a file (E)"))
        self.remove = page_button("", tr("Remove…"), tr("Forget the version and its codes (Delete)"))
        self.import_ = page_button("open", tr("Import…"), tr("Add the version that a file holds (I)"))
        self._lay_out()
        self._connect()
        self.say("")
        self.show_versions([])

    def set_read_only(self, read_only: bool) -> None:
        self._read_only = read_only
        self.tree.set_read_only(read_only)
        self._on_current_changed()

    def show_versions(self, rows: list[VersionFacts]) -> None:
        """Not while a name is being typed; the next reading will be shown."""
        if self.tree.show_versions(rows):
            active = next((shown_name(row.version.name) for row in rows if row.version.active), None)
            self.title.setText(tr("Model versions"))
            self.sentence.setText(_sentence(active))
            self._on_current_changed()

    def say(self, sentence: str, warning: bool = False) -> None:
        """What came of the last wish."""
        self.message.setText(printable(sentence))
        self.message.setVisible(bool(sentence))
        self._sign.setVisible(warning and bool(sentence))

    def _lay_out(self) -> None:
        head, said, buttons = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title, 1)
        for button in (self.evaluate, self.compare, self.import_):
            head.addWidget(button)
        said.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self.message, 1)
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        for button in (self.rename, self.export, self.remove):
            buttons.addWidget(button)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self.tree)
        halves.addWidget(self.details)
        halves.setStretchFactor(0, 1)
        halves.setStretchFactor(1, 1)
        halves.setSizes([200, 300])
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for part in (head, self.sentence, said, halves, buttons):
            if isinstance(part, QWidget):
                column.addWidget(part, 1 if part is halves else 0)
            else:
                column.addLayout(part)

    def _connect(self) -> None:
        self.tree.current_version_changed.connect(self._on_current_changed)
        self.tree.activate_requested.connect(self.activate_requested)
        self.tree.remove_requested.connect(self.remove_requested)
        self.tree.rename_requested.connect(self.rename_requested)
        self.tree.change_refused.connect(self.change_refused)
        self.tree.itemSelectionChanged.connect(self._on_current_changed)
        self.back.clicked.connect(self.closed)
        self.compare.clicked.connect(self._on_compare_clicked)
        self.rename.clicked.connect(self.tree.edit_name)
        self.evaluate.clicked.connect(self._on_evaluate_clicked)
        self.export.clicked.connect(self._on_export_clicked)
        self.remove.clicked.connect(self._on_remove_clicked)
        self.import_.clicked.connect(self.import_requested)
        for key, button in (
            (Qt.Key.Key_Backspace, self.back),
            (Qt.Key.Key_C, self.compare),
            (Qt.Key.Key_E, self.export),
            (Qt.Key.Key_I, self.import_),
            (Qt.Key.Key_V, self.evaluate),
        ):
            QShortcut(QKeySequence(key), self, button.click, context=_HERE)

    def _on_current_changed(self) -> None:
        current = self.tree.current()
        self.details.set_rows(detail_rows(current) if current is not None else [])
        writable = current is not None and not self._read_only
        self.rename.setEnabled(writable)
        self.remove.setEnabled(writable and current is not None and not current.version.active)
        self.export.setEnabled(current is not None)
        self.evaluate.setEnabled(current is not None)
        self.compare.setEnabled(len(self.tree.facts()) > 1 and len(self.tree.selected_ids()) <= 2)
        self.import_.setEnabled(not self._read_only)

    def _on_compare_clicked(self) -> None:
        self.compare_requested.emit(self.tree.selected_ids())

    def _on_evaluate_clicked(self) -> None:
        if (version_id := self.tree.current_id()) is not None:
            self.evaluate_requested.emit(version_id)

    def _on_export_clicked(self) -> None:
        if (version_id := self.tree.current_id()) is not None:
            self.export_requested.emit(version_id)

    def _on_remove_clicked(self) -> None:
        if (version_id := self.tree.current_id()) is not None:
            self.remove_requested.emit(version_id)


def _sentence(active: str | None) -> str:
    if active is None:
        return tr("There is none yet: the first one is made when pictures are indexed.")
    return tr(
        "{name} answers queries. Every version keeps its codes, so going back to one takes a click.",
        name=quoted(active),
    )


def _plain_label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
