"""What happens on the server of a shared library while a window shows it: others change something, or it is out of
reach and comes back. It is listened to on a thread of its own."""

import logging
import threading
from contextlib import closing

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.shared_library import SharedLibrary
from engine.store.postgres.notices import PUBLISHED, Notices
from gui.language import error_text

log = logging.getLogger(__name__)

LISTENS = 0.5  # seconds at a time; after that the end is looked for
PAUSES = (0.5, 1.0, 2.0, 5.0)  # between attempts to reach a server that is away; the last one again and again


class Following(QObject):
    """Signals:
    changed(): others changed something, or may have while nobody listened.
    lost(str): the server is out of reach, or does not hold what it did; one sentence. It is tried again.
    found(): it answers again.
    """

    changed = Signal()
    lost = Signal(str)
    found = Signal()

    def __init__(self, library: SharedLibrary) -> None:
        super().__init__()
        self._library = library
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listening to a server", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """As soon as the server lets it."""
        self._ending.set()

    def wait(self, milliseconds: int) -> bool:
        """False if it did not end in time."""
        self._thread.join(milliseconds / 1000)
        return not self._thread.is_alive()

    # -- on its thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        failed, why = 0, ""  # so many attempts, one after the other
        while not self._ending.is_set():
            try:
                with closing(Notices(self._library.address, self._library.connections.has)) as notices:
                    self._library.look()
                    self._tell_reached(again=failed > 0)
                    failed, why = 0, ""
                    self._listen(notices)
            except UserError as error:
                log.warning("%s", error)
                if error_text(error) != why and not self._ending.is_set():
                    why = error_text(error)
                    self.lost.emit(why)
                self._ending.wait(PAUSES[min(failed, len(PAUSES) - 1)])
                failed += 1
        self._library.close_thread()

    def _listen(self, notices: Notices) -> None:
        while not self._ending.is_set():
            told = notices.wait(LISTENS)
            if PUBLISHED in told:
                self._library.look()  # perhaps there is another version
            if told and not self._ending.is_set():
                self.changed.emit()

    def _tell_reached(self, again: bool) -> None:
        if not self._ending.is_set():
            self.changed.emit()
            if again:
                self.found.emit()
