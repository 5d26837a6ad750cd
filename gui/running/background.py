"""Short work off the GUI thread: reading the database, searching, decoding a picture to look at.

Only the latest wish counts: one that was not begun when the next came is dropped, and the answer to one that was
overtaken is not delivered.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import UserError
from gui.running.job import sentence_for

log = logging.getLogger(__name__)


class Background(QObject):
    """Runs one function at a time on a thread of its own.

    Signals:
        answered(object): what the latest function returned.
        failed(str): it could not; one sentence.
    """

    answered = Signal(object)
    failed = Signal(str)

    def __init__(self, clean_up: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = _BackgroundThread(clean_up)
        self._thread.answered.connect(self._on_answered)
        self._thread.failed.connect(self._on_failed)

    def ask(self, function: Callable[[], Any]) -> None:
        self._thread.wish(function)

    def drop(self) -> None:
        """Nobody waits for an answer any more."""
        self._thread.wish(None)

    def end(self) -> None:
        """End after the function at hand; whatever is asked for from now on is not done."""
        self._thread.end()

    def wait(self, milliseconds: int) -> bool:
        """Wait for the end; False if it did not come in time."""
        return self._thread.wait(milliseconds)

    def _on_answered(self, number: int, answer: object) -> None:
        if number == self._thread.latest:
            self.answered.emit(answer)

    def _on_failed(self, number: int, sentence: str) -> None:
        if number == self._thread.latest:
            self.failed.emit(sentence)


class _BackgroundThread(QThread):
    answered = Signal(object, object)
    failed = Signal(object, str)

    def __init__(self, clean_up: Callable[[], None]) -> None:
        super().__init__()
        self._clean_up = clean_up
        self._changed = threading.Condition()
        self._wish: Callable[[], Any] | None = None
        self._ending = False
        self.latest = 0

    def wish(self, function: Callable[[], Any] | None) -> None:
        with self._changed:
            if self._ending:
                return
            self.latest += 1
            self._wish = function
            self._changed.notify()
        if not self.isRunning():
            self.start()

    def end(self) -> None:
        with self._changed:
            self._ending = True
            self._wish = None
            self._changed.notify()

    def run(self) -> None:
        while (task := self._next()) is not None:
            self._do(*task)
        try:
            self._clean_up()
        except Exception:
            log.exception("a background thread could not clean up")

    def _next(self) -> tuple[int, Callable[[], Any]] | None:
        with self._changed:
            while self._wish is None and not self._ending:
                self._changed.wait()
            if self._ending or self._wish is None:
                return None
            function, self._wish = self._wish, None
            return self.latest, function

    def _do(self, number: int, function: Callable[[], Any]) -> None:
        try:
            self.answered.emit(number, function())
        except UserError as error:
            self.failed.emit(number, str(error))
        except Exception as error:
            if self._ending:
                return  # what it was waiting for may have been ended, too
            log.exception("a background task failed")
            self.failed.emit(number, sentence_for(error))
