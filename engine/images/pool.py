"""Worker processes that read files. One that hangs is ended after 10 s, one that dies is replaced; each costs just
the file it was reading, which gets its reason.

`worker_keeper` sees to each of them.
"""

import atexit
import math
import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from itertools import count
from types import TracebackType
from typing import Any

from engine.content import ContentKind
from engine.errors import BugError, UserError
from engine.feature_space import FeatureSpace
from engine.images import reading
from engine.images.reading import Crop, Noted, Outcome, Square, ToExport, Unread, Viewed
from engine.images.worker import Worker
from engine.images.worker_keeper import FileTask, WorkerKeeper, settle
from engine.model.backbones import Backbone, backbone
from engine.sentences import said
from engine.worker_processes import stand_back

SECONDS_A_FILE = 10.0
MOST_BREAKS = 3
TICK = 0.1  # seconds between two looks at the clock
LONGEST_TICK = 1.0  # what took longer is time in which we did not run, nor maybe the workers


_pools: "weakref.WeakSet[ReadingPool]" = weakref.WeakSet()  # those that the end of the program has to stop


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
        self._waiting: queue.PriorityQueue[tuple[float, int, FileTask | None]] = queue.PriorityQueue()
        self._numbers = count()
        self._under_way: set[Future[Any]] = set()
        self._busy = threading.Event()
        self._changing = threading.Lock()  # of whether it is stopped, and of who is idle
        self._stopped = False
        self._idle = 0  # workers that wait for something to do
        self._breaks = 0  # workers that could not start, since a file was last read
        self._keepers = [WorkerKeeper(self, seconds_a_file) for _ in range(workers)]
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
            task = FileTask((function, arguments), urgency)
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

    def next_task(self, wait: bool) -> FileTask | None:
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

    def again(self, task: FileTask) -> None:
        self._waiting.put((-task.urgency, next(self._numbers), task))

    def fail(self, error: BugError) -> None:
        """We got it wrong: nobody may wait for ever for what was under way."""
        for future in list(self._under_way):
            settle(future, error)

    def was_read(self) -> None:
        self._breaks = 0

    def could_not_start(self) -> bool:
        """Whether that was once too often."""
        self._breaks += 1
        return self._breaks > MOST_BREAKS


@atexit.register
def _stop_all() -> None:
    for pool in list(_pools):
        pool.stop()
