"""Long work in a process of its own: what it imports, takes and breaks is gone with it.

torch takes half a gigabyte, and Python's lock for seconds: a window that trains would keep the one and wait for the
other. So its trainings run here. The caller drives them as any other work: it hears their reports, closing ends
them, and while it does not ask for the next report, they wait. Of many reports in a short time some are left out.
"""

from __future__ import annotations

import logging
import logging.handlers
import pickle
import signal
import time
import traceback
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from engine.errors import BugError, UserError
from engine.library import Library, join_library
from engine.progress import Driven, Progress
from engine.sentences import said, text_of
from engine.worker_processes import belong_to_parent, deaf_to_ctrl_c, stand_back, starting

log = logging.getLogger(__name__)

T = TypeVar("T")

REPORTS_A_SECOND = 40  # each is waited for, which takes less than a thousandth of a second
SECONDS_BETWEEN_LOOKS = 0.2  # while it starts: the caller is asked whether it still wants it
SECONDS_TO_CLOSE = 60.0  # a training writes its last epoch; what takes longer hangs
GO_ON, CLOSE = b"go on", b"close"
MAY_CROSS = ("builtins", "sqlite3", "engine")  # modules of exceptions that can be made again here


@dataclass(frozen=True, slots=True)
class _Reported:
    progress: Progress


@dataclass(frozen=True, slots=True)
class _Returned:
    result: Any


@dataclass(frozen=True, slots=True)
class _Raised:
    error: BaseException


@dataclass(frozen=True, slots=True)
class _Logged:
    record: logging.LogRecord


def in_own_process(
    library: Library, begins: Progress, work: Callable[..., Generator[Progress, None, T]], *arguments: object
) -> Generator[Progress, None, T]:
    """`work(library, *arguments)` in another process, which has the library open as this one has.

    `work` is a function of a module, and all that goes there and comes back can be pickled. `begins` is reported
    until the work itself reports.
    """
    library.must_be_writable()
    process = _Process(library.path, work, arguments)
    try:
        while (heard := process.hear(SECONDS_BETWEEN_LOOKS)) is None:
            yield begins
        while isinstance(heard, _Reported):
            yield heard.progress
            process.go_on()
            heard = process.hear()
        if isinstance(heard, _Returned):
            result: T = heard.result
            return result
        raise heard.error if isinstance(heard, _Raised) else BugError("a process was waited for in vain")
    finally:
        process.close()


class _Process:
    """The other process, as seen from here."""

    def __init__(self, path: str, work: Callable[..., Any], arguments: tuple[object, ...]) -> None:
        context = starting()
        self._here, there = context.Pipe()
        level = logging.getLogger().level
        task = pickle.dumps((path, work, arguments))
        self._process = context.Process(target=_serve, args=(there, task, level), daemon=False)
        with deaf_to_ctrl_c():
            self._process.start()
        stand_back(self._process)
        there.close()
        self._over = False
        self._reported = False

    def hear(self, seconds: float | None = None) -> _Reported | _Returned | _Raised | None:
        """The next report, or the end; None if there is neither in that time."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if until is None else max(0.0, until - time.monotonic())
            ready = wait([self._here, self._process.sentinel], left)
            if not ready:
                return None
            try:
                if self._here not in ready and not self._here.poll():
                    return self._ended_unheard()
                message: _Reported | _Returned | _Raised | _Logged = pickle.loads(self._here.recv_bytes())
            except (EOFError, OSError):
                return self._ended_unheard()
            if isinstance(message, _Logged):
                logging.getLogger(message.record.name).handle(message.record)
                continue
            self._over = not isinstance(message, _Reported)
            self._reported = True
            return message

    def go_on(self) -> None:
        self._tell(GO_ON)

    def close(self) -> None:
        """End it: work that is under way is closed as a generator is, what has not begun is just ended."""
        if self._reported and not self._over:
            self._tell(CLOSE)
            self._hear_the_end()
        if not self._over:
            self._process.kill()
        self._process.join(SECONDS_TO_CLOSE)
        if self._process.is_alive():
            log.error("a process of its own does not end; it is ended")
            self._process.kill()
            self._process.join()
        self._process.close()
        self._here.close()

    def _tell(self, what: bytes) -> None:
        with suppress(OSError):  # that it is gone is heard next
            self._here.send_bytes(what)

    def _hear_the_end(self) -> None:
        while not self._over:
            heard = self.hear(SECONDS_TO_CLOSE)
            if heard is None:
                log.error("work in a process of its own does not close; it is ended")
                return
            if isinstance(heard, _Raised):
                log.error("work in a process of its own did not close well", exc_info=heard.error)

    def _ended_unheard(self) -> _Raised:
        self._over = True
        self._process.join()
        code = self._process.exitcode or 0
        if code >= 0:
            return _Raised(BugError(f"a process of its own ended without a word (exit code {code})"))
        how = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        sentence = said(
            "The process that did this work was ended from outside ({how}); memory may have run out.", how=how
        )
        return _Raised(UserError(sentence))


# -- in the other process -----------------------------------------------------------------------------------------


def _serve(there: Connection[Any, Any], task: bytes, log_level: int) -> None:
    belong_to_parent()
    channel = _Channel(there)
    root = logging.getLogger()
    root.setLevel(log_level)
    root.addHandler(channel)
    try:
        path, work, arguments = pickle.loads(task)
        library = join_library(path)
        try:
            result = _driven(work(library, *arguments), channel)
        finally:
            library.close()
        channel.send(_Returned(result))
    except BaseException as error:
        with suppress(OSError):  # nobody wants it any more: whoever did was killed
            channel.send(_Raised(_crossing(error)))


def _driven(work: Generator[Progress, None, T], channel: _Channel) -> T | None:
    """Its result; None if it was closed."""
    told_at, note = 0.0, None
    with Driven(work) as driven:
        for progress in driven:
            due = time.monotonic() - told_at >= 1 / REPORTS_A_SECOND
            if due or progress.note != note or progress.must_be_heard:
                if not channel.report(progress):
                    return None
                told_at, note = time.monotonic(), progress.note
    return driven.result


class _Channel(logging.handlers.QueueHandler):
    """To the process that wants the work: reports, what is logged, the end."""

    def __init__(self, there: Connection[Any, Any]) -> None:
        super().__init__(queue=None)  # type: ignore[arg-type]  # records go through the pipe
        self._there = there

    def enqueue(self, record: logging.LogRecord) -> None:
        with suppress(OSError):  # nobody is there to hear it
            self.send(_Logged(record))

    def report(self, progress: Progress) -> bool:
        """Whether to go on."""
        self.send(_Reported(progress))
        return self._there.recv_bytes() == GO_ON

    def send(self, message: _Reported | _Returned | _Raised | _Logged) -> None:
        data = pickle.dumps(message)  # not as the pipe would: torch hands tensors over in memory that dies with us
        assert self.lock is not None
        with self.lock:
            self._there.send_bytes(data)


def _crossing(error: BaseException) -> BaseException:
    """The same error, fit to be raised there; where it came from is written on it."""
    crossing = error if _can_be_made_again(error) else _described(error)
    if not isinstance(error, UserError):
        crossing.add_note(f"in the process of its own:\n{''.join(traceback.format_exception(error))}")
    crossing.__traceback__ = crossing.__cause__ = crossing.__context__ = None
    return crossing


def _can_be_made_again(error: BaseException) -> bool:
    """There, without importing what this process is for."""
    if type(error).__module__.partition(".")[0] not in MAY_CROSS:
        return False
    try:
        return isinstance(pickle.loads(pickle.dumps(error)), type(error))
    except Exception:
        return False


def _described(error: BaseException) -> Exception:
    return (
        UserError(text_of(error)) if isinstance(error, UserError) else BugError(f"{type(error).__name__}: {error}")
    )
