"""The entry that opens a shared library, in every window; and what is other in the window on such a library."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QWidget

from engine.library import Library
from engine.private_files import take_from_others
from engine.sentences import said
from engine.store.postgres.address import masked
from gui.language import tr
from gui.session import Session
from gui.sharing.another_window import open_window
from gui.sharing.remembered import remember, remembered
from gui.widgets.menus import MenuEntry, Menus
from gui.widgets.plain_text import printable

if TYPE_CHECKING:
    from subprocess import Popen

    from engine.shared_library import SharedLibrary
    from gui.sharing.following import Following
    from gui.sharing.open_dialog import OpenSharedDialog

CHOICES = "choices"  # what the settings keep
OPEN = said("Open s&hared library…")


class Sharing(QObject):
    """Signals:
    said(str): one sentence.
    changed(): others changed the shared library that this window shows.
    lost(str), found(): its server is out of reach, why, and is back.
    """

    said = Signal(str)
    changed = Signal()
    lost = Signal(str)
    found = Signal()

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._library, self._window = session, session.library, window
        self.dialog: OpenSharedDialog | None = None  # while it is open
        self.windows: list[Popen[bytes]] = []  # that were opened from here, each its process
        self._following: Following | None = None
        if session.library.address:
            place = printable(masked(session.library.address))
            window.setWindowTitle(tr("{library} – DualHash", library=place))

    def follow(self) -> None:
        """Others may change the library from now on."""
        from engine.shared_library import SharedLibrary
        from gui.sharing.following import Following

        assert isinstance(self._library, SharedLibrary)
        self._following = Following(self._library)
        self._following.changed.connect(self.changed)
        self._following.lost.connect(self.lost)
        self._following.found.connect(self.found)
        self._session.keep(self._following)

    def add_entries(self, menus: Menus) -> None:
        menus.add("&Library", [MenuEntry(OPEN, "", self.open)])

    def open(self) -> None:
        from gui.sharing.open_dialog import OpenSharedDialog  # most windows never need it

        self.dialog = OpenSharedDialog(remembered(self._settings()), self._window)
        self.dialog.opened.connect(self._on_opened)
        self.dialog.finished.connect(self._on_finished)
        self.dialog.open()

    def _on_opened(self, library: SharedLibrary) -> None:
        remember(self._settings(), library.address)
        self._hand_on_choices(library)
        try:
            self.windows.append(open_window(library.address))
        except OSError as error:
            self.said.emit(tr("The system could not open another window ({why}).", why=error.strerror))
        else:
            place = printable(masked(library.address))
            self.said.emit(tr("{library} opens in a window of its own.", library=place))

    def _hand_on_choices(self, library: SharedLibrary) -> None:
        """The first time that window looks as this one does: its theme, its language, its keys."""
        here, there = self._settings(), _settings_of(library)
        if here.contains(CHOICES) and not there.contains(CHOICES):
            there.setValue(CHOICES, here.value(CHOICES))
            there.sync()
            take_from_others(there.fileName())

    def _on_finished(self) -> None:
        self.dialog = None

    def _settings(self) -> QSettings:
        return _settings_of(self._library)


def _settings_of(library: Library) -> QSettings:
    return QSettings(os.path.join(library.path, "window.ini"), QSettings.Format.IniFormat)
