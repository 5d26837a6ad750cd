"""Short work off the GUI thread: reading the database, searching, decoding a picture to look at.

Only the latest wish counts: one that was not begun when the next came is dropped, and the answer to one that was
overtaken is not delivered.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import UserError
from gui.language import error_text
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

    def __init__(
        self, clean_up: Callable[[], None], parent: QObject | None = None, turn: threading.Lock | None = None
    ) -> None:
        """`turn` is held while a function runs: those that share one run one after the other."""
        super().__init__(parent)
        self._thread = _BackgroundThread(clean_up, turn or threading.Lock())
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

    def __init__(self, clean_up: Callable[[], None], turn: threading.Lock) -> None:
        super().__init__()
        self._clean_up, self._turn = clean_up, turn
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
        while self._is_asked():
            with self._turn:
                if (task := self._latest()) is not None:
                    self._do(*task)
        try:
            self._clean_up()
        except Exception:
            log.exception("a background thread could not clean up")

    def _is_asked(self) -> bool:
        """Waits for a wish; False once it is to end."""
        with self._changed:
            while self._wish is None and not self._ending:
                self._changed.wait()
            return not self._ending

    def _latest(self) -> tuple[int, Callable[[], Any]] | None:
        """None if the wish was dropped while another thread had its turn."""
        with self._changed:
            function, self._wish = self._wish, None
            return None if function is None else (self.latest, function)

    def _do(self, number: int, function: Callable[[], Any]) -> None:
        try:
            self.answered.emit(number, function())
        except UserError as error:
            self.failed.emit(number, error_text(error))
        except Exception as error:
            if self._ending:
                return  # what it was waiting for may have been ended, too
            log.exception("a background task failed")
            self.failed.emit(number, sentence_for(error))
