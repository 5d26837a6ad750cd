"""`--version`, what is said on standard error, the log that a person can find, and completion in a shell."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import log_file
from engine.cli import main
from engine.commands.completion import SHELLS
from engine.commands.parser import COMMANDS
from engine.model import onnx_export
from engine.model.torch_build import TorchBuild, build_text, described, installed_build
from tests.command_line import Running, in_one_process, known

__all__ = ["known"]


@pytest.mark.parametrize("module", ["engine", "gui.launch"])
def test_version_says_what_runs_and_where_its_files_lie_without_loading_torch(module: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", module, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    first, build, *places = done.stdout.splitlines()
    assert first.startswith("dualhash ")
    assert build.startswith("torch ")
    assert f"log: {log_file.path()}" in places
    assert f"library: {os.environ['DUALHASH_LIBRARY']}" in places
    assert f"cache: {onnx_export.cache_folder().parent}" in places
    assert " torch\n" not in done.stderr


@pytest.mark.parametrize(
    ("build", "cards", "text"),
    [
        (TorchBuild("2.15.0+cpu", None), None, "torch 2.15.0, CPU build; no NVIDIA card found"),
        (
            TorchBuild("2.15.0", None),
            1,
            "torch 2.15.0, CPU build; 1 NVIDIA card found, which only a CUDA build uses",
        ),
        (TorchBuild("2.15.0+cu130", "13.0"), 2, "torch 2.15.0, CUDA 13.0 build; 2 NVIDIA cards found"),
        (TorchBuild("2.15.0", "13.0"), 0, "torch 2.15.0, CUDA 13.0 build; no NVIDIA card found"),
        (None, 1, "torch is missing or broken; 1 NVIDIA card found"),
    ],
)
def test_the_build_of_torch_in_words(build: TorchBuild | None, cards: int | None, text: str) -> None:
    assert described(build, cards) == text


def test_the_build_is_the_one_that_torch_says_itself() -> None:
    import torch

    assert installed_build() == (torch.__version__, torch.version.cuda)


def test_a_torch_that_is_missing_or_hollow_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").touch()
    code = "from engine.model.torch_build import *; print(build_text(installed_build()))"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == build_text(None)


def test_quiet_says_nothing_and_verbose_more_wherever_the_option_stands(known: Running) -> None:
    commands = [["-q", "index"], ["index", "--quiet"], ["index"], ["index", "-v"]]
    quiet, quiet_too, usual, more = (said for _, _, said in in_one_process(known.library, commands))
    assert quiet == quiet_too == ""
    assert usual != ""
    assert f"the library is {known.library}" in more
    assert f"the library is {known.library}" not in usual


def test_completion_knows_every_command_and_shells_can_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in SHELLS:
        assert main(["completion", shell]) == 0
        script = capsys.readouterr().out
        assert all(command in script for command in COMMANDS)
        if shutil.which(shell) and shell != "tcsh":  # which has no way to read a script without running it
            assert subprocess.run([shell, "-n"], input=script, text=True, check=False).returncode == 0


COMPLETE = """
source /dev/stdin
complete_words() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_dualhash dualhash "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
    echo "${COMPREPLY[*]}"
}
complete_words dualhash ev
complete_words dualhash labels im
complete_words dualhash index pho
complete_words dualhash train --tune ""
"""


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not here")
def test_bash_completes_commands_choices_and_folders(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    done = subprocess.run(
        ["bash", "-c", COMPLETE], input=script, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.splitlines() == ["evaluate", "import", "photos", "head all"]
