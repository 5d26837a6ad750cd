"""The command line as tests run it, in this process, and the fixtures for that."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from tests.conftest import IndexedLibrary


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
