"""Short writes off the GUI thread: what a person does is stored in the order it was done, and never dropped."""

import logging
import queue
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import UserError
from gui.language import error_text
from gui.running.job import sentence_for

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Write:
    change: Callable[[], Any]
    then: Callable[[Any], object] | None


class Storing(QObject):
    """Signals:
    stored(): a change was stored, or refused: what the library holds counts.
    refused(str): a change could not be stored; one sentence.
    """

    stored = Signal()
    refused = Signal(str)

    def __init__(self, clean_up: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pending = 0  # writes that were asked for and whose end was not yet told
        self._closing = False
        self._thread = _StoringThread(clean_up)
        self._thread.stored.connect(self._on_stored)
        self._thread.failed.connect(self._on_failed)

    def store(self, change: Callable[[], Any], then: Callable[[Any], object] | None = None) -> None:
        if self._closing:
            return
        self.pending += 1
        self._thread.writes.put(Write(change, then))
        if not self._thread.isRunning():
            self._thread.start()

    def close(self) -> None:
        """What was asked for is still stored; nothing more is taken."""
        self._closing = True
        self._thread.writes.put(None)

    def wait(self, milliseconds: int) -> bool:
        """Wait until all is stored; False if it was not in time."""
        return self._thread.wait(milliseconds)

    def _on_stored(self, write: Write, result: object) -> None:
        self.pending -= 1
        if self._closing:
            return
        if write.then is not None:
            write.then(result)
        self.stored.emit()

    def _on_failed(self, sentence: str) -> None:
        self.pending -= 1
        if not self._closing:
            self.refused.emit(sentence)
            self.stored.emit()


class _StoringThread(QThread):
    stored = Signal(object, object)
    failed = Signal(str)

    def __init__(self, clean_up: Callable[[], None]) -> None:
        super().__init__()
        self._clean_up = clean_up
        self.writes: queue.SimpleQueue[Write | None] = queue.SimpleQueue()

    def run(self) -> None:
        while (write := self.writes.get()) is not None:
            self._do(write)
        try:
            self._clean_up()
        except Exception:
            log.exception("the writing thread could not clean up")

    def _do(self, write: Write) -> None:
        try:
            self.stored.emit(write, write.change())
        except UserError as error:
            log.warning("a change was not stored: %s", error)  # while the window closes nobody else hears of it
            self.failed.emit(error_text(error))
        except Exception as error:
            log.exception("a change could not be stored")
            self.failed.emit(sentence_for(error))
