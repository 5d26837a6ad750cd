"""kill -9 in the middle of an indexing: what was reported is there, nothing is torn, and the next run goes on. And
in the middle of moving and throwing away files: no content is lost, and the library agrees with the disk."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from campaign_ground import Ground, Tried

from tests.file_actions.test_interrupted_actions import assert_agreed, killed_after, make_ground, reopened
from tests.flows.test_kill import PROGRAM, assert_nothing_torn, processes_with, said_by

LONGEST = 12.0  # seconds after the first stored row
CALLS = ("pwrite64", "fdatasync", "fsync", "write", "rename", "ftruncate")
LATEST_CALL = 400


def at_random_moments(ground: Ground, times: int) -> Iterator[Tried]:
    """One library after the other: each is killed and taken up again until it is complete."""
    random, place = ground.random("moments"), ground.new_folder()
    reported = set[int]()
    for number in range(times):
        library = place / "library"
        child, output = _begun(place, library, ground.photos, [])
        _until_a_row_is_stored(child, output)
        time.sleep(random.uniform(0, LONGEST))
        failure, reported, done = _killed(child, output, library, reported)
        yield Tried(1, failure)
        if done or failure or number % 10 == 9:
            shutil.rmtree(library, ignore_errors=True)
            reported = set()


def at_system_calls(ground: Ground, times: int) -> Iterator[Tried]:
    """The n-th call of a kind is the program's last."""
    if shutil.which("strace") is None:
        print("  strace is not installed: not tried")
        return
    random, place = ground.random("calls"), ground.new_folder()
    for _ in range(times):
        library = place / "library"
        call, number = random.choice(CALLS), random.randint(1, LATEST_CALL)
        injected = f"inject={call}:signal=SIGKILL:when={number}"
        seen = ["strace", "-f", "--seccomp-bpf", "-qq", "-e", f"trace={call}", "-e", injected, "-o", os.devnull]
        child, output = _begun(place, library, ground.photos, seen)
        failure, _, _ = _killed(child, output, library, set())
        yield Tried(1, failure and f"{call} no. {number}: {failure}")
        shutil.rmtree(library, ignore_errors=True)


def in_file_actions(ground: Ground, times: int) -> Iterator[Tried]:
    """A hundred files are moved and thrown away; what is left after a kill is gone on with, ten times."""
    random, place = ground.random("file actions"), ground.new_folder()
    for number in range(times):
        if number % 10 == 0:
            place = ground.new_folder()
            make_ground(place)
        killed_after(place, place / "photos" / "out", random.randrange(0, 12))
        failure = ""
        with pytest.MonkeyPatch.context() as surroundings:
            try:
                library = reopened(place, surroundings)
                assert_agreed(place, library, place / "photos" / "out")
                library.close()
            except Exception as error:  # an assertion, or what opening the library raised
                failure = f"{type(error).__name__}: {error}"
        yield Tried(1, failure)


def _begun(place: Path, library: Path, photos: Path, before: list[str]) -> tuple[psutil.Popen, Path]:
    script, output = place / "program.py", place / f"{uuid.uuid4().hex}.out"
    script.write_text(PROGRAM)
    with output.open("wb") as file:
        child = psutil.Popen(
            [*before, sys.executable, str(script), str(library), str(photos)],
            stdout=file,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"DUALHASH_TEST_MARK": output.stem},
        )
    return child, output


def _until_a_row_is_stored(child: psutil.Popen, output: Path) -> None:
    while child.poll() is None and not said_by(output)[0]:
        time.sleep(0.02)


def _killed(child: psutil.Popen, output: Path, library: Path, reported: set[int]) -> tuple[str, set[int], bool]:
    """Kill it, should it still run. Returns what went wrong, all that was reported, and whether it was done."""
    if child.poll() is None and child.name() != "strace":
        child.send_signal(signal.SIGKILL)
    child.wait(600)
    _, alive = psutil.wait_procs(processes_with(output.stem), timeout=300)
    if alive:
        return f"processes outlived the program: {alive}", reported, False
    images, done = said_by(output)
    reported = reported | set(images)
    try:
        if (library / "library.db").exists():
            assert_nothing_torn(library, reported)
    except Exception as error:  # an assertion, or what opening the library raised
        return f"{type(error).__name__}: {error}", reported, done
    return "", reported, done
