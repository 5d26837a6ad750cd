"""The command `dualhash`: a command for the engine or the window, and what each of them loads."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import COMMANDS
from engine.library import open_library
from gui.launch import _names_command

HEAVY = ("torch", "faiss", "onnxruntime", "timm", "torchvision")
SECONDS = 60


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gui.launch", *arguments], capture_output=True, text=True, timeout=SECONDS
    )


def run_python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=SECONDS)


@pytest.mark.parametrize(
    ("words", "is_command"),
    [
        (["index", "/photos"], True),
        (["--library", "/l", "search", "x.jpg"], True),
        (["--library=/l", "check"], True),
        (["--json", "models", "list"], True),
        (["/photos"], False),
        ([], False),
        (["--library", "index"], False),
        (["./index"], False),
        (["--help"], False),
    ],
)
def test_the_first_word_that_is_no_option_decides(words: list[str], is_command: bool) -> None:
    assert _names_command(words) is is_command


def test_an_unknown_word_is_wrong_usage_said_in_one_line() -> None:
    result = run("frobnicate")
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == "dualhash: there is no folder or command 'frobnicate'.\n"


def test_an_unknown_option_is_wrong_usage() -> None:
    assert run("--frobnicate").returncode == 2


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.returncode == 0
    assert all(name in result.stdout for name in COMMANDS)


def test_a_command_imports_no_qt(tmp_path: Path) -> None:
    library = open_library(str(tmp_path / "library"))
    library.close()
    code = (
        "import sys; from gui.launch import main\n"
        "sys.argv = ['dualhash', 'skipped', '--library', sys.argv[1]]\n"
        "code = main()\n"
        "print([name for name in sys.modules if name.startswith(('PySide6', 'shiboken6'))])\n"
        "sys.exit(code)"
    )
    result = run_python(code, str(tmp_path / "library"))
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "[]"


OPEN_WINDOW = """
import sys
from PySide6.QtCore import QTimer
import gui.app
from gui.main_window import MainWindow

def shown(window):
    # When the library has been read and its tiles are there, all of the window is at work.
    def look():
        if window.model.rowCount() and window.model.tile(0) is None or window.browsing.state is None:
            QTimer.singleShot(20, look)
            return
        print(window.model.rowCount(), sorted(set(sys.modules) & set(sys.argv[2].split(","))))
        window.close()
    look()

show = MainWindow.show
MainWindow.show = lambda window: (show(window), QTimer.singleShot(0, lambda: shown(window)))
gui.app._begin = lambda session, folder: None  # indexing imports what it needs
sys.exit(gui.app.run(None, sys.argv[1]))
"""


def test_opening_the_window_and_browsing_imports_no_torch_no_faiss_and_no_onnxruntime(
    library_made: Path, tmp_path: Path
) -> None:
    library = shutil.copytree(library_made, tmp_path / "library")
    result = run_python(OPEN_WINDOW, str(library), ",".join(HEAVY))
    assert result.returncode == 0, result.stderr
    assert result.stdout == "30 []\n"
    assert "QThread" not in result.stderr


def test_a_library_that_cannot_be_opened_is_said_on_the_terminal_too(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "library.db").write_bytes(b"this is no database at all, but has some length")
    code = (
        "import sys; from PySide6.QtWidgets import QMessageBox\n"
        "QMessageBox.exec = lambda box: print('box:', box.textFormat(), box.text())\n"
        "from gui.launch import main; sys.argv = ['dualhash', '--library', sys.argv[1]]; sys.exit(main())"
    )
    result = run_python(code, str(tmp_path / "library"))
    assert result.returncode == 1
    assert "PlainText" in result.stdout
    assert result.stderr.count("\n") == 1
    assert str(tmp_path / "library" / "library.db") in result.stderr


WAIT_FOR_SIGNAL = """
import sys
from PySide6.QtCore import QTimer
import gui.app
from gui.main_window import MainWindow

show = MainWindow.show
MainWindow.show = lambda window: (show(window), QTimer.singleShot(0, lambda: print("here", flush=True)))
sys.exit(gui.app.run(None, sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_kill_close_the_window_in_good_order(tmp_path: Path, number: int) -> None:
    path = tmp_path / "library"
    command = [sys.executable, "-c", WAIT_FOR_SIGNAL, str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    process.send_signal(number)
    _, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors
    assert (path / "window.ini").exists()
    assert "Traceback" not in errors


def test_the_environment_variable_names_the_library(tmp_path: Path) -> None:
    code = "from engine.library import default_path; print(default_path())"
    environment = os.environ | {"DUALHASH_LIBRARY": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert result.stdout.strip() == str(tmp_path)
