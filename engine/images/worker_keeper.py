"""Keeping a worker process at work: it is given files, its answers are heard, its end is seen to.

Which file it was at, a worker's answers say (see `worker`). A death counts when it happens twice, as the first one
may be another's doing: the system ends processes when memory is short. The seconds that a file may take are those
in which this process ran itself, so that a computer that slept for an hour has not used up anyone's time.
"""

import logging
import signal
import threading
from collections import deque
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.errors import BugError
from engine.file_reasons import CRASHED, FAILED, TOO_SLOW
from engine.images.reading import Unread
from engine.images.worker import Call, Worker
from engine.sentences import said
from engine.skip_kinds import SkipKind

log = logging.getLogger(__name__)

SECONDS_TO_START = 120.0
FILES_A_WORKER = 5000  # then it is replaced: a decoder that leaks cannot grow for ever
AHEAD = 2  # files that a worker has: it goes on with the next while we see to what it has read


@dataclass(slots=True, eq=False)
class FileTask:
    """What a worker is to do, and the caller's future: it hears of the final outcome only."""

    work: Call
    urgency: int = 0
    died_before: bool = False
    promised: Future[Any] = field(default_factory=Future)


class Tasks(Protocol):
    """What keepers share: the tasks that wait, and the workers that there may be."""

    def next_task(self, wait: bool) -> FileTask | None:
        """CancelledError when all is to stop. Without `wait`, None when there is none to spare."""

    def again(self, task: FileTask) -> None:
        """It waits once more."""

    def fail(self, error: BugError) -> None:
        """We got it wrong: nobody may wait for ever for what was under way."""

    def go_on(self) -> None:
        """CancelledError when all is to stop."""

    def new_worker(self) -> Worker:
        """One that is about to start."""

    def was_read(self) -> None:
        """A worker works."""

    def could_not_start(self) -> bool:
        """Whether that was once too often."""


class WorkerKeeper:
    """Keeps one worker busy, in a thread of its own; replaces it when it is gone.

    `passed` and `kill` are called by other threads, hence the lock.
    """

    def __init__(self, pool: Tasks, seconds_a_file: float) -> None:
        self._pool = pool
        self._seconds_a_file = seconds_a_file
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self._ready = False
        self._files = 0  # that the worker was given
        self._given: deque[FileTask] = deque()  # and has not answered; it is at the first
        self._spent = 0.0  # seconds on the first, or on starting
        self._too_slow: FileTask | None = None  # the worker was killed for its sake

    def run(self) -> None:
        while True:
            try:
                self._fill()
                self._listen()
            except CancelledError:
                self._end()
                return
            except Exception as error:
                log.exception("seeing to a worker process failed")
                self._end()
                self._given.clear()
                self._pool.fail(BugError(f"reading pictures failed ({type(error).__name__})"))

    def passed(self, seconds: float) -> None:
        """So much time went by; the worker is ended if its file has had enough, or nobody wants it any more."""
        with self._lock:
            self._spent += seconds
            if self._worker is None or (self._ready and not self._given):
                return
            limit = self._seconds_a_file if self._ready else SECONDS_TO_START
            if self._spent > limit or (self._ready and self._given[0].promised.cancelled()):
                self._too_slow = self._given[0] if self._given else None
                self._worker.kill()

    def kill(self) -> None:
        with self._lock:
            if self._worker is not None:
                self._worker.kill()

    def _fill(self) -> None:
        """Give the worker what it may have; wait for something to do if it has nothing."""
        while len(self._given) < AHEAD and self._files < FILES_A_WORKER:
            task = self._pool.next_task(wait=not self._given)
            if task is None:
                return
            if not task.promised.cancelled() and not self._give(task):
                self._pool.again(task)
                return  # to hear of its end

    def _give(self, task: FileTask) -> bool:
        """False when the worker has died of what it was given before, and this must wait for another."""
        while True:
            worker = self._worker or self._start()
            if worker is None:
                settle(task.promised, BugError("the worker processes that read pictures end as soon as they start"))
                return True
            with self._lock:
                if not self._given:
                    self._spent = 0.0
                self._given.append(task)
            try:
                worker.give(task.work)
                self._files += 1
                return True
            except OSError:  # it died; of this file it has not heard
                with self._lock:
                    self._given.pop()
                if self._given:
                    return False
                self._end()

    def _start(self) -> Worker | None:
        """A worker that is ready. None when none can be had."""
        while True:
            self._pool.go_on()
            try:
                worker = self._pool.new_worker()
                with self._lock:
                    self._worker, self._ready, self._files, self._spent = worker, False, 0, 0.0
                self._pool.go_on()  # from here on `kill` finds the worker
                state, words = worker.hear()
            except EOFError:
                state, words = "unable", "it ended"
            except (OSError, ValueError) as error:  # there may be no more processes or open files to be had
                state, words = "unable", str(error)
            if state == "ready":
                if words:
                    log.warning("a worker process that reads pictures could not be confined: %s", words)
                with self._lock:
                    self._ready, self._spent = True, 0.0
                return worker
            code = self._end()
            self._pool.go_on()  # `stop` killed it: it could have started
            log.warning("a worker process could not start (exit code %s): %s", code, words)
            if self._pool.could_not_start():
                return None

    def _listen(self) -> None:
        """Hear of one file, or of the worker's end."""
        if not self._given or self._worker is None:
            return
        try:
            answer = self._worker.hear()
        except (EOFError, OSError, ValueError):
            self._bury()
            return
        with self._lock:
            task = self._given.popleft()
            self._spent = 0.0
        self._pool.was_read()
        settle(task.promised, _result(answer))
        if self._files >= FILES_A_WORKER and not self._given:
            self._end()

    def _bury(self) -> None:
        """The worker is gone: the first file has its reason, or a second try; the others another worker."""
        with self._lock:
            first, *others = self._given
            self._given.clear()
            too_slow = self._too_slow
        code = self._end()
        for task in others:
            self._pool.again(task)
        if too_slow is first or code == -getattr(signal, "SIGXCPU", 0):
            reason = TOO_SLOW.with_values(seconds=f"{self._seconds_a_file:g}")
            settle(first.promised, Unread(SkipKind.TIMEOUT, reason))
        elif too_slow is None and first.died_before:
            settle(first.promised, Unread(SkipKind.CRASHED, CRASHED.with_values(code=code)))
        else:
            first.died_before |= too_slow is None
            self._pool.again(first)

    def _end(self) -> int | None:
        with self._lock:
            worker, self._worker, self._ready, self._too_slow = self._worker, None, False, None
        self._files = 0
        return worker.end() if worker is not None else None


def _result(answer: Any) -> Any:
    match answer:
        case ("read", result):
            return result
        case ("failed", str(kind), trace):  # ours to mend, but no reason to stop a scan of a million files
            log.error("reading a file failed in an unforeseen way\n%s", trace)
            return Unread(SkipKind.DAMAGED, FAILED.with_values(kind=kind))
    return Unread(SkipKind.DAMAGED, said("reading it gave no answer"))


def settle(promised: Future[Any], result: Any) -> None:
    with suppress(InvalidStateError):  # cancelled meanwhile
        if isinstance(result, BugError):
            promised.set_exception(result)
        else:
            promised.set_result(result)
