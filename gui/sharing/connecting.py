"""Reaching a shared library: it may take as long as the server takes, so it is done on a thread of its own."""

import logging
import threading

from PySide6.QtCore import QObject, Qt, Signal

from engine.errors import UserError
from gui.language import error_text
from gui.running.job import sentence_for

log = logging.getLogger(__name__)


class Connecting(QObject):
    """Nobody needs to wait for it: whoever gives up forgets it, and it ends by itself.

    Signals:
    opened(SharedLibrary): it can be read.
    failed(str): it cannot; one sentence.
    """

    opened = Signal(object)
    failed = Signal(str)
    _ended = Signal(object, str)

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)
        threading.Thread(target=self._open, name="reaching a server", daemon=True).start()

    def _open(self) -> None:
        from engine.shared_library import open_shared  # what is needed for a server, who has none does without

        try:
            library = open_shared(self._address)
            library.close()  # the connection of this thread; others open their own
            self._ended.emit(library, "")
        except UserError as error:
            self._ended.emit(None, error_text(error))
        except Exception as error:
            log.exception("a shared library could not be opened")
            self._ended.emit(None, sentence_for(error))

    def _on_ended(self, library: object, sentence: str) -> None:
        if library is None:
            self.failed.emit(sentence)
        else:
            self.opened.emit(library)
