"""The menu's entry for training, and its window, which is made when it is first wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from gui.menus import Entry, Menus
from gui.session import Session

if TYPE_CHECKING:
    from gui.training.training_dialog import TrainingDialog


class TrainingWindow(QObject):
    """Opens the training window over the main one, and keeps it while that lives."""

    def __init__(self, session: Session, window: QMainWindow) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self.dialog: TrainingDialog | None = None

    def add_entries(self, menus: Menus) -> None:
        menus.add("&Model", [Entry("&Train on my labels…", "Ctrl+T", self.open)])

    def open(self) -> None:
        if self.dialog is None:
            from gui.training.training_dialog import TrainingDialog  # not needed to show pictures

            self.dialog = TrainingDialog(self._session, self._window)
            self.dialog.finished.connect(self._on_closed)
        self.dialog.open_window()

    def close(self) -> None:
        """Take it off the screen; the session ends what runs."""
        if self.dialog is not None:
            self.dialog.close()

    def _on_closed(self) -> None:
        if self._window.isVisible():
            self._window.activateWindow()  # the keys go there again
