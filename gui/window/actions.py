"""What a person does through the window's own menu entries; other parts add theirs (see widgets/menus)."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QWidget

from engine import log_file
from engine.sentences import said
from gui.language import tr
from gui.pictures.parts import PictureParts
from gui.pictures.picture_place import SITE, PicturePlace
from gui.session import Session
from gui.widgets.file_manager import open_file
from gui.widgets.menu_keys import ADD_FOLDER, PASTE, SEARCH_BY_WORDS
from gui.widgets.menus import MenuEntry, Menus
from gui.window.keys_dialog import KeysDialog

WORDS_WIDTH = 420  # of the line for what is to be seen


class WindowActions(QObject):
    """Signals:
    said(str): one sentence.
    watch_chosen(bool): photo folders are to be watched, or not.
    timeline_chosen(bool): the timeline is to be shown, or not.
    """

    said = Signal(str)
    watch_chosen = Signal(bool)
    timeline_chosen = Signal(bool)

    def __init__(self, menus: Menus, session: Session, pictures: PictureParts, window: QWidget) -> None:
        super().__init__(window)
        self._menus, self._session, self._pictures, self._window = menus, session, pictures, window
        self._place = PicturePlace(pictures.viewing)
        self._place.said.connect(self.said)
        self._add_library_and_search()
        self._watch = menus.by_text["&Watch folders"]
        self._watch.setCheckable(True)
        self._watch.setEnabled(not session.library.read_only)
        self._add_view_and_picture()
        self._timeline = menus.by_text["Time&line"]
        self._timeline.setCheckable(True)
        menus.add(
            "&Help",
            [
                MenuEntry(said("&Keys"), "F1", self._on_keys_wanted),
                MenuEntry(said("Show &log"), "", self._on_log_wanted),
            ],
        )
        menus.in_context_menu("Find &similar", "&Add to the query", "E&xclude from the query", "Search a &part…")
        menus.in_context_menu("&Viewer", "Side by si&de", "Show in &folder", "&Copy path")

    def find_similar(self) -> None:
        """To the current picture."""
        if (image_id := self._pictures.viewing.current_id()) is not None:
            self._pictures.searching.find_similar(image_id)

    def _add_library_and_search(self) -> None:
        arrivals = self._pictures.arrivals
        self._menus.add(
            "&Library",
            [
                MenuEntry(ADD_FOLDER, "Ctrl+O", arrivals.choose_folder),
                MenuEntry(said("&Look for changes"), "F5", self._on_rescan_all),
                MenuEntry(said("&Watch folders"), "", self._on_watch_wanted),
                MenuEntry(said("&Skipped files"), "Ctrl+K", self._pictures.skipped_files.show),
                None,
                MenuEntry(said("&Quit"), "Ctrl+Q", self._window.close),
            ],
        )
        self._menus.add(
            "&Search",
            [
                MenuEntry(said("Find &similar"), "Ctrl+Return", self.find_similar),
                MenuEntry(said("&Add to the query"), "Ctrl+Shift+A", self._on_add_selected),
                MenuEntry(said("E&xclude from the query"), "Ctrl+Shift+X", self._on_exclude_selected),
                MenuEntry(said("Search a &part…"), "Ctrl+Shift+P", self._on_search_part),
                MenuEntry(said("What pictures sho&w…"), "Ctrl+Shift+W", self._on_shown_wanted),
                None,
                MenuEntry(PASTE, "Ctrl+V", arrivals.paste),
            ],
        )

    def _add_view_and_picture(self) -> None:
        self._menus.add(
            "&View",
            [
                MenuEntry(said("&Viewer"), "F11", self._on_viewer_wanted),
                MenuEntry(said("Side by si&de"), "Shift+F11", self._pictures.leafing.open_beside),
                MenuEntry(SEARCH_BY_WORDS, "Ctrl+F", self._on_words_wanted),
                MenuEntry(said("&Grid"), "Ctrl+G", self._pictures.turns.back_to_grid),
                MenuEntry(said("Folder &tree"), "Ctrl+L", self._on_tree_wanted),
                MenuEntry(said("Time&line"), "", self._on_timeline_wanted),
            ],
        )
        self._menus.add(
            "&Picture",
            [
                MenuEntry(said("Show in &folder"), "Ctrl+Shift+F", self._on_show_current_in_folder),
                MenuEntry(said("&Copy path"), "Ctrl+Shift+C", self._on_copy_selected_paths),
                MenuEntry(said("Copy p&lace"), "", self._place.copy),
                MenuEntry(said("Show on {site} (&browser)", site=SITE), "", self._place.show_on_map),
            ],
        )

    def _on_shown_wanted(self) -> None:
        """Words of what is to be seen; those of names and dates are the search field's."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(tr("What pictures show"))
        dialog.setLabelText(tr("In a few words, best in English:"))
        dialog.resize(WORDS_WIDTH, dialog.sizeHint().height())
        if dialog.exec() == QInputDialog.DialogCode.Accepted:
            self._pictures.searching.add_words(dialog.textValue())
        dialog.deleteLater()  # its parent would keep it

    def _on_rescan_all(self) -> None:
        self._pictures.browsing.refresh()
        self._session.index()

    def show_watching(self, on: bool) -> None:
        self._watch.setChecked(on)

    def _on_watch_wanted(self) -> None:
        self.watch_chosen.emit(self._watch.isChecked())

    def _on_add_selected(self) -> None:
        self._pictures.searching.add_several(self._pictures.viewing.chosen_ids())

    def _on_exclude_selected(self) -> None:
        self._pictures.searching.add_several(self._pictures.viewing.chosen_ids(), minus=True)

    def _on_search_part(self) -> None:
        if not self._pictures.centre.is_of_pictures:
            self._pictures.turns.back_to_grid()  # where the preview is
        self._pictures.preview.start_crop()

    def _on_viewer_wanted(self) -> None:
        if (image_id := self._pictures.viewing.current_id()) is not None:
            self._pictures.leafing.open(image_id)

    def show_timeline(self, on: bool) -> None:
        self._timeline.setChecked(on)

    def _on_timeline_wanted(self) -> None:
        self.timeline_chosen.emit(self._timeline.isChecked())

    def _on_words_wanted(self) -> None:
        self._pictures.centre.leave_page()
        self._pictures.browse_bar.filter.setFocus()
        self._pictures.browse_bar.filter.selectAll()  # other words replace those that are there

    def _on_tree_wanted(self) -> None:
        self._pictures.library_panel.tree.setFocus()

    def _on_show_current_in_folder(self) -> None:
        if (image_id := self._pictures.viewing.current_id()) is not None:
            self._pictures.picture_files.show_in_folder(image_id)

    def _on_copy_selected_paths(self) -> None:
        self._pictures.picture_files.copy_paths(self._pictures.viewing.chosen_ids())

    def _on_log_wanted(self) -> None:
        if not open_file(os.fsencode(log_file.path())):
            self.said.emit(tr("The log is {path}.", path=log_file.path()))

    def _on_keys_wanted(self) -> None:
        KeysDialog(self._menus.sections(), self._window).open()
