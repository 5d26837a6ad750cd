"""What a person does through the window's own menu entries; other parts add theirs (see widgets/menus)."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine import log_file
from gui.pictures.parts import PictureParts
from gui.session import Session
from gui.widgets.file_manager import open_file
from gui.widgets.menus import MenuEntry, Menus
from gui.window.keys_dialog import KeysDialog


class WindowActions(QObject):
    """Signals:
    said(str): one sentence.
    """

    said = Signal(str)

    def __init__(self, menus: Menus, session: Session, pictures: PictureParts, window: QWidget) -> None:
        super().__init__(window)
        self._menus, self._session, self._pictures, self._window = menus, session, pictures, window
        self._add_library_and_search()
        self._add_view_and_picture()
        menus.add(
            "&Help",
            [MenuEntry("&Keys", "F1", self._on_keys_wanted), MenuEntry("Show &log", "", self._on_log_wanted)],
        )
        menus.in_context_menu("Find &similar", "&Add to the query", "E&xclude from the query", "Search a &part…")
        menus.in_context_menu("&Large preview", "Show in &folder", "&Copy path")

    def find_similar(self) -> None:
        """To the current picture."""
        if (image_id := self._pictures.viewing.current_id()) is not None:
            self._pictures.searching.find_similar(image_id)

    def _add_library_and_search(self) -> None:
        arrivals = self._pictures.arrivals
        self._menus.add(
            "&Library",
            [
                MenuEntry("&Add folder…", "Ctrl+O", arrivals.choose_folder),
                MenuEntry("&Look for changes", "F5", self._on_rescan_all),
                MenuEntry("&Skipped files", "Ctrl+K", self._pictures.skipped_files.show),
                None,
                MenuEntry("&Quit", "Ctrl+Q", self._window.close),
            ],
        )
        self._menus.add(
            "&Search",
            [
                MenuEntry("Find &similar", "Ctrl+Return", self.find_similar),
                MenuEntry("&Add to the query", "Ctrl+Shift+A", self._on_add_selected),
                MenuEntry("E&xclude from the query", "Ctrl+Shift+X", self._on_exclude_selected),
                MenuEntry("Search a &part…", "Ctrl+Shift+P", self._on_search_part),
                None,
                MenuEntry("&Paste a picture", "Ctrl+V", arrivals.paste),
            ],
        )

    def _add_view_and_picture(self) -> None:
        self._menus.add(
            "&View",
            [
                MenuEntry("&Large preview", "", self._on_large_preview),
                MenuEntry("&Filter by name…", "Ctrl+F", self._on_filter_wanted),
                MenuEntry("&Grid", "Ctrl+G", self._pictures.turns.back_to_grid),
                MenuEntry("Folder &tree", "Ctrl+L", self._on_tree_wanted),
            ],
        )
        self._menus.add(
            "&Picture",
            [
                MenuEntry("Show in &folder", "Ctrl+Shift+F", self._on_show_current_in_folder),
                MenuEntry("&Copy path", "Ctrl+Shift+C", self._on_copy_selected_paths),
            ],
        )

    def _on_rescan_all(self) -> None:
        self._pictures.browsing.refresh()
        self._session.index()

    def _on_add_selected(self) -> None:
        self._pictures.searching.add_several(self._pictures.viewing.chosen_ids())

    def _on_exclude_selected(self) -> None:
        self._pictures.searching.add_several(self._pictures.viewing.chosen_ids(), minus=True)

    def _on_search_part(self) -> None:
        self._pictures.preview.start_crop()

    def _on_large_preview(self) -> None:
        if (image_id := self._pictures.viewing.current_id()) is not None:
            self._pictures.viewing.show_large(image_id)

    def _on_filter_wanted(self) -> None:
        if self._pictures.searching.query is not None:
            self.said.emit("The filter is for browsing; leave the query first, with Escape.")
        self._pictures.centre.leave_page()
        self._pictures.browse_bar.filter.setFocus()

    def _on_tree_wanted(self) -> None:
        self._pictures.library_panel.tree.setFocus()

    def _on_show_current_in_folder(self) -> None:
        if (image_id := self._pictures.viewing.current_id()) is not None:
            self._pictures.picture_files.show_in_folder(image_id)

    def _on_copy_selected_paths(self) -> None:
        self._pictures.picture_files.copy_paths(self._pictures.viewing.chosen_ids())

    def _on_log_wanted(self) -> None:
        if not open_file(os.fsencode(log_file.path())):
            self.said.emit(f"The log is {log_file.path()}.")

    def _on_keys_wanted(self) -> None:
        KeysDialog(self._menus.sections(), self._window).open()
