"""Work with a network that can be broken off at any of its layers.

A batch that has to go through a network whole takes many seconds on a CPU, and torch does not listen meanwhile. So
the work is done on a thread of its own, and whoever waits for it is heard in between. Should they leave, the work
stops at the next layer, on the way forth or back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn

R = TypeVar("R")
T = TypeVar("T")

SECONDS_BETWEEN_REPORTS = 0.2


def interruptible(network: nn.Module, work: Callable[[], T], report: Callable[[], R]) -> Generator[R, None, T]:
    """What `work` returns or raises, as if it had been called here. Closed before its end, it leaves no thread."""
    left = threading.Event()
    with _stopping_at_layers(network, left):
        task = _WorkThread(work)
        try:
            while not task.done.wait(SECONDS_BETWEEN_REPORTS):
                yield report()
        finally:
            left.set()
            task.end()
    return task.result()


class _LeftError(Exception):
    """Nobody waits for the result any more."""


class _WorkThread(Generic[T]):
    """Work under way on a thread that computes as the one that began it: torch's settings are each thread's own."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._records, self._threads = torch.is_grad_enabled(), torch.get_num_threads()
        self._results: list[T] = []
        self._errors: list[BaseException] = []
        self.done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="whole batch", daemon=True)
        self._thread.start()

    def end(self) -> None:
        self.done.wait()  # Python 3.11 takes a thread for ended when Ctrl+C comes while it is joined
        self._thread.join()

    def result(self) -> T:
        if self._errors:
            # Not kept: a cycle of error and frames would hold the batch's memory, when it may be needed most.
            raise self._errors.pop()
        return self._results.pop()

    def _run(self) -> None:
        try:
            torch.set_num_threads(self._threads)
            with torch.set_grad_enabled(self._records):
                self._results.append(self._work())
        except _LeftError:
            pass
        except BaseException as error:
            self._errors.append(error)
        finally:
            self.done.set()


@contextmanager
def _stopping_at_layers(network: nn.Module, left: threading.Event) -> Iterator[None]:
    """Within it, once `left` is set, the network raises _LeftError after a layer or before the layer's gradient."""

    def check(*_: object) -> None:
        if left.is_set():
            raise _LeftError

    def after_layer(_layer: nn.Module, _inputs: object, outputs: object) -> None:
        check()
        # A module's own backward hooks forbid layers that work in place, as those of ResNet do.
        if isinstance(outputs, Tensor) and outputs.grad_fn is not None:
            outputs.grad_fn.register_prehook(check)

    layers = [module for module in network.modules() if next(module.children(), None) is None]
    handles = [layer.register_forward_hook(after_layer) for layer in layers]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
