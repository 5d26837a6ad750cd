"""What is done with labels themselves: they are renamed, merged, coloured, given another hotkey, deleted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QColor, QKeySequence
from PySide6.QtWidgets import QColorDialog, QMenu, QMessageBox

from engine.errors import UserError
from engine.store.label_edits import Delete, Merge, SetColour, SetHotkey
from engine.store.label_list import Label
from engine.store.labels import clean_name
from gui.labels.entering import Entering
from gui.labels.hotkey_dialog import HotkeyDialog
from gui.labels.label_changes import quoted_label
from gui.labels.label_filter import LabelFilter
from gui.labels.label_rows import Kind, PanelRow
from gui.labels.labelling import Labelling
from gui.labels.labels_panel import LabelsPanel
from gui.labels.merge_dialog import MergeDialog
from gui.language import error_text, tr
from gui.pictures.viewing import Viewing
from gui.widgets.label_colours import NAMED, colour_of, swatch_icon
from gui.widgets.menu_keys import UNDO, keys_of
from gui.widgets.menus import Menus


class Managing(QObject):
    def __init__(
        self,
        labelling: Labelling,
        entering: Entering,
        label_filter: LabelFilter,
        panel: LabelsPanel,
        viewing: Viewing,
    ) -> None:
        super().__init__(panel)
        self._labelling, self._entering, self._filter = labelling, entering, label_filter
        self._panel, self._viewing = panel, viewing
        self._reserved: Callable[[], set[str]] = set
        panel.renamed.connect(self._on_renamed)
        panel.delete_requested.connect(self._on_delete_requested)
        panel.menu_requested.connect(self._on_menu_requested)
        panel.dropped.connect(self._on_dropped)

    def keep_keys_of(self, menus: Menus) -> None:
        """A label cannot have a key that a menu entry has."""
        self._reserved = lambda: {action.shortcut().toString().upper() for action in menus.by_text.values()}

    # -- renaming and merging -----------------------------------------------------------------------------------

    def _on_renamed(self, label: Label, name: str) -> None:
        try:
            other = self._labelling.named(clean_name(name))
        except UserError as error:
            self._labelling.said.emit(error_text(error))
            return
        if other is None or other.id == label.id:
            self._labelling.rename(label, name)
        elif self._labelling.may_write():
            self._ask_to_merge(label, other)

    def _ask_to_merge(self, label: Label, other: Label) -> None:
        box = QMessageBox(QMessageBox.Icon.Question, tr("Merge labels"), "", parent=self._panel.window())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(
            tr(
                "There is a label {other} already. Merge {label} into it?",
                other=quoted_label(other.name),
                label=quoted_label(label.name),
            )
        )
        box.setInformativeText(
            tr("Pictures that have either label then have that one. {keys} takes it back.", keys=keys_of(UNDO))
        )
        merge = box.addButton(tr("Merge"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        merge.clicked.connect(partial(self._merge, label, other))
        box.open()

    def _merge(self, label: Label, other: Label, *_: object) -> None:
        self._labelling.change(Merge(label.name, other.name))

    def _choose_merge(self, label: Label) -> None:
        if self._labelling.may_write():
            dialog = MergeDialog(label, self._labelling.labels, self._panel.window())
            dialog.chosen.connect(self._merge)
            dialog.open()

    # -- colour, hotkey, deleting -------------------------------------------------------------------------------

    def _set_colour(self, label: Label, colour: str | None) -> None:
        self._labelling.change(SetColour(label.name, colour))

    def _choose_colour(self, label: Label) -> None:
        if not self._labelling.may_write():
            return
        dialog = QColorDialog(colour_of(label), self._panel.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(tr("Colour of the label"))
        dialog.colorSelected.connect(partial(self._on_colour_selected, label))
        dialog.open()

    def _on_colour_selected(self, label: Label, colour: QColor) -> None:
        self._set_colour(label, colour.name())

    def _choose_hotkey(self, label: Label) -> None:
        if self._labelling.may_write():
            labels = self._labelling.labels.labels
            dialog = HotkeyDialog(label, labels, self._reserved(), self._panel.window())
            dialog.chosen.connect(self._on_hotkey_chosen)
            dialog.open()

    def _on_hotkey_chosen(self, label: Label, key: str | None) -> None:
        self._labelling.change(SetHotkey(label.name, key))

    def _on_delete_requested(self, row: PanelRow) -> None:
        if row.label is not None:
            self._labelling.change(Delete(row.label.name))

    # -- images dropped -----------------------------------------------------------------------------------------

    def _on_dropped(self, row: PanelRow | None, images: list[int]) -> None:
        if row is None:
            self._entering.open_for(images)
        elif row.label is not None:
            self._labelling.give({row.label.name: images})

    # -- the menu of a label ------------------------------------------------------------------------------------

    def _on_menu_requested(self, row: PanelRow, point: QPoint) -> None:
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(_showing(row), partial(self._filter.show, row))
        if row.label is not None and self._panel.may_change:
            self._fill(menu, row, row.label)
        menu.popup(point)

    def _fill(self, menu: QMenu, row: PanelRow, label: Label) -> None:
        images = self._viewing.chosen_ids()
        give = menu.addAction(
            tr("Give to the selected pictures"), partial(self._labelling.give, {label.name: images})
        )
        take = menu.addAction(
            tr("Take from the selected pictures"), partial(self._labelling.take, label.name, images)
        )
        give.setEnabled(bool(images))
        take.setEnabled(bool(images))
        menu.addSeparator()
        rename = menu.addAction(tr("Rename"), self._panel.view.edit_current)
        rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        merge = menu.addAction(tr("Merge into…"), partial(self._choose_merge, label))
        merge.setEnabled(len(self._labelling.labels.labels) > 1)
        menu.addMenu(self._colours(label, menu))
        menu.addAction(tr("Hotkey…"), partial(self._choose_hotkey, label))
        menu.addSeparator()
        delete = menu.addAction(tr("Delete"), partial(self._on_delete_requested, row))
        delete.setShortcut(QKeySequence(Qt.Key.Key_Delete))

    def _colours(self, label: Label, parent: QMenu) -> QMenu:
        menu = QMenu(tr("Colour"), parent)
        for name, colour in NAMED.items():
            action = menu.addAction(swatch_icon(QColor(colour)), tr(name), partial(self._set_colour, label, colour))
            action.setCheckable(True)
            action.setChecked(label.colour == colour)
        menu.addSeparator()
        menu.addAction(tr("Other…"), partial(self._choose_colour, label))
        menu.addAction(tr("By itself"), partial(self._set_colour, label, None))
        return menu


def _showing(row: PanelRow) -> str:
    if row.shown:
        return tr("Show all pictures again")
    return tr("Show its pictures") if row.kind is Kind.LABEL else tr("Show these pictures")
