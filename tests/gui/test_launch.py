"""The command `dualhash`: a command for the engine or the window, and what each of them loads."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.commands.parser import COMMANDS
from engine.library import open_library
from gui.launch import _names_command
from gui.settings.choices import Choices
from gui.window.window_state import WindowState

HEAVY = ("torch", "faiss", "onnxruntime", "timm", "torchvision")
SECONDS = 300


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
    lines = [line.split(maxsplit=1) for line in result.stdout.splitlines()]
    assert all([name, text] in lines for name, text in COMMANDS.items())


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
from gui.window.main_window import MainWindow

def shown(window):
    # When the library has been read and its tiles are there, all of the window is at work.
    def look():
        if window.model.rowCount() == 0 or window.model.tile(0) is None:
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


ANSWER_BOXES = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox
from gui.window.main_window import MainWindow

def answer(box):
    print(box.textFormat().name, box.text())
    for button in box.buttons():
        if sys.argv[2] in button.text():
            button.click()

QMessageBox.exec = answer
show = MainWindow.show
MainWindow.show = lambda window: (show(window), QTimer.singleShot(0, window.close))
from gui.app import run
sys.exit(run(None, sys.argv[1]))
"""


def test_a_library_of_a_newer_program_is_refused_on_the_terminal_and_in_a_box(tmp_path: Path) -> None:
    open_library(str(tmp_path / "library")).close()
    with sqlite3.connect(tmp_path / "library" / "library.db") as db:
        db.execute("CREATE TABLE of_the_future (id INTEGER)")
        db.execute("PRAGMA user_version = 999")
    db.close()
    result = run_python(ANSWER_BOXES, str(tmp_path / "library"), "OK")
    assert result.returncode == 1
    assert result.stdout.startswith("PlainText ")
    assert "Update DualHash" in result.stdout
    assert result.stderr.startswith("dualhash: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(("answer", "code"), [("Quit", 1), ("Put aside", 0)])
def test_a_damaged_library_is_said_and_put_aside_only_if_wanted(tmp_path: Path, answer: str, code: int) -> None:
    open_library(str(tmp_path / "library")).close()
    database = tmp_path / "library" / "library.db"
    garbage = b"this is no database at all, but has some length"
    database.write_bytes(garbage)
    result = run_python(ANSWER_BOXES, str(tmp_path / "library"), answer)
    assert result.returncode == code, result.stderr
    assert str(database) in result.stdout
    assert str(database) in result.stderr
    kept = [path for path in (tmp_path / "library").iterdir() if path.is_file() and path.read_bytes() == garbage]
    assert len(kept) == 1
    assert (kept == [database]) is (answer == "Quit")


SAY_LANGUAGES = """
import sys
from PySide6.QtCore import QLocale, QTimer
import gui.app
from gui.window.main_window import MainWindow

def say():
    print(QLocale().language().name)

opened = gui.app._open
gui.app._open = lambda path: (say(), opened(path))[1]
show = MainWindow.show
MainWindow.show = lambda window: (say(), show(window), QTimer.singleShot(0, window.close))
gui.app._begin = lambda session, folder: None
sys.exit(gui.app.run(None, sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no variable says what the system speaks")
def test_the_window_speaks_as_the_system_until_the_library_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de_AT:en")
    open_library(str(tmp_path / "library")).close()
    WindowState(str(tmp_path / "library")).save_choices(Choices(language="en"))
    result = run_python(SAY_LANGUAGES, str(tmp_path / "library"))
    assert result.stdout.split() == ["German", "English"], result.stderr


WAIT_FOR_SIGNAL = """
import sys
from PySide6.QtCore import QTimer
import gui.app
from gui.window.main_window import MainWindow

show = MainWindow.show
MainWindow.show = lambda window: (show(window), QTimer.singleShot(0, lambda: print("here", flush=True)))
sys.exit(gui.app.run(None, sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
@pytest.mark.usefixtures("ctrl_c_is_heard")
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
    code = "from engine.library_folder import default_path; print(default_path())"
    environment = os.environ | {"DUALHASH_LIBRARY": str(tmp_path)}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert result.stdout.strip() == str(tmp_path)
