"""A training by several processes: what torchrun, or another launcher that names the processes alike, has started.

The first process is the program itself: it alone opens a library, writes and reports. Whenever it begins to train a
network, or to look through one at many pictures, or to measure codes, it gives the others the lesson, and all do it
together (see `engine.training.group` and `engine.piecework`). NCCL carries what GPUs say to each other, gloo all
else.

Each of the others keeps a line open to the first one. A line breaks when a process ends, and both sides notice at
once, whatever they are at: then the first one says what happened and ends all, or, if it is the one that is gone,
the second does.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import torch
import torch.distributed as dist

from engine.errors import UserError
from engine.piecework import shared_with
from engine.training.group import LostError, ProcessGroup

FOREVER = timedelta(days=365)  # between two lessons hours may pass; that somebody is gone is noticed by other means
GRACE = 5.0  # seconds in which the first process may end by itself

_OVER = 1


@contextmanager
def first_of_all() -> Iterator[None]:
    """Within it this process is the first, and those of the others that come here help it: they never leave."""
    has_gpu = torch.cuda.is_available()
    if has_gpu:
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    dist.init_process_group("cpu:gloo,cuda:nccl" if has_gpu else "gloo", timeout=FOREVER)
    lines = dist.new_group(backend="gloo", timeout=FOREVER)
    assert isinstance(lines, dist.ProcessGroup)  # all take part in it
    group = ProcessGroup()
    if group.rank > 0:
        _Wire(lines, 0).start()
        _help(group)
    kept = [_Wire(lines, rank) for rank in range(1, dist.get_world_size())]
    for line in kept:
        line.start()
    before = signal.signal(signal.SIGTERM, lambda *_: _end_soon())
    try:
        with shared_with(group):
            yield
        signal.signal(signal.SIGTERM, before)  # not at another end: it would keep this one from saying why
    finally:
        _Wire.is_over = True
        for rank in range(1, dist.get_world_size()):
            with suppress(RuntimeError):  # it is gone
                dist.send(torch.tensor([_OVER]), rank, group=lines)
        for line in kept:
            line.join(GRACE)
        dist.destroy_process_group()


class _Wire(threading.Thread):
    """Waits for what the process at its other end says, which is at most that all is over."""

    is_over = False

    def __init__(self, lines: dist.ProcessGroup, rank: int) -> None:
        super().__init__(name=f"line to process {rank}", daemon=True)
        self._lines, self._rank = lines, rank

    def run(self) -> None:
        try:
            dist.recv(torch.zeros(1, dtype=torch.long), self._rank, group=self._lines)
            os._exit(0)
        except RuntimeError:
            if not _Wire.is_over:
                self._lost()

    def _lost(self) -> None:
        if dist.get_rank() == 0:
            _end_soon()
            return
        if dist.get_rank() == 1:
            print(f"dualhash: {LostError()}", file=sys.stderr, flush=True)
        os._exit(1)


def _end_soon() -> None:
    """The first process ends with a sentence, by itself if it can: else it waits for somebody who is gone."""

    def end() -> None:
        time.sleep(GRACE)
        if not _Wire.is_over:
            print(f"dualhash: {LostError()}", file=sys.stderr, flush=True)
            os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def _help(group: ProcessGroup) -> None:
    """Lesson after lesson, until the line says that all is over."""
    while True:
        try:
            group.told().help(group)
        except LostError:
            time.sleep(FOREVER.total_seconds())  # the line knows more, and ends this process
        except UserError:  # a loss that is not finite, say: the first process says so
            pass
