"""The settings: shown, kept, and applied to all that they concern."""

import os
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from engine import log_file
from engine.cache_folder import cache_folder, choose_cache_folder
from engine.jobs.moving_thumbnails import MOVING_THEM, move_thumbnails
from engine.sentences import said
from engine.store.folders import Folder
from engine.thumbnail_place import away_said, chosen_place, file_now
from gui.language import tr
from gui.pictures.parts import PictureParts
from gui.session import LibraryState, Session
from gui.settings.about_dialog import AboutDialog
from gui.settings.choices import Choices, Computing
from gui.settings.place_field import PlaceField
from gui.settings.settings_dialog import SettingsDialog
from gui.settings.shortcuts import Shortcuts
from gui.widgets.amounts import short_size_text
from gui.widgets.file_manager import open_folder
from gui.widgets.menus import MenuEntry, Menus
from gui.widgets.plain_text import printable
from gui.widgets.theme import choose_scheme, scheme_called
from gui.window.window_state import WindowState

NOT_YET = said("What computes is said when pictures are indexed.")
MEGABYTE = 1024 * 1024


class Choosing(QObject):
    """Signals:
    watch_chosen(bool): photo folders are to be watched, or not.
    said(str): one sentence.
    """

    watch_chosen = Signal(bool)
    said = Signal(str)

    def __init__(
        self,
        session: Session,
        pictures: PictureParts,
        state: WindowState,
        watches: Callable[[], bool],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._pictures, self._state = session, pictures, state
        self._watches, self._window = watches, window
        self.computes_on = tr(NOT_YET)
        self._shortcuts = Shortcuts(())
        self.dialog: SettingsDialog | None = None
        self._sizes = session.background()
        self._sizes.answered.connect(self._on_sizes_read)
        session.device_chosen.connect(self._on_device_chosen)
        pictures.browsing.state_read.connect(self._on_state_read)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&Library", [MenuEntry(said("S&ettings…"), "Ctrl+,", self.open)])
        menus.add("&Help", [MenuEntry(said("A&bout DualHash"), "", self.show_about)])

    def begin(self, menus: Menus) -> None:
        """All entries are there: take over what was chosen."""
        self._shortcuts = Shortcuts(action for _, actions in menus.sections() for action in actions)
        self.apply(self._state.choices())

    def apply(self, choices: Choices) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        choose_scheme(app, scheme_called(choices.theme))
        for table in (self._pictures.preview.metadata, self._pictures.viewer.details):
            table.set_hidden(choices.hidden_details)
        self._shortcuts.apply(choices.keys)
        self._pictures.centre.grid.images().set_cache_bytes(choices.memory * MEGABYTE)
        device = None if choices.computing is Computing.BEST else str(choices.computing)
        self._session.set_work(choices.workers or None, device)
        choose_cache_folder(choices.cache)

    def open(self) -> None:
        library = self._session.library
        dialog = SettingsDialog(
            self._state.choices(),
            self._shortcuts,
            library.path,
            _thumbnails_folder(library.path),
            self._watches(),
            library.read_only,
            self._window,
        )
        self.dialog = dialog
        dialog.chosen.connect(self._on_chosen)
        dialog.watch_chosen.connect(self.watch_chosen)
        dialog.folders.add_requested.connect(self._pictures.arrivals.choose_folder)
        dialog.folders.remove_requested.connect(self._on_remove_requested)
        dialog.work.open_requested.connect(self._on_open_requested)
        dialog.thumbnails_chosen.connect(self._on_thumbnails_chosen)
        dialog.work.thumbnails.other_requested.connect(self._on_thumbnails_requested)
        dialog.work.cache.other_requested.connect(self._on_cache_requested)
        dialog.work.show_device(self.computes_on)
        dialog.finished.connect(self._on_finished)
        if self._pictures.browsing.state is not None:
            dialog.folders.show_folders(self._pictures.browsing.state.folders)
        self._sizes.ask(lambda: _sizes_texts(library.path))
        dialog.open()

    def show_about(self) -> None:
        places = [
            tr("Library: {path}", path=self._session.library.path),
            tr("Log: {path}", path=log_file.path()),
        ]
        AboutDialog(places, self._window).open()

    def _on_chosen(self, choices: Choices) -> None:
        self._state.save_choices(choices)
        self.apply(choices)

    def _on_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _on_remove_requested(self, folder: Folder) -> None:
        self._pictures.library_panel.remove_requested.emit(folder)

    def _on_open_requested(self) -> None:
        open_folder(os.fsencode(self._session.library.path))

    def _on_cache_requested(self) -> None:
        if self.dialog is not None:
            _ask_for_folder(self.dialog.work.cache, tr("A folder for the cache"))

    def _on_thumbnails_requested(self) -> None:
        if self.dialog is not None:
            _ask_for_folder(self.dialog.work.thumbnails, tr("A folder for the thumbnails"))

    def _on_thumbnails_chosen(self, folder: str) -> None:
        self._session.run(
            tr(MOVING_THEM),
            partial(move_thumbnails, self._session.library, folder),
            done=partial(self._on_thumbnails_moved, folder),
            failed=self.said.emit,
            changes_library=False,
            cancelled=partial(self.said.emit, tr("The thumbnails stay where they were.")),
            at_once=True,
        )

    def _on_thumbnails_moved(self, folder: str, lost: int) -> None:
        """Pictures whose thumbnails were out of reach are read again."""
        if lost:
            self._session.index()
        place = printable(folder) or tr("the library’s folder")
        self.said.emit(tr("The thumbnails lie in {folder} now.", folder=place))

    def _on_state_read(self, state: LibraryState) -> None:
        if self.dialog is not None:
            self.dialog.folders.show_folders(state.folders)

    def _on_device_chosen(self, line: str) -> None:
        self.computes_on = line
        if self.dialog is not None:
            self.dialog.work.show_device(line)

    def _on_sizes_read(self, texts: tuple[str, str, str]) -> None:
        if self.dialog is not None:
            self.dialog.work.show_sizes(*texts)


def _thumbnails_folder(library: str) -> str:
    place = chosen_place(library)
    return "" if place is None else place.folder


def _ask_for_folder(field: PlaceField, title: str) -> None:
    folder = QFileDialog.getExistingDirectory(field.other, title, field.folder())
    field.show_folder(folder or field.folder())


def _sizes_texts(path: str) -> tuple[str, str, str]:
    """Of the library, its thumbnails and the cache. Runs on a background thread."""
    thumbnails = file_now(path)
    of_library = tr("It takes {size}.", size=short_size_text(_size(path)))
    taken = os.path.getsize(thumbnails) if os.path.exists(thumbnails) else 0
    of_thumbnails = tr(away_said(path)) or tr("They take {size}.", size=short_size_text(taken))
    cache = str(cache_folder())
    of_cache = tr(
        "Now {folder}: prepared networks, {size}. They are made again where they are missing.",
        folder=cache,
        size=short_size_text(_size(cache)),
    )
    return of_library, of_thumbnails, of_cache


def _size(path: str) -> int:
    """Of all files below it."""
    return sum(
        os.path.getsize(os.path.join(folder, name))
        for folder, _, names in os.walk(path)
        for name in names
        if os.path.exists(os.path.join(folder, name))
    )
