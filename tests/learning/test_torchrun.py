"""The real torchrun, as a person starts it: `torchrun --nproc-per-node 2 -m engine train …`, `… experiment …`."""

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from engine.learning import checkpoint_file
from tests.command_line import Running, known, run
from tests.experiments.picture_makers import write_classes

__all__ = ["known", "run"]

TORCHRUN = Path(sysconfig.get_path("scripts")) / "torchrun"
TRAIN = ("train", "--bits", "16", "--set", "hidden=32", "--set", "measure_every=0", "--set", "learn_from=labels")
FOREVER = ("--epochs", "10000", "--set", "patience=0")
SAID = "A process of this training has ended, so the others end, too"


@contextmanager
def started(count: int, place: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """What it prints goes into two files; no process of it is left."""
    command = [sys.executable, TORCHRUN, "--standalone", "--nproc-per-node", str(count), "-m", "engine", *arguments]
    with (place / "out").open("wb") as out, (place / "err").open("wb") as err:
        torchrun = subprocess.Popen(command, stdout=out, stderr=err)
    try:
        yield torchrun
    finally:
        if torchrun.poll() is None:
            for process in (*psutil.Process(torchrun.pid).children(recursive=True), torchrun):
                process.kill()
            torchrun.wait()


def waited_for(what: Callable[[], object], torchrun: subprocess.Popen[bytes], place: Path) -> None:
    until = time.monotonic() + 180
    while not what():
        assert torchrun.poll() is None, (place / "err").read_text()
        assert time.monotonic() < until
        time.sleep(0.05)


def rank(torchrun: subprocess.Popen[bytes], number: int) -> psutil.Process:
    (found,) = (
        process
        for process in psutil.Process(torchrun.pid).children()
        if process.environ().get("RANK") == str(number)
    )
    return found


def test_it_trains_and_the_first_process_alone_reports(known: Running, tmp_path: Path):
    assert known("labels", "from-folders") == 0
    with started(2, tmp_path, "--library", known.library, "--json", *TRAIN, "--epochs", "3") as torchrun:
        assert torchrun.wait(180) == 0, (tmp_path / "err").read_text()
    document = json.loads((tmp_path / "out").read_text())
    assert (document["epochs"], document["labels"]) == (3, 5)
    assert [version["name"] for version in known.json("models", "list")][-1] == document["name"]


@pytest.mark.parametrize("victim", [0, 1])
def test_a_process_that_is_killed_ends_all_within_ten_seconds_and_another_number_goes_on(
    known: Running, tmp_path: Path, victim: int
):
    assert known("labels", "from-folders") == 0
    training = ("--library", known.library, *TRAIN, *FOREVER)
    with started(2, tmp_path, *training) as torchrun:
        folder = os.path.join(known.library, "training")
        waited_for(lambda: checkpoint_file.exists(folder), torchrun, tmp_path)
        other = rank(torchrun, 1 - victim)
        began = time.monotonic()
        os.kill(rank(torchrun, victim).pid, signal.SIGKILL)
        other.wait(60)
        assert time.monotonic() - began < 10
        assert torchrun.wait(60) != 0
    assert SAID in (tmp_path / "err").read_text()
    with started(3, tmp_path, *training, "--resume") as torchrun:
        waited_for(lambda: re.search(r"Training: (\d+) of", (tmp_path / "err").read_text()), torchrun, tmp_path)
        first = re.search(r"Training: (\d+) of", (tmp_path / "err").read_text())
        assert first is not None
        assert int(first[1]) > 1


def test_experiments_have_the_figures_of_one_process(run: Running, tmp_path: Path):
    """All of it: tuning, runs, the final evaluation; the page is written once."""
    write_classes(tmp_path / "data", 18)
    command = [
        "experiment",
        "imagenet100",
        "--data",
        tmp_path / "data",
        "--methods",
        "dualhash-storm,dsh",
        "--bits",
    ]
    command += [
        "8",
        "--seeds",
        "1",
        "--epochs",
        "2",
        "--tune-budget",
        "2",
        "--at",
        "all",
        "--workers",
        "1",
        "--out",
    ]
    alone = run.json(*command, tmp_path / "alone")
    with started(2, tmp_path, "--json", *map(str, [*command, tmp_path / "together"])) as torchrun:
        assert torchrun.wait(300) == 0, (tmp_path / "err").read_text()
    together = json.loads((tmp_path / "out").read_text())
    measures = [name for name in alone[0] if name == "precision_at_10" or name.startswith("mAP")]
    assert "mAP" in measures
    for one, other in zip(alone, together, strict=True):
        assert [other[name] for name in measures] == pytest.approx([one[name] for name in measures], abs=1e-5)
    assert (tmp_path / "together" / "report.html").exists()
