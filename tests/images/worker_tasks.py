"""What tests make worker processes do besides reading files."""

import ctypes
import os
import signal
import time

import numpy as np

from engine.images.confinement import allow_seconds


def answer(value: int) -> int:
    return value


def process_id() -> int:
    return os.getpid()


def die(exit_code: int) -> None:
    os._exit(exit_code)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def crash_the_first_time(mark: str) -> str:
    if _times(mark) == 1:
        crash()
    return "read"


def count_and_crash(mark: str) -> None:
    _times(mark)
    crash()


def count_and_hang(mark: str) -> None:
    _times(mark)
    time.sleep(600)


def _times(mark: str) -> int:
    """How often this was asked for the file `mark`: its length."""
    with open(mark, "ab") as file:
        file.write(b".")
    time.sleep(0.3)  # so that the pool has heard that it began
    return os.path.getsize(mark)


def sleep_for_ever(mark: str) -> None:
    """Writes its process id to the file `mark`, so that the test knows that it has begun."""
    with open(mark + ".new", "w") as file:
        file.write(str(os.getpid()))
    os.replace(mark + ".new", mark)
    time.sleep(600)


def hang_in_c(mark: str) -> None:
    """As a decoder that never comes back to Python: no signal handler of Python's gets its turn."""
    with open(mark, "w") as file:
        file.write(str(os.getpid()))
    libc = ctypes.PyDLL(None)  # PyDLL: the interpreter's lock stays held
    while True:
        libc.usleep(900_000)


def take_memory(gigabytes: int) -> str:
    try:
        return f"took {np.ones(gigabytes << 30, np.uint8).sum()}"
    except MemoryError:
        return "refused"


def fail() -> None:
    raise KeyError("unforeseen")


def say_nonsense(name: str) -> None:
    """As a decoder that was taken over: bytes of its own straight into the pipe of answers, and into all others."""
    import pickle

    said = pickle.dumps(_Reaching(name))
    for handle in range(3, 64):
        try:
            os.write(handle, len(said).to_bytes(4, "big") + said)
        except OSError:
            continue
    time.sleep(600)


class _Reaching:
    """A pickle of it makes a folder where it is read."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (self.name,)


def end_of_computing(seconds: float) -> int:
    """Compute for so long; the computing time at which the process would be ended."""
    import resource

    _compute(seconds)
    return resource.getrlimit(resource.RLIMIT_CPU)[0]


def use_up_computing() -> None:
    allow_seconds(0)
    _compute(600)


def mark_and_compute(mark: str, seconds: float) -> str:
    with open(mark, "w"):
        _compute(seconds)
    return "read"


def _compute(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        sum(range(1000))
