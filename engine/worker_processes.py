"""What any worker process needs: how it begins, how many there should be, that a person's work goes first, and that
none outlives the program."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, SpawnContext
    from multiprocessing.process import BaseProcess

    Starting = SpawnContext | ForkServerContext

# Each begins anew: a fork would take along locks that other threads hold. (Tests have theirs forked off a process
# that has imported what they need and has no other threads.)
_begins: Starting = multiprocessing.get_context("spawn")

STANDING_BACK = 10  # as `nice` counts
_niceness = 0


def starting() -> Starting:
    """What makes processes, and what they share."""
    return _begins


def start_by(context: Starting) -> None:
    """From now on, processes are made by that."""
    global _begins
    _begins = context


def let_long_work_stand_back() -> None:
    """From now on, processes that work long get what a window in use leaves of the processor; all of it if nobody
    else wants any. Windows has no such call, and goes on without."""
    global _niceness
    _niceness = STANDING_BACK


def stand_back(process: BaseProcess) -> None:
    """Called right after its start: threads that it makes will follow it."""
    if _niceness and process.pid is not None and hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            of_itself = os.getpriority(os.PRIO_PROCESS, process.pid)
            os.setpriority(os.PRIO_PROCESS, process.pid, max(_niceness, of_itself))


def default_workers() -> int:
    """One for each core that this program may use."""
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@contextmanager
def deaf_to_ctrl_c() -> Iterator[None]:
    """A process that is started in this block does not hear Ctrl+C, not even while it still imports what it needs:
    all that a terminal runs hears it at once."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # where there is such a thing

    resource_tracker.ensure_running()  # whose start would let the signal in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def belong_to_parent() -> None:
    """Called in a worker process: it lives as long as the main process wants it to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the main process, which then ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # at once, also out of a decoder that never returns to Python
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A main process that was killed cannot end its workers; they see that it is gone and end themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
