"""The menu's entry for training, and its window, which is made when it is first wanted; what is said of a training
that was interrupted, and what is asked before a result is left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget

from engine.learning import checkpoint_file
from engine.sentences import said
from gui.language import tr
from gui.session import Session
from gui.widgets.menu_keys import TRAIN, keys_of
from gui.widgets.menus import MenuEntry, Menus

if TYPE_CHECKING:
    from gui.training.training_dialog import TrainingDialog

INTERRUPTED = said("A training was interrupted; {keys} offers to go on with it.")
WAITS = said("The result of a training has been neither accepted nor discarded.")
WAITS_WHY = said(
    "If you close the window, {keys} offers it again the next time, as long as no label has changed by then."
)


class TrainingWindow(QObject):
    """Opens the training window over the main one, and keeps it while that lives.

    Signals:
        accepted(Version): a training's result is the active version now.
        said(str): one sentence.
    """

    accepted = Signal(object)
    said = Signal(str)

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self.dialog: TrainingDialog | None = None
        self._leave: QAbstractButton | None = None  # of the question, while it is asked
        self._imports = session.background()
        self._imports.answered.connect(self._on_imported)
        self._imports.failed.connect(self.said)

    def interrupted(self) -> list[str]:
        """What is to be said of a training that was interrupted, if there is one."""
        library = self._session.library
        waits = not library.read_only and checkpoint_file.exists(library.training_folder)
        return [tr(INTERRUPTED, keys=keys_of(TRAIN))] if waits else []

    def is_leaving_meant(self) -> bool:
        """Ask, if a result waits to be accepted or discarded, whether the window shall be closed all the same."""
        if self.dialog is None or not self.dialog.teaching.has_result:
            return True
        box = QMessageBox(QMessageBox.Icon.Question, "DualHash", tr(WAITS), parent=self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText(tr(WAITS_WHY, keys=keys_of(TRAIN)))
        leave = box.addButton(tr("Close the window"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(tr("Show the result"), QMessageBox.ButtonRole.RejectRole))
        self._leave = leave
        box.exec()
        box.deleteLater()  # its parent would keep it
        self._leave = None
        if box.clickedButton() is leave:
            return True
        self.open()
        return False

    def leave_unasked(self) -> None:
        """If the question stands, answer it."""
        if self._leave is not None:
            self._leave.click()

    def add_entries(self, menus: Menus) -> None:
        train = MenuEntry(TRAIN, "Ctrl+T", self.open)
        resume = MenuEntry(said("&Resume the training…"), "", self.open)
        self._resume_entry = menus.add("&Model", [train, resume])[1]
        menus.menu("&Model").aboutToShow.connect(self._on_menu_opens)
        self._on_menu_opens()

    def _on_menu_opens(self) -> None:
        """It is there as long as there is something to go on with."""
        self._resume_entry.setVisible(bool(self.interrupted()))

    def open(self) -> None:
        """What it needs is imported the first time, off the GUI thread: that takes a sixth of a second."""
        if self.dialog is None:
            self._imports.ask(_imported_dialog)
        else:
            self.dialog.open_window()

    def _on_imported(self, dialog: type[TrainingDialog]) -> None:
        self._imports.end()
        self.dialog = dialog(self._session, self._window)
        self.dialog.finished.connect(self._on_closed)
        self.dialog.teaching.accepted.connect(self.accepted)
        self.dialog.open_window()

    def close(self) -> None:
        """Take it off the screen; the session ends what runs."""
        self._imports.drop()
        if self.dialog is not None:
            self.dialog.close()

    def _on_closed(self) -> None:
        if self._window.isVisible():
            self._window.activateWindow()  # the keys go there again


def _imported_dialog() -> type[TrainingDialog]:
    from gui.training.training_dialog import TrainingDialog

    return TrainingDialog
