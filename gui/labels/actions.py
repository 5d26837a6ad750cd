"""The entries of the menu "Labels" that give, find, undo, import and export labels, also from and for other
programs."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.sentences import said
from gui.labels.keyword_exchange import KeywordExchange
from gui.labels.keyword_taking import KeywordTaking
from gui.labels.label_filter import LabelFilter
from gui.labels.labels_panel import LabelsPanel
from gui.labels.transfer import Transfer
from gui.undo import Undo
from gui.widgets.menu_keys import LABEL, SHOW_UNLABELLED, UNDO
from gui.widgets.menus import MenuEntry, Menus


class LabelActions(QObject):
    def __init__(
        self,
        open_entry: Callable[[], object],
        label_filter: LabelFilter,
        transfer: Transfer,
        keywords: KeywordTaking,
        exchange: KeywordExchange,
        undo: Undo,
        panel: LabelsPanel,
        viewer: QWidget,
        menus: Menus,
    ) -> None:
        super().__init__(panel)
        self._undo = undo
        label, *_ = menus.add(
            "La&bels",
            [
                MenuEntry(LABEL, "L", open_entry),
                MenuEntry(said("Label l&ist"), "Ctrl+B", panel.focus_list),
                MenuEntry(SHOW_UNLABELLED, "Ctrl+U", label_filter.show_unlabelled),
            ],
        )
        steps = menus.add(
            "La&bels",
            [
                MenuEntry(UNDO, "Ctrl+Z", self._on_undo_wanted),
                MenuEntry(said("&Redo"), "Ctrl+Shift+Z", self._on_redo_wanted),
            ],
        )
        menus.add(
            "La&bels",
            [
                MenuEntry(said("From &folder names"), "", transfer.from_folders),
                MenuEntry(said("I&mport from CSV…"), "", transfer.choose_import),
                MenuEntry(said("&Export to CSV…"), "", transfer.choose_export),
            ],
        )
        menus.add(
            "La&bels",
            [
                MenuEntry(said("&Keywords of other programs…"), "", keywords.choose),
                MenuEntry(said("&Write into sidecars…"), "", exchange.write_sidecars),
                MenuEntry(said("&Take back from sidecars"), "", exchange.take_back),
            ],
        )
        menus.in_context_menu(LABEL)
        viewer.addActions([label, *steps])  # it is a window of its own, which the menus' keys do not reach

    def _on_undo_wanted(self) -> None:
        self._undo.undo()

    def _on_redo_wanted(self) -> None:
        self._undo.redo()
