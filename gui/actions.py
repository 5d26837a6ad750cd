"""What a person does through the window's own menu entries; other panels add theirs (see menus)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from engine import log_file
from gui.file_manager import open_file
from gui.keys_dialog import KeysDialog
from gui.menus import Entry, Menus

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class WindowActions(Menus):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._of = window
        self._add_library_and_search()
        self._add_view_and_picture()
        self.add("&Help", [Entry("&Keys", "F1", self._on_keys_wanted), Entry("Show &log", "", self._on_log_wanted)])
        self.in_context_menu("Find &similar", "&Add to the query", "E&xclude from the query", "Search a &part…")
        self.in_context_menu("&Large preview", "Show in &folder", "&Copy path")

    def chosen(self) -> list[int]:
        """The images that an action is about: the selected ones, or the current one if none is."""
        current = self._of.grid.current_id()
        return self._of.grid.selected_ids() or ([] if current is None else [current])

    def _add_library_and_search(self) -> None:
        arrivals, window = self._of.arrivals, self._of
        self.add(
            "&Library",
            [
                Entry("&Add folder…", "Ctrl+O", arrivals.choose_folder),
                Entry("&Look for changes", "F5", self._on_rescan_all),
                Entry("&Skipped files", "Ctrl+K", window.skipped_files.show),
                None,
                Entry("&Quit", "Ctrl+Q", window.close),
            ],
        )
        self.add(
            "&Search",
            [
                Entry("Find &similar", "Ctrl+Return", window.find_similar),
                Entry("&Add to the query", "Ctrl+Shift+A", self._on_add_selected),
                Entry("E&xclude from the query", "Ctrl+Shift+X", self._on_exclude_selected),
                Entry("Search a &part…", "Ctrl+Shift+P", self._on_search_part),
                None,
                Entry("&Paste a picture", "Ctrl+V", arrivals.paste),
            ],
        )

    def _add_view_and_picture(self) -> None:
        self.add(
            "&View",
            [
                Entry("&Large preview", "", self._on_large_preview),
                Entry("&Filter by name…", "Ctrl+F", self._on_filter_wanted),
                Entry("&Grid", "Ctrl+G", self._of.turns.back_to_grid),
                Entry("Folder &tree", "Ctrl+L", self._on_tree_wanted),
            ],
        )
        self.add(
            "&Picture",
            [
                Entry("Show in &folder", "Ctrl+Shift+F", self._on_show_current_in_folder),
                Entry("&Copy path", "Ctrl+Shift+C", self._on_copy_selected_paths),
            ],
        )

    def _on_rescan_all(self) -> None:
        self._of.browsing.refresh()
        self._of.session.index()

    def _on_add_selected(self) -> None:
        self._of.searching.add_several(self.chosen())

    def _on_exclude_selected(self) -> None:
        self._of.searching.add_several(self.chosen(), minus=True)

    def _on_search_part(self) -> None:
        self._of.preview.start_crop()

    def _on_large_preview(self) -> None:
        if (image_id := self._of.grid.current_id()) is not None:
            self._of.viewing.show_large(image_id)

    def _on_filter_wanted(self) -> None:
        if self._of.searching.query is not None:
            self._of.say("The filter is for browsing; leave the query first, with Escape.")
        self._of.centre.leave_page()
        self._of.browse_bar.filter.setFocus()

    def _on_tree_wanted(self) -> None:
        self._of.library_panel.tree.setFocus()

    def _on_show_current_in_folder(self) -> None:
        if (image_id := self._of.grid.current_id()) is not None:
            self._of.picture_files.show_in_folder(image_id)

    def _on_copy_selected_paths(self) -> None:
        self._of.picture_files.copy_paths(self.chosen())

    def _on_log_wanted(self) -> None:
        if not open_file(os.fsencode(log_file.path())):
            self._of.say(f"The log is {log_file.path()}.")

    def _on_keys_wanted(self) -> None:
        KeysDialog(self.sections(), self._of).open()
