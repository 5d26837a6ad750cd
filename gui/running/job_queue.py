"""Long work waits here for its turn: one job at a time, in the order in which it was asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import UserError
from engine.progress import Progress
from gui.language import error_text
from gui.running.job import Job, Work


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What a job does, and who hears of its end (in the GUI thread): one of the three, or nobody."""

    title: str
    work: Work
    done: Callable[[Any], object] | None = None
    failed: Callable[[str], object] | None = None
    cancelled: Callable[[], object] | None = None
    changes_library: bool = True
    goes_on_later: bool = False  # what was cancelled is taken up the next time, without being asked for
    quiet: bool = False  # nobody has asked for it


Turn = Callable[[], Task | None]  # called when it is its turn; None: nothing is left to be done


class JobQueue(QObject):
    """Signals:
    started(Job): a job begins; connect to it.
    changed(): a job that changes the library reported something, or any job ended.
    refused(str): what was asked for cannot be; one sentence.
    """

    started = Signal(object)
    changed = Signal()
    refused = Signal(str)

    def __init__(self, clean_up: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.job: Job | None = None
        self.task: Task | None = None  # what `job` does
        self._clean_up = clean_up
        self._waiting: deque[Turn] = deque()
        self._choosing = False
        self._held = 0
        self._closing = False

    def hold(self) -> None:
        """Nothing is begun until `release`; what runs goes on."""
        self._held += 1

    def release(self) -> None:
        self._held -= 1
        self._go_on()

    def put(self, turn: Turn, first: bool = False) -> None:
        """After what runs and waits, or before all that waits."""
        if first:
            self._waiting.appendleft(turn)
        else:
            self._waiting.append(turn)
        self._go_on()

    def close(self) -> None:
        """Cancel what runs; what waits is not begun."""
        self._closing = True
        if self.job is not None:
            self.job.cancel()

    def wait(self, milliseconds: int) -> bool:
        """Wait for the running job; False if it did not end in time."""
        return self.job is None or self.job.wait(milliseconds)

    def _go_on(self) -> None:
        """Start what is waiting, unless a job runs: that comes here when it ends."""
        if self._choosing:
            return  # a turn puts something in; it is seen when the turn is over
        self._choosing = True
        try:
            while self.job is None and self._waiting and not (self._held or self._closing):
                task = self._take(self._waiting.popleft())
                if task is not None:
                    self._start(task)
        finally:
            self._choosing = False

    def _take(self, turn: Turn) -> Task | None:
        try:
            return turn()
        except UserError as error:
            self.refused.emit(error_text(error))
            return None

    def _start(self, task: Task) -> None:
        job = Job(task.title, task.work, self._clean_up, self, task.goes_on_later, task.quiet)
        self.job, self.task = job, task
        # Before we connect ourselves: whoever follows the job must hear of its end before the next one starts.
        self.started.emit(job)
        job.progressed.connect(self._on_progressed)
        job.finished.connect(self._on_finished)
        job.failed.connect(self._on_failed)
        job.cancelled.connect(self._on_cancelled)
        job.ended.connect(self._on_ended)
        job.start()

    def _on_progressed(self, progress: Progress) -> None:
        if self.task is not None and self.task.changes_library:
            self.changed.emit()

    def _on_finished(self, result: object) -> None:
        if self.task is not None and self.task.done is not None and not self._closing:
            self.task.done(result)

    def _on_failed(self, sentence: str) -> None:
        if self.task is not None and self.task.failed is not None and not self._closing:
            self.task.failed(sentence)

    def _on_cancelled(self) -> None:
        if self.task is not None and self.task.cancelled is not None and not self._closing:
            self.task.cancelled()

    def _on_ended(self) -> None:
        job, self.job, self.task = self.job, None, None
        if job is not None:
            job.deleteLater()
        self.changed.emit()
        self._go_on()
