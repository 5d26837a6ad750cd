"""A job: long work of the engine on a thread of its own, with pause and cancel.

The generator is made, driven and closed in the worker thread, so that its own `finally` cleans up there.
"""

import logging
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import UserError
from engine.progress import Driven, Progress
from engine.sentences import said
from engine.store.disk_trouble import is_corrupt
from gui.language import error_text, tr

log = logging.getLogger(__name__)

REPORTS_A_SECOND = 20
WORST = said("Something went wrong inside DualHash. The details are in the log.")
TORN = said("The library's database is damaged. Close the window and run: dualhash check --repair")


def sentence_for(error: Exception) -> str:
    """What the user reads about something that nobody foresaw."""
    return tr(TORN if is_corrupt(error) else WORST)


Work = Callable[[], Generator[Progress, None, Any]]


class Job(QObject):
    """One run of long work.

    Signals (all arrive in the thread this object lives in):
        progressed(Progress): about 20 a second at most, and every one with an `epoch`.
        finished(object): done; the generator's result.
        cancelled(): closed before its end, all cleaned up.
        failed(str): one sentence for the user.
        ended(): after any of the three, when the thread is through.
        pause_changed(bool): it is paused now, or goes on.
    """

    progressed = Signal(object)
    finished = Signal(object)
    cancelled = Signal()
    failed = Signal(str)
    ended = Signal()
    pause_changed = Signal(bool)

    def __init__(
        self,
        title: str,
        work: Work,
        clean_up: Callable[[], None],
        parent: QObject | None = None,
        goes_on_later: bool = True,
        quiet: bool = False,
    ) -> None:
        """With `goes_on_later`, what is left when it is cancelled will be done without being asked for again. One
        that is `quiet` is shown only when it takes long."""
        super().__init__(parent)
        self.title = title
        self.goes_on_later, self.quiet = goes_on_later, quiet
        self.paused = False
        self._thread = _JobThread(work, clean_up)
        self._thread.progressed.connect(self.progressed)
        self._thread.result.connect(self.finished)
        self._thread.cancelled.connect(self.cancelled)
        self._thread.failed.connect(self.failed)
        self._thread.finished.connect(self.ended)

    def start(self) -> None:
        self._thread.start()

    def pause(self) -> None:
        if self._thread.cancel_wanted:
            return  # a paused thread would never hear of it
        self._thread.go_on.clear()
        self._show_paused(True)

    def resume(self) -> None:
        self._thread.go_on.set()
        self._show_paused(False)

    def cancel(self) -> None:
        self._thread.cancel_wanted = True
        self._thread.go_on.set()
        self._show_paused(False)

    def _show_paused(self, paused: bool) -> None:
        if paused != self.paused:
            self.paused = paused
            self.pause_changed.emit(paused)

    def wait(self, milliseconds: int) -> bool:
        """Wait for the thread to end; False if it did not in time."""
        return self._thread.wait(milliseconds)


class _JobThread(QThread):
    progressed = Signal(object)
    result = Signal(object)
    cancelled = Signal()
    failed = Signal(str)

    def __init__(self, work: Work, clean_up: Callable[[], None]) -> None:
        super().__init__()
        self._work = work
        self._clean_up = clean_up
        self.go_on = threading.Event()
        self.go_on.set()
        self.cancel_wanted = False

    def run(self) -> None:
        try:
            if self.cancel_wanted:
                self.cancelled.emit()
            else:
                self._drive()
        except UserError as error:
            self.failed.emit(error_text(error))
        except Exception as error:
            log.exception("a job failed")
            self.failed.emit(sentence_for(error))
        try:
            self._clean_up()
        except Exception:
            log.exception("a job could not clean up")

    def _drive(self) -> None:
        reported_at = 0.0
        with Driven(self._work()) as work:
            for progress in work:
                due = time.monotonic() - reported_at >= 1 / REPORTS_A_SECOND
                if due or progress.must_be_heard:
                    reported_at = time.monotonic()
                    self.progressed.emit(progress)
                self.go_on.wait()
                if self.cancel_wanted:
                    break
            else:
                self.result.emit(work.result)
                return
        self.cancelled.emit()
