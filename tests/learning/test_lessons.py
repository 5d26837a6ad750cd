"""`torchrun … -m engine train`: the first process is the program, the others help; one that is killed ends all."""

import json
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from engine import worker_processes
from engine.cli import main
from engine.learning import checkpoint_file
from tests.command_line import Running, known
from tests.training.several import free_port

__all__ = ["known"]

COMMAND = ("train", "--bits", "16", "--set", "hidden=32", "--set", "measure_every=0", "--set", "learn_from=labels")


def _command(rank: int, count: int, port: int, library: str, arguments: tuple[str, ...]) -> None:
    """A process as a launcher starts it; what it says goes into files."""
    os.environ |= {
        "RANK": str(rank),
        "WORLD_SIZE": str(count),
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
    }
    for number, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{library}.{name}.{rank}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    code = main(["--library", library, "--json", *arguments])
    sys.stdout.flush()
    os._exit(code)


def launched(count: int, library: str, *arguments: str) -> list[BaseProcess]:
    port, started = free_port(), []
    for rank in range(count):
        Path(f"{library}.err.{rank}").unlink(missing_ok=True)
        given = (rank, count, port, library, arguments)
        started.append(worker_processes.starting().Process(target=_command, args=given, daemon=True))
        started[-1].start()
    return started


def ended(processes: list[BaseProcess], seconds: float) -> list[int | None]:
    until = time.monotonic() + seconds
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
    return [process.exitcode for process in processes]


def said(library: str, rank: int, name: str = "err") -> str:
    return Path(f"{library}.{name}.{rank}").read_text()


def steps_when_it_began(library: str) -> int | None:
    """As the first line about the training says."""
    path = Path(f"{library}.err.0")
    found = re.search(r"Training: (\d+) of", path.read_text()) if path.exists() else None
    return int(found[1]) if found else None


def waited_for(what: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture
def labelled(known: Running) -> Iterator[str]:
    assert known("labels", "from-folders") == 0
    yield known.library
    for process in multiprocessing.active_children():
        process.kill()


def test_only_the_first_process_writes_and_reports(labelled: str):
    processes = launched(2, labelled, *COMMAND, "--epochs", "3")
    assert ended(processes, 60) == [0, 0], said(labelled, 0)
    document = json.loads(said(labelled, 0, "out"))
    assert (document["epochs"], document["labels"]) == (3, 5)
    assert said(labelled, 1) + said(labelled, 1, "out") == ""


@pytest.mark.parametrize("victim", [0, 1])
def test_a_process_that_is_killed_ends_all_and_the_next_start_goes_on(labelled: str, victim: int):
    """On another number of processes, too."""
    forever = ("--epochs", "10000", "--set", "patience=0")
    processes = launched(2, labelled, *COMMAND, *forever)
    waited_for(lambda: checkpoint_file.exists(os.path.join(labelled, "training")))
    _kill(processes[victim])
    assert ended(processes, 10) == ([-signal.SIGKILL, 1] if victim == 0 else [1, -signal.SIGKILL])
    assert "A process of this training has ended" in said(labelled, 1 - victim)
    assert "Traceback" not in said(labelled, 1 - victim)
    assert steps_when_it_began(labelled) == 1
    resumed = launched(3, labelled, *COMMAND, *forever, "--resume")
    waited_for(lambda: steps_when_it_began(labelled) or ended(resumed, 0)[0] is not None)
    assert (steps_when_it_began(labelled) or 0) > 1, said(labelled, 0)
    _kill(resumed[2])
    first, second, third = ended(resumed, 10)
    assert (first, second is None, third) == (1, False, -signal.SIGKILL)


def _kill(process: BaseProcess) -> None:
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
