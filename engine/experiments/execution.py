"""Doing runs, several at a time: each in a process with one thread, since one run alone makes no good use of more.

What a run is, and what becomes of it, is the affair of those that do it (`Doing`). A finished run is a file, and
the file is what comes back from a process. Ctrl+C is for the main process; the others hear of it at their next
report, or end when the main process is gone. Progress counts only what is still to do: runs that were found on disk
say nothing about the time that the others will take.
"""

from __future__ import annotations

import ctypes
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from multiprocessing.synchronize import Event
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

import torch
from threadpoolctl import threadpool_limits

from engine.errors import BugError, UserError
from engine.progress import Progress
from engine.worker_processes import belong_to_parent, default_workers, starting

NOTE = "Training, in epochs of the runs to do"
HEARTBEAT = 0.2  # a report at least this often, so that a cancel is heard
MOST_RUNS = 1 << 16  # of one experiment


class Planned(Protocol):
    """A run to be done. Its epochs say how large a part of all the work it is."""

    @property
    def epochs(self) -> int: ...


AnyRun = TypeVar("AnyRun", bound=Planned)
AskedRun = TypeVar("AskedRun", bound=Planned, contravariant=True)
AnyOutcome = TypeVar("AnyOutcome")
Given = TypeVar("Given", covariant=True)


class Doing(Protocol[AskedRun, Given]):
    """Does runs, and knows the results of those that are finished."""

    @property
    def folder(self) -> Path: ...

    @property
    def one_thread(self) -> bool:
        """Whether a run has no use for more."""

    def finished(self, run: AskedRun) -> Given | None:
        """What became of an earlier run, if there is one."""

    def do(self, run: AskedRun) -> Generator[Progress, None, Given]:
        """Do it and keep what comes of it; the reports are of this one run."""

    def shared(self, folder: Path) -> Callable[[], Doing[AskedRun, Given]]:
        """How another process, to which it is handed, opens the same; `folder` is for what they share."""


class Execution(Generic[AnyRun, AnyOutcome]):
    """Does runs in `workers` processes; with one worker, in this one. To be used as a context."""

    def __init__(self, runs: Doing[AnyRun, AnyOutcome], workers: int) -> None:
        self.runs = runs
        self.workers = workers
        self._done = 0  # epochs of the runs that were done here
        self._closing = ExitStack()
        self._crew: _Crew[AnyRun] | None = None

    def __enter__(self) -> Execution[AnyRun, AnyOutcome]:
        if self.runs.one_thread:  # the same figures, whether done here or in a process
            self._closing.callback(torch.set_num_threads, torch.get_num_threads())
            torch.set_num_threads(1)
            self._closing.enter_context(threadpool_limits(1, user_api="blas"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def outcomes(self, wanted: Sequence[AnyRun], later: int = 0) -> Generator[Progress, None, list[AnyOutcome]]:
        """What became of each run, from disk or by doing it; `later` epochs are known to follow these runs."""
        found = {number: self.runs.finished(run) for number, run in enumerate(wanted)}
        missing = [number for number, outcome in found.items() if outcome is None]
        total = self._done + sum(wanted[number].epochs for number in missing) + later
        doing = self._in_processes if self.workers > 1 and len(missing) > 1 else self._here
        if missing:
            work = doing([wanted[number] for number in missing])
            try:
                for done in work:
                    yield Progress(self._done + int(done), total, NOTE)
            finally:
                work.close()
            self._done += sum(wanted[number].epochs for number in missing)
            yield Progress(self._done, total, NOTE)
        return [found[number] or self._from_disk(run) for number, run in enumerate(wanted)]

    def _from_disk(self, run: AnyRun) -> AnyOutcome:
        outcome = self.runs.finished(run)
        if outcome is None:
            raise UserError(f"The result of a run is not in {self.runs.folder} any more; please start again.")
        return outcome

    def _here(self, runs: Sequence[AnyRun]) -> Generator[float, None, None]:
        """Epochs done so far, one run after the other."""
        behind = 0
        for run in runs:
            work = self.runs.do(run)
            try:
                for progress in work:
                    yield behind + run.epochs * _share(progress)
            finally:
                work.close()
            behind += run.epochs

    def _in_processes(self, runs: Sequence[AnyRun]) -> Generator[float, None, None]:
        if self._crew is None:
            self._crew = self._closing.enter_context(_Crew(self.runs, self.workers))
        return (yield from self._crew.do(runs))


class _Crew(Generic[AnyRun]):
    """The processes, and what they share: the data as files, how far each run is, and whether to stop."""

    def __init__(self, runs: Doing[AnyRun, Any], workers: int) -> None:
        self._runs = runs
        self._workers = workers
        self._given = 0

    def __enter__(self) -> _Crew[AnyRun]:
        context = starting()
        self._closing = ExitStack()
        folder = Path(self._closing.enter_context(tempfile.TemporaryDirectory(prefix="dualhash-")))
        opened = self._runs.shared(folder)
        self._stop = context.Event()
        self._shares = context.RawArray(ctypes.c_double, MOST_RUNS)
        threads = 1 if self._runs.one_thread else max(1, default_workers() // self._workers)
        self._pool = ProcessPoolExecutor(
            self._workers,
            mp_context=context,
            initializer=_start_worker,
            initargs=(opened, threads, self._shares, self._stop),
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)
        self._closing.close()

    def do(self, runs: Sequence[AnyRun]) -> Generator[float, None, None]:
        """Epochs done so far of all these runs. Stops at the first error, which is raised."""
        first = self._given
        self._given += len(runs)
        if self._given > MOST_RUNS:
            raise BugError("an experiment of more runs than there is room for")
        under_way: set[Future[None]] = set()
        try:
            with _deaf_children():
                under_way = {self._pool.submit(_do, first + number, run) for number, run in enumerate(runs)}
            while under_way:
                finished, under_way = wait(under_way, HEARTBEAT, FIRST_COMPLETED)
                for future in finished:
                    future.result()
                yield sum(run.epochs * self._shares[first + number] for number, run in enumerate(runs))
        except BrokenProcessPool as error:
            raise UserError(
                "A process that trains ended by itself; too little memory is the usual reason. What is done is "
                "kept, and fewer --workers need less."
            ) from error
        finally:
            for future in under_way:
                future.cancel()


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes that are started here hear no Ctrl+C, not even before they can say so themselves: they import for a
    while, and would end in a traceback. This process hears it afterwards. (Windows has no such mask.)"""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _share(progress: Progress) -> float:
    return progress.done / progress.total if progress.total else 0.0


# ---- in the workers ----


class _Stopped(Exception):  # noqa: N818
    """The main process wants no more of this run."""


class _RunWorker:
    runs: Doing[Any, Any]
    shares: Any
    stop: Event


def _start_worker(opened: Callable[[], Doing[Any, Any]], threads: int, shares: Any, stop: Event) -> None:
    belong_to_parent()
    torch.set_num_threads(threads)
    threadpool_limits(threads, user_api="blas")
    _RunWorker.runs = opened()
    _RunWorker.shares, _RunWorker.stop = shares, stop


def _do(number: int, run: Planned) -> None:
    work = _RunWorker.runs.do(run)
    try:
        for progress in work:
            _RunWorker.shares[number] = _share(progress)
            if _RunWorker.stop.is_set():
                raise _Stopped
    finally:
        work.close()
    _RunWorker.shares[number] = 1
