"""The list of model versions: one row each, with what tells them apart, and a button that activates it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from engine.sentences import said
from engine.store import version_details
from engine.store.versions import LONGEST_NAME
from gui.language import tr, tr_n
from gui.versions.version_text import (
    NOT_KNOWN,
    backbone_text,
    change_text,
    codes_text,
    date_text,
    kept_text,
    kind_text,
    labels_text,
    shown_name,
)
from gui.widgets.amounts import short_size_text
from gui.widgets.icons import icon
from gui.widgets.plain_text import printable, tool_tip
from gui.widgets.roomy_rows import RoomyRows
from gui.widgets.theme import SPACE_M, SPACE_S, sized

if TYPE_CHECKING:
    from engine.jobs.version_facts import VersionFacts

VERSION = Qt.ItemDataRole.UserRole + 1  # the version's id
NAME, STATUS = 0, 1
HEADS = (  # by these, in English, columns are known
    said("Name"),
    "",
    said("Kind"),
    said("Bits"),
    said("Network"),
    said("Made"),
    said("Labels"),
    said("mAP"),
    said("Kept"),
    said("Codes"),
    said("Size"),
)
TIPS = {
    "Kind": said("What it has learned from; the details below name the method"),
    "Made": said("When it was made, or imported"),
    "Labels": said("How many labels it learned from"),
    "mAP": said("How good its hits were on held-out labels: of the version before it, and its own"),
    "Kept": said(
        "Of pictures without a label: how many of the ten that look most like them are among the first 50 by "
        "distance, of the version before it, and its own"
    ),
    "Codes": said(
        "Whether every picture has a code of this version; those that lack one are made when it is activated"
    ),
    "Size": said("What it takes on disk, about"),
}
# What gives way first when there is little room; the details below the list have it all.
GIVES_WAY = ("Network", "Size", "Bits", "Labels", "Made", "Kept", "Kind", "mAP", "Codes")
NARROWEST_NAME = 130


class VersionTree(QTreeWidget):
    """Signals, with a version's id:
    current_version_changed(): another row is current.
    activate_requested(int), remove_requested(int)
    rename_requested(int, str): and the name that was typed.
    change_refused(): a name was to be typed, but the versions can only be looked at.
    """

    current_version_changed = Signal()
    activate_requested = Signal(object)
    remove_requested = Signal(object)
    rename_requested = Signal(object, str)
    change_refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: dict[int, VersionFacts] = {}
        self._filling = False
        self._read_only = False
        self.setAccessibleName(tr("Model versions"))
        self.setColumnCount(len(HEADS))
        self.setHeaderLabels([tr(head) if head else "" for head in HEADS])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setItemDelegate(RoomyRows(self, SPACE_M, SPACE_S + 1))
        self.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QTreeWidget.EditTrigger.NoEditTriggers)  # but by `edit_name`
        self.setTabKeyNavigation(False)
        self._set_up_header()
        self.itemActivated.connect(self._on_item_activated)
        self.itemChanged.connect(self._on_item_changed)
        self.currentItemChanged.connect(self._on_current_item_changed)

    def _set_up_header(self) -> None:
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionsMovable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column, name in enumerate(HEADS):
            self.headerItem().setToolTip(column, tr(TIPS.get(name, "")))
        self.headerItem().setToolTip(STATUS, tr("The active version answers queries"))

    # -- what it shows ------------------------------------------------------------------------------------------

    def set_read_only(self, read_only: bool) -> None:
        """The versions can only be looked at."""
        self._read_only = read_only
        for button in self.findChildren(_ActivateButton):
            button.setEnabled(not read_only)

    def show_versions(self, rows: list[VersionFacts]) -> bool:
        """What was current and selected stays so. False while a name is being typed: then nothing changes."""
        if self.state() == QTreeWidget.State.EditingState:
            return False
        facts = {row.version.id: row for row in rows}
        if facts == self._facts:
            return True
        current, selected = self.current_id(), set(self.selected_ids())
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self._filling = True
        self.clear()
        self._facts = facts
        for row in rows:
            item = _item(row)
            self.addTopLevelItem(item)
            item.setSelected(row.version.id in selected)
            if not (row.version.active or row.version.damaged):
                self.setItemWidget(item, STATUS, _holding(self._button(row)))
        self._choose(current if current in facts else next(iter(facts), None), keep=bool(selected & set(facts)))
        self._filling = False
        self._hide_columns()
        if had_focus:
            self.setFocus()  # its button is another one now
        self.current_version_changed.emit()
        return True

    def facts(self) -> list[VersionFacts]:
        return list(self._facts.values())

    def current(self) -> VersionFacts | None:
        version_id = self.current_id()
        return None if version_id is None else self._facts.get(version_id)

    def current_id(self) -> int | None:
        item = self.currentItem()
        return None if item is None else int(item.data(NAME, VERSION))

    def selected_ids(self) -> list[int]:
        """In the order of the rows."""
        items = (self.topLevelItem(row) for row in range(self.topLevelItemCount()))
        return [int(item.data(NAME, VERSION)) for item in items if item is not None and item.isSelected()]

    def choose(self, version_id: int) -> None:
        self._choose(version_id, keep=False)

    def edit_name(self) -> None:
        """Type another name for the current version."""
        item = self.currentItem()
        if self._read_only:
            self.change_refused.emit()
        elif item is not None:
            self.editItem(item, NAME)
            for editor in self.findChildren(QLineEdit):
                editor.setMaxLength(LONGEST_NAME)

    def _choose(self, version_id: int | None, keep: bool) -> None:
        for row in range(self.topLevelItemCount()):
            item = self.topLevelItem(row)
            if item is not None and item.data(NAME, VERSION) == version_id:
                flag = self.selectionModel().SelectionFlag
                how = flag.NoUpdate if keep else flag.ClearAndSelect | flag.Rows
                self.setCurrentItem(item, NAME, how)

    def _button(self, row: VersionFacts) -> QToolButton:
        button = _ActivateButton(row.version.id)
        button.setAccessibleName(tr("Activate {name}", name=printable(shown_name(row.version.name))))
        button.setToolTip(_activate_tip(row))
        button.setEnabled(not self._read_only)
        button.wanted.connect(self.activate_requested)
        return button

    # -- room ---------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hide_columns()

    def _hide_columns(self) -> None:
        widths = {
            name: max(self.sizeHintForColumn(column), self.header().sectionSizeHint(column))
            for column, name in enumerate(HEADS)
        }
        widths["Name"] = NARROWEST_NAME
        hidden: set[str] = set()
        for name in GIVES_WAY:
            if sum(width for each, width in widths.items() if each not in hidden) <= self.viewport().width():
                break
            hidden.add(name)
        for column, name in enumerate(HEADS):
            self.setColumnHidden(column, name in hidden)

    # -- what a person does -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.current_id()
        if event.key() == Qt.Key.Key_Delete and current is not None:
            self.remove_requested.emit(current)
            return
        if event.key() == Qt.Key.Key_F2:
            self.edit_name()
            return
        super().keyPressEvent(event)

    def _on_item_activated(self, item: QTreeWidgetItem) -> None:
        """Enter, or a double click."""
        self.activate_requested.emit(int(item.data(NAME, VERSION)))

    def _on_item_changed(self, item: QTreeWidgetItem, column: int) -> None:
        if self._filling or column != NAME:
            return
        version_id = int(item.data(NAME, VERSION))
        name = item.text(NAME)
        shown = printable(shown_name(self._facts[version_id].version.name))
        if name != shown:
            self._filling = True
            item.setText(NAME, shown)  # until it is stored
            self._filling = False
            self.rename_requested.emit(version_id, name)

    def _on_current_item_changed(self) -> None:
        if not self._filling:
            self.current_version_changed.emit()


class _ActivateButton(QToolButton):
    wanted = Signal(object)

    def __init__(self, version_id: int) -> None:
        super().__init__()
        self._version_id = version_id
        self.setText(tr("Activate"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the row has it, and Enter does the same
        self.clicked.connect(self._on_clicked)

    def _on_clicked(self) -> None:
        self.wanted.emit(self._version_id)


def _holding(button: QToolButton) -> QWidget:
    """With a margin, so that it does not fill the cell to its edges."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(SPACE_S, 2, SPACE_S, 2)
    row.addWidget(button)
    return holder


def _activate_tip(row: VersionFacts) -> str:
    if row.complete:
        return tr("Search by this version from now on")
    return tr_n(
        "Search by this version from now on; {n:,} codes are made first, in the background",
        "Search by this version from now on; {n:,} code is made first, in the background",
        row.to_make,
    )


def _texts(row: VersionFacts) -> list[str]:
    """One for each column."""
    version, details = row.version, version_details.read(row.version.details)
    if version.damaged:
        return [printable(shown_name(version.name)), tr("Damaged"), *[NOT_KNOWN] * len(HEADS[STATUS + 1 :])]
    return [
        printable(shown_name(version.name)),
        tr("Active") if version.active else "",
        kind_text(version),
        str(version.bits),
        backbone_text(version.backbone),
        date_text(version.created_at),
        labels_text(details),
        change_text(details),
        kept_text(details),
        codes_text(row),
        short_size_text(row.size),
    ]


def _item(row: VersionFacts) -> QTreeWidgetItem:
    version, texts = row.version, _texts(row)
    item = QTreeWidgetItem(texts)
    item.setData(NAME, VERSION, version.id)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
    item.setToolTip(NAME, tool_tip(texts[NAME]))
    if version.active:
        item.setIcon(STATUS, icon("tick"))
        item.setFont(NAME, sized(item.font(NAME), 1.0, bold=True))
    return item
