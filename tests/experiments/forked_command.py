"""The command line in a process of its own that has no need to import torch: it is forked off one that has."""

import multiprocessing
import os
import signal
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path

from engine import worker_processes
from engine.cli import main


def started(command: list[str], said: Path, workers: str = "fork") -> BaseProcess:
    """As a terminal does, with a group of processes of its own, which hears Ctrl+C. What it says is in `said`. Its
    own processes are forked off it, or begin anew ("spawn") and import what they need, as the program's do."""
    process = multiprocessing.get_context("forkserver").Process(target=_run, args=(command, str(said), workers))
    process.start()
    return process


def _run(command: list[str], said: str, workers: str) -> None:
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # those who are forked off may have it from others
    with open(said, "w") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    worker_processes.start_by(multiprocessing.get_context(workers))
    sys.exit(main(command))
