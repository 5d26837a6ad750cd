"""What a command takes: seconds by the clock, and of processors, those of all processes that it starts included."""

import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


@dataclass(frozen=True, slots=True)
class Taken:
    seconds: float
    computed: float

    def __str__(self) -> str:
        return f"{self.computed:.2f} s of computing, {self.seconds:.2f} s by the clock"


def taken_by(command: Sequence[str], folder: str | None = None) -> Taken:
    """Run it to its end, in that folder. Processes that outlive it become ours (on Linux), and are waited for. What
    Python compiles is kept, as it is where a program was installed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)
    before, began = of_children(), time.monotonic()
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, env=compiled_once()
    )
    seconds = time.monotonic() - began
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    return Taken(seconds, of_children() - before)


def best(command: Sequence[str], rounds: int, folder: str | None = None) -> Taken:
    """Of so many rounds the one that computed the least: others are disturbed by what else the machine does."""
    return min((taken_by(command, folder) for _ in range(rounds)), key=lambda taken: taken.computed)


def compiled_once() -> dict[str, str]:
    """The environment, in which modules are not compiled anew each time."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
