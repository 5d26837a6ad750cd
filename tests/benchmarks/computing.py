"""What a command takes: seconds by the clock, and of processors, those of all processes that it starts included."""

import ctypes
import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


@dataclass(frozen=True, slots=True)
class Taken:
    seconds: float
    computed: float

    def __str__(self) -> str:
        return f"{self.computed:.2f} s of computing, {self.seconds:.2f} s by the clock"


def taken_by(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Taken:
    """Run it to its end. Processes that outlive it become ours (on Linux), and are waited for."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)
    before, began = _of_children(), time.monotonic()
    everything = {**os.environ, **(environment or {})}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=everything)
    seconds = time.monotonic() - began
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    return Taken(seconds, _of_children() - before)


def best(command: Sequence[str], rounds: int, environment: Mapping[str, str] | None = None) -> Taken:
    """Of so many rounds the one that computed the least: others are disturbed by what else the machine does."""
    return min((taken_by(command, environment) for _ in range(rounds)), key=lambda taken: taken.computed)


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
