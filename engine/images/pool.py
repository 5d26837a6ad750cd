"""Worker processes that read files. One that hangs is ended after 10 s, one that dies is replaced; each costs
just the file it was reading, which gets its reason. A death counts when it happens twice: pebble may hear late
what a worker said before it died, and then charges the death to a file that had been read."""

import logging
import multiprocessing
import os
import threading
from concurrent.futures import CancelledError, Future, InvalidStateError, TimeoutError
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any

from pebble import ProcessExpired, ProcessPool

from engine.errors import BugError, UserError
from engine.images import reading
from engine.images.decode import SkipKind
from engine.images.reading import Crop, Outcome, Square, Unread, Viewed
from engine.model.backbones import backbone

log = logging.getLogger(__name__)

SECONDS_A_FILE = 10.0
FILES_A_WORKER = 5000  # then it is replaced: a decoder that leaks cannot grow for ever
MOST_BREAKS = 3
AGAIN_AFTER = 0.3  # seconds; by then pebble has seen to all that died at once, or knows that its pool is broken


class NotReadError(Exception):
    """No worker has looked at the file, through no fault of its own: give it to the pool again."""


@dataclass(slots=True, eq=False)
class _Task:
    """What a worker is to do, and the caller's future: it hears of the final outcome only."""

    function: Any
    arguments: tuple[Any, ...]
    deaths_before: int  # of any worker, when it was given to the pool
    tried_before: bool = False
    promised: Future[Any] = field(default_factory=Future)


class ReadingPool:
    """Reads files in `workers` processes. With `onnx_path` they compute features, without it they hand back
    pixels for an encoder elsewhere (a GPU)."""

    def __init__(
        self, workers: int, backbone_name: str, onnx_path: str | None, seconds_a_file: float = SECONDS_A_FILE
    ) -> None:
        self.workers = workers
        self._for_workers = [backbone(backbone_name), onnx_path]  # as a whole: looking it up may take torch
        self._seconds_a_file = seconds_a_file
        self._under_way: set[Future[Any]] = set()
        self._stopped = False
        self._breaks = 0  # since a file was last read
        self._deaths = 0
        self._pool = self._new_pool()

    def read(self, path: bytes, known: tuple[bytes, ...] = ()) -> Future[Outcome]:
        return self._schedule(reading.read_file, path, known)

    def read_square(self, path: bytes, side: int) -> Future[Square | Unread]:
        return self._schedule(reading.read_square, path, side)

    def read_query(self, source: bytes, is_path: bool, crop: Crop | None) -> Outcome:
        result: Outcome = self._wait_for(reading.read_query, source, is_path, crop)
        return result

    def view(self, path: bytes, longest: int) -> Viewed | Unread:
        result: Viewed | Unread = self._wait_for(reading.view_file, path, longest)
        return result

    def stop(self) -> None:
        """End the workers at once, whatever they are doing. Who waits for a file gets a CancelledError."""
        self._stopped = True
        for future in list(self._under_way):
            future.cancel()
        self._pool.stop()
        self._pool.join()

    def __enter__(self) -> "ReadingPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self.workers,
            max_tasks=FILES_A_WORKER,
            initializer=reading.start_worker,
            initargs=self._for_workers,
            context=multiprocessing.get_context("spawn"),
        )

    def _wait_for(self, function: Any, *arguments: Any) -> Any:
        while True:
            try:
                return outcome(self._schedule(function, *arguments))
            except NotReadError:
                continue
            except CancelledError:
                raise UserError("The picture was not read: the program is closing.") from None

    def _schedule(self, function: Any, *arguments: Any) -> Future[Any]:
        task = _Task(function, arguments, self._deaths)
        while True:
            try:
                self._attempt(task)
                break
            except RuntimeError:
                if self._stopped:
                    raise CancelledError from None
                self._renew()
        self._under_way.add(task.promised)
        task.promised.add_done_callback(self._on_done)
        if self._stopped:
            task.promised.cancel()  # `stop` may have looked just before it was under way
        return task.promised

    def _attempt(self, task: _Task) -> None:
        """RuntimeError when pebble's pool is broken or stopped."""
        future = self._pool.schedule(task.function, args=task.arguments, timeout=self._seconds_a_file)
        task.promised.add_done_callback(lambda promised: promised.cancelled() and future.cancel())
        future.add_done_callback(partial(self._on_attempted, task))

    def _on_attempted(self, task: _Task, future: Future[Any]) -> None:
        error = BrokenProcessPool("its pool is gone") if future.cancelled() else future.exception()
        if isinstance(error, ProcessExpired):
            self._deaths += 1
        if self._is_doubtful(task, error) and not task.promised.done():
            task.tried_before = True
            timer = threading.Timer(AGAIN_AFTER, self._try_again, [task])
            timer.daemon = True
            timer.start()
            task.promised.add_done_callback(lambda _: timer.cancel())
        else:
            _settle(task.promised, error, None if error else future.result())

    def _is_doubtful(self, task: _Task, error: BaseException | None) -> bool:
        """It may be another file's death. Who then really died is never heard of again and seems to hang."""
        beside_a_death = isinstance(error, TimeoutError) and self._deaths > task.deaths_before
        return not task.tried_before and (isinstance(error, ProcessExpired) or beside_a_death)

    def _try_again(self, task: _Task) -> None:
        try:
            self._attempt(task)
        except RuntimeError:
            _settle(task.promised, BrokenProcessPool("it broke before the second try"), None)

    def _renew(self) -> None:
        """A worker that dies while nobody reads (memory was short, say) breaks pebble's pool for good."""
        self._breaks += 1
        if self._breaks > MOST_BREAKS:
            raise BugError("the worker processes that read pictures end as soon as they start")
        log.warning("a worker process ended by itself; the others are started again")
        self._pool.stop()
        self._pool.join()
        self._pool = self._new_pool()

    def _on_done(self, future: Future[Any]) -> None:
        self._under_way.discard(future)
        if not future.cancelled() and future.exception() is None:
            self._breaks = 0


def _settle(promised: Future[Any], error: BaseException | None, result: Any) -> None:
    with suppress(InvalidStateError):  # cancelled meanwhile
        if error is None:
            promised.set_result(result)
        else:
            promised.set_exception(error)


def outcome(future: Future[Any]) -> Any:
    """What became of a file, with whatever befell its worker turned into a reason."""
    try:
        return future.result()
    except TimeoutError as timeout:
        return Unread(SkipKind.TIMEOUT, f"it took longer than {timeout.args[1]:g} s to read")
    except ProcessExpired as death:
        return Unread(SkipKind.CRASHED, f"its decoder crashed (exit code {death.exitcode})")
    except CancelledError:
        raise
    except BrokenProcessPool:
        raise NotReadError from None
    except Exception as error:  # ours to mend, but no reason to stop a scan of a million files
        log.exception("reading a file failed in an unforeseen way")
        return Unread(SkipKind.DAMAGED, f"reading it failed ({type(error).__name__})")


def default_workers() -> int:
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
