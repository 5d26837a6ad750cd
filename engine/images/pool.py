"""Worker processes that read files. One that hangs is ended after 10 s, one that dies is replaced; each costs just
the file it was reading, which gets its reason.

Which file that is, a worker's answers say (see `worker`). A death counts when it happens twice, as the first one
may be another's doing: the system ends processes when memory is short. The 10 s are those in which this process
ran itself, so that a computer that slept for an hour has not used up anyone's time.
"""

import atexit
import logging
import math
import queue
import signal
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Any

from engine.content import ContentKind
from engine.errors import BugError, UserError
from engine.feature_space import FeatureSpace
from engine.file_reasons import CRASHED, FAILED, TOO_SLOW
from engine.images import reading
from engine.images.reading import Crop, Noted, Outcome, Square, ToExport, Unread, Viewed
from engine.images.worker import Call, Worker
from engine.model.backbones import Backbone, backbone
from engine.sentences import said
from engine.skip_kinds import SkipKind
from engine.worker_processes import stand_back

log = logging.getLogger(__name__)

SECONDS_A_FILE = 10.0
SECONDS_TO_START = 120.0
FILES_A_WORKER = 5000  # then it is replaced: a decoder that leaks cannot grow for ever
AHEAD = 2  # files that a worker has: it goes on with the next while we see to what it has read
MOST_BREAKS = 3
TICK = 0.1  # seconds between two looks at the clock
LONGEST_TICK = 1.0  # what took longer is time in which we did not run, nor maybe the workers


_pools: "weakref.WeakSet[ReadingPool]" = weakref.WeakSet()  # those that the end of the program has to stop


@dataclass(slots=True, eq=False)
class _FileTask:
    """What a worker is to do, and the caller's future: it hears of the final outcome only."""

    work: Call
    urgency: int = 0
    died_before: bool = False
    promised: Future[Any] = field(default_factory=Future)


class ReadingPool:
    """Reads files in `workers` processes. With `onnx_path` they compute features, without it they hand back
    pixels for an encoder elsewhere (a GPU). They stand back behind the window, unless each file is `awaited` by
    somebody. Only tests and measurements want them not `confined`."""

    def __init__(
        self,
        workers: int,
        network: FeatureSpace | Backbone,
        onnx_path: str | None,
        seconds_a_file: float = SECONDS_A_FILE,
        confined: bool = True,
        *,
        awaited: bool = False,
    ) -> None:
        self.workers = workers
        self._awaited = awaited
        # The backbone as a whole: looking it up may take torch, or the models folder.
        spec = network if isinstance(network, Backbone) else backbone(network)
        self._for_workers = (spec, onnx_path, seconds_a_file, confined)
        self._waiting: queue.PriorityQueue[tuple[float, int, _FileTask | None]] = queue.PriorityQueue()
        self._numbers = count()
        self._under_way: set[Future[Any]] = set()
        self._busy = threading.Event()
        self._changing = threading.Lock()  # of whether it is stopped, and of who is idle
        self._stopped = False
        self._idle = 0  # workers that wait for something to do
        self._breaks = 0  # workers that could not start, since a file was last read
        self._keepers = [_WorkerKeeper(self, seconds_a_file) for _ in range(workers)]
        self._threads: list[threading.Thread] = []
        _pools.add(self)

    def read(
        self,
        path: bytes,
        known: tuple[bytes, ...] = (),
        urgency: int = 0,
        kind: ContentKind = ContentKind.BLAKE3,
    ) -> Future[Outcome]:
        """What is more urgent goes before all that no worker has begun."""
        return self._schedule(reading.read_file, path, known, kind, urgency=urgency)

    def read_square(
        self, path: bytes, side: int, kind: ContentKind = ContentKind.BLAKE3
    ) -> Future[Square | Unread]:
        return self._schedule(reading.read_square, path, side, kind)

    def read_metadata(self, path: bytes) -> Future[Noted | Unread]:
        return self._schedule(reading.read_metadata, path)

    def read_query(self, source: bytes, is_path: bool, crop: Crop | None) -> Outcome:
        result: Outcome = self._wait_for(reading.read_query, source, is_path, crop)
        return result

    def view(self, path: bytes, longest: int) -> Viewed | Unread:
        result: Viewed | Unread = self._wait_for(reading.view_file, path, longest)
        return result

    def export(self, path: bytes, longest: int, with_place: bool) -> ToExport | Unread:
        result: ToExport | Unread = self._wait_for(reading.export_file, path, longest, with_place)
        return result

    def ask(
        self, function: Callable[..., tuple[object, ...]], *arguments: object
    ) -> Future[tuple[object, ...] | Unread]:
        """Have a function of another room run by a worker. It takes and gives what `answers` can carry."""
        return self._schedule(reading.with_reason, function, *arguments)

    def stop(self) -> None:
        """End the workers at once, whatever they are doing. Who waits for a file gets a CancelledError."""
        with self._changing:
            self._stopped = True
        for future in list(self._under_way):
            future.cancel()  # before its worker is killed, which would count against the file
        for keeper in self._keepers:
            keeper.kill()
        self._busy.set()
        for _ in self._threads:
            self._waiting.put((-math.inf, next(self._numbers), None))
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> "ReadingPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _wait_for(self, function: Any, *arguments: Any) -> Any:
        try:
            return self._schedule(function, *arguments).result()
        except CancelledError:
            raise UserError(said("The picture was not read: the program is closing.")) from None

    def _schedule(self, function: Any, *arguments: Any, urgency: int = 0) -> Future[Any]:
        with self._changing:
            if self._stopped:
                raise CancelledError
            self._start_threads()
            task = _FileTask((function, arguments), urgency)
            self._under_way.add(task.promised)
        task.promised.add_done_callback(self._under_way.discard)
        self._busy.set()
        self.again(task)
        return task.promised

    def _start_threads(self) -> None:
        if not self._threads:
            runs = [keeper.run for keeper in self._keepers]
            self._threads = [threading.Thread(target=run, daemon=True) for run in (*runs, self._watch)]
            for thread in self._threads:
                thread.start()

    def _watch(self) -> None:
        """See to the time of each file, while any is under way."""
        last = time.monotonic()
        while not self._stopped:
            if not self._under_way:
                self._busy.clear()
                if not self._under_way and not self._stopped:
                    self._busy.wait()
                last = time.monotonic()
            time.sleep(TICK)
            now = time.monotonic()
            for keeper in self._keepers:
                keeper.passed(min(now - last, LONGEST_TICK))
            last = now

    def new_worker(self) -> Worker:
        worker = Worker(*self._for_workers)
        if not self._awaited:
            stand_back(worker.process)
        return worker

    def go_on(self) -> None:
        """CancelledError when all is to stop."""
        if self._stopped:
            raise CancelledError

    def next_task(self, wait: bool) -> _FileTask | None:
        """CancelledError when all is to stop. Without `wait`, None when there is none to spare."""
        if not wait and self._idle:
            return None  # another worker has nothing to do
        with suppress(queue.Empty), self._being_idle(wait):
            *_, task = self._waiting.get(block=wait)
            self.go_on()
            return task
        return None

    @contextmanager
    def _being_idle(self, idle: bool) -> Iterator[None]:
        with self._changing:
            self._idle += idle
        try:
            yield
        finally:
            with self._changing:
                self._idle -= idle

    def again(self, task: _FileTask) -> None:
        self._waiting.put((-task.urgency, next(self._numbers), task))

    def fail(self, error: BugError) -> None:
        """We got it wrong: nobody may wait for ever for what was under way."""
        for future in list(self._under_way):
            _settle(future, error)

    def was_read(self) -> None:
        self._breaks = 0

    def could_not_start(self) -> bool:
        """Whether that was once too often."""
        self._breaks += 1
        return self._breaks > MOST_BREAKS


class _WorkerKeeper:
    """Keeps one worker busy, in a thread of its own; replaces it when it is gone.

    `passed` and `kill` are called by other threads, hence the lock.
    """

    def __init__(self, pool: ReadingPool, seconds_a_file: float) -> None:
        self._pool = pool
        self._seconds_a_file = seconds_a_file
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self._ready = False
        self._files = 0  # that the worker was given
        self._given: deque[_FileTask] = deque()  # and has not answered; it is at the first
        self._spent = 0.0  # seconds on the first, or on starting
        self._too_slow: _FileTask | None = None  # the worker was killed for its sake

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

    def _give(self, task: _FileTask) -> bool:
        """False when the worker has died of what it was given before, and this must wait for another."""
        while True:
            worker = self._worker or self._start()
            if worker is None:
                _settle(
                    task.promised, BugError("the worker processes that read pictures end as soon as they start")
                )
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
        _settle(task.promised, _result(answer))
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
            _settle(first.promised, Unread(SkipKind.TIMEOUT, reason))
        elif too_slow is None and first.died_before:
            _settle(first.promised, Unread(SkipKind.CRASHED, CRASHED.with_values(code=code)))
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


def _settle(promised: Future[Any], result: Any) -> None:
    with suppress(InvalidStateError):  # cancelled meanwhile
        if isinstance(result, BugError):
            promised.set_exception(result)
        else:
            promised.set_result(result)


@atexit.register
def _stop_all() -> None:
    for pool in list(_pools):
        pool.stop()
