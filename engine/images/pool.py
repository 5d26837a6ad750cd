"""Worker processes that read files. One that hangs is ended after 10 s, one that dies is replaced; each costs
just the file it was reading, which gets its reason."""

import logging
import multiprocessing
import os
from concurrent.futures import CancelledError, Future, TimeoutError
from types import TracebackType
from typing import Any

from pebble import ProcessExpired, ProcessPool

from engine.images import reading
from engine.images.decode import SkipKind
from engine.images.reading import Crop, Outcome, Unread

log = logging.getLogger(__name__)

SECONDS_A_FILE = 10
FILES_A_WORKER = 5000  # then it is replaced: a decoder that leaks cannot grow for ever


class ReadingPool:
    """Reads files in `workers` processes. With `onnx_path` they compute features, without it they hand back
    pixels for an encoder elsewhere (a GPU)."""

    def __init__(self, workers: int, backbone_name: str, onnx_path: str | None) -> None:
        os.environ.setdefault("OMP_NUM_THREADS", "1")  # for the workers: one process per core is enough
        self.workers = workers
        self._pool = ProcessPool(
            max_workers=workers,
            max_tasks=FILES_A_WORKER,
            initializer=reading.start_worker,
            initargs=[backbone_name, onnx_path],
            context=multiprocessing.get_context("spawn"),
        )

    def read(self, path: bytes, known: tuple[bytes, ...] = ()) -> Future[Outcome]:
        return self._schedule(reading.read_file, path, known)

    def read_query(self, source: bytes, is_path: bool, crop: Crop | None) -> Outcome:
        result: Outcome = outcome(self._schedule(reading.read_query, source, is_path, crop))
        return result

    def view(self, path: bytes, longest: int) -> tuple[bytes, int, int, int, int] | Unread:
        result: tuple[bytes, int, int, int, int] | Unread = outcome(
            self._schedule(reading.view_file, path, longest)
        )
        return result

    def warm_up(self) -> None:
        """Start the processes now, so that they are ready when the first file comes."""
        self._pool.active  # noqa: B018 - starts the pool

    def stop(self) -> None:
        """End the workers at once, whatever they are doing."""
        self._pool.stop()
        self._pool.join()

    def __enter__(self) -> "ReadingPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _schedule(self, function: Any, *arguments: Any) -> Future[Any]:
        future: Future[Any] = self._pool.schedule(function, args=arguments, timeout=SECONDS_A_FILE)
        return future


def outcome(future: Future[Any]) -> Any:
    """What became of a file, with whatever befell its worker turned into a reason."""
    try:
        return future.result()
    except TimeoutError:
        return Unread(SkipKind.TIMEOUT, f"it took longer than {SECONDS_A_FILE} s to read")
    except ProcessExpired as death:
        return Unread(SkipKind.CRASHED, f"its decoder crashed (exit code {death.exitcode})")
    except CancelledError:
        raise
    except Exception as error:  # ours to mend, but no reason to stop a scan of a million files
        log.exception("reading a file failed in an unforeseen way")
        return Unread(SkipKind.DAMAGED, f"reading it failed ({type(error).__name__})")


def default_workers() -> int:
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
