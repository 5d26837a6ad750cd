"""The command line as tests run it, in this process, and the fixtures for that."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from tests.conftest import IndexedLibrary

ONE_AFTER_THE_OTHER = """
import json, sys
from engine.cli import main

for command in json.loads(sys.argv[2]):
    code = main(["--library", sys.argv[1], *command])
    print(f"ended with {code}", file=sys.stderr, flush=True)
"""


def in_one_process(
    library: str, commands: Sequence[Sequence[object]], **environment: str
) -> list[tuple[Sequence[object], int, str]]:
    """Commands in one fresh process, which imports for longer than most of them take. Each with its exit code and
    what it said on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER, library, json.dumps(commands, default=str)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    ended, said = [], ""
    for line in done.stderr.splitlines(keepends=True):
        if line.startswith("ended with "):
            ended.append((commands[len(ended)], int(line.split()[-1]), said))
            said = ""
        else:
            said += line
    assert (len(ended), said) == (len(commands), "")
    return ended


class Running:
    """The command line in this process, on one library."""

    def __init__(self, capsys: pytest.CaptureFixture[str], library: str) -> None:
        self.capsys = capsys
        self.library = library
        self.out = self.err = ""

    def __call__(self, *arguments: object) -> int:
        self.capsys.readouterr()
        code = main(["--library", self.library, *map(str, arguments)])
        captured = self.capsys.readouterr()
        self.out, self.err = captured.out, captured.err
        return code

    def json(self, *arguments: object) -> Any:
        """What it prints, which must be one document and nothing else."""
        assert self(*arguments, "--json") == 0, self.err
        return json.loads(self.out)

    def refused(self, *arguments: object) -> str:
        """The sentence that it says on standard error, nothing being printed on standard output."""
        assert self(*arguments) == 1
        assert self.out == ""
        lines = [line for line in self.err.splitlines() if line.startswith("dualhash: ")]
        assert len(lines) == 1
        assert "Traceback" not in self.err
        assert lines[0].endswith(".")
        return lines[0]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, exported_onnx: str) -> Running:
    """On a library that does not exist yet."""
    return Running(capsys, str(tmp_path / "new library"))


@pytest.fixture
def known(capsys: pytest.CaptureFixture[str], indexed: IndexedLibrary) -> Running:
    """On a library that knows the photos."""
    indexed.library.close()
    return Running(capsys, indexed.library.path)
