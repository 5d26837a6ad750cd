"""The same work done by several processes together, forked off one that has torch imported."""

import os
import socket
from collections.abc import Callable
from contextlib import nullcontext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import torch

from engine import worker_processes
from engine.learning.lessons import first_of_all
from tests.training.several_lessons import every_method, exactly

Work = Callable[..., Any]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def begun(count: int, work: Work, path: Path, *given: Any) -> list[BaseProcess]:
    """So many processes; the first one does the work and leaves its result at this path."""
    port = free_port()
    started = []
    for rank in range(count):
        process = worker_processes.starting().Process(
            target=_process, args=(rank, count, port, work, str(path), given), daemon=True
        )
        process.start()
        started.append(process)
    return started


def done_by(count: int, work: Work, path: Path, *given: Any) -> Any:
    """What the work gives when so many processes do it together."""
    processes = begun(count, work, path, *given)
    for process in processes:
        process.join(180)
    assert [process.exitcode for process in processes] == [0] * count
    return torch.load(path, weights_only=False)


def _process(rank: int, count: int, port: int, work: Work, path: str, given: tuple[Any, ...]) -> None:
    os.environ |= {
        "RANK": str(rank),
        "WORLD_SIZE": str(count),
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
    }
    with exactly() if work is every_method else nullcontext(), first_of_all():
        torch.save(work(*given), path)
