"""Processes that begin quickly: each is forked off one that has imported what it needs, which takes longer than
most of their work in tests.

There are two to be forked off. What reads pictures needs no torch, whose memory makes a process's beginning and end
take four times as long; all others do.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, ForkServerProcess
from multiprocessing.popen_forkserver import Popen
from typing import Any

READING = "engine.images.worker"
NEEDED_TO_READ = ["onnxruntime", READING, "tests.quick_processes", "tests.kept_imports"]
NEEDED_TO_LEARN = ["numpy.ma", "engine.learning.training", "tests.learning.short_trainings", *NEEDED_TO_READ]

_without_torch = forkserver.ForkServer()
_launching = threading.RLock()  # threads start processes, too


def quick_processes() -> ForkServerContext:
    """What makes them. To be called where processes can be forked at all."""
    _without_torch.set_forkserver_preload(NEEDED_TO_READ)
    forkserver.set_forkserver_preload(NEEDED_TO_LEARN)
    return _Quick()


class _Quick(ForkServerContext):
    def Process(self, *args: Any, **named: Any) -> ForkServerProcess:  # a class in all other contexts
        made = _Learner if getattr(named.get("target"), "__module__", None) != READING else _Reader
        return made(*args, **named)


class _Learner(ForkServerProcess):
    @staticmethod
    def _Popen(process: Any) -> Popen:
        with _launching:
            return Popen(process)


class _Reader(ForkServerProcess):
    @staticmethod
    def _Popen(process: Any) -> Popen:
        with _forked_off(_without_torch):
            return Popen(process)


@contextmanager
def _forked_off(server: forkserver.ForkServer) -> Iterator[None]:
    """Python knows but one such server."""
    with _launching:
        pythons = forkserver.connect_to_new_process
        forkserver.connect_to_new_process = server.connect_to_new_process
        try:
            yield
        finally:
            forkserver.connect_to_new_process = pythons
