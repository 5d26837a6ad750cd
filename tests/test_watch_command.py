"""`dualhash watch`: the program without a window, as a process of its own."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command_line import Running, known, run
from tests.jobs.indexing_talk import save
from tests.photo_makers import photo

__all__ = ["known", "run"]


@contextmanager
def watching(library: str, *arguments: str, stops: signal.Signals) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "engine", "--library", library, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
            if process.poll() is None:
                process.send_signal(stops)
            process.wait(120)
        finally:
            process.kill()


def until_said(process: subprocess.Popen[str], word: str) -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if word in line:
            return line
    raise AssertionError(f"it ended without saying {word!r}")


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_it_prints_a_line_of_json_for_each_change_until_it_is_ended(known: Running, photos: Path):
    with watching(known.library, "watch", str(photos), "--lines", stops=signal.SIGTERM) as process:
        assert process.stdout is not None
        until_said(process, "Watching 1 folder; Ctrl+C ends it.")
        save(photos / "new.jpg", photo("discs", 40))
        os.rename(photos / "stripes", photos / "leaves/stripes")
        added = moved = 0
        while added + moved < 7:
            noticed = json.loads(process.stdout.readline())
            added, moved = added + noticed["added"], moved + noticed["moved"]
    # While all is being looked at, what is moved may be met in both places; then it is a copy for a moment.
    assert (added, moved) in [(1, 6), (7, 0)]
    assert process.returncode == 0
    assert known.json("index")["unchanged"] == 31


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_index_goes_on_watching_and_prints_one_document_at_its_end(known: Running, photos: Path):
    with watching(known.library, "index", "--watch", "--json", stops=signal.SIGINT) as process:
        until_said(process, "Watching 1 folder; Ctrl+C ends it.")
        os.unlink(photos / "discs/discs-1.jpg")
        until_said(process, "near-copies")
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        document = json.loads(process.stdout.read())
    assert process.returncode == 0
    assert document["folders"] == [{"path": str(photos), "how": "watched", "why": ""}]
    assert [document[name] for name in ("found", "unchanged")] == [30, 30], "each is counted once"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--lines", "--json"], "choose one of them"),
        (["--workers", "0"], "at least 1"),
        (["/nowhere/at all"], "There is no folder"),
    ],
)
def test_what_cannot_be_is_refused(known: Running, arguments: list[str], said: str):
    assert said in known.refused("watch", *arguments)
