"""Where Qt cannot start: no traceback and no abort, but one sentence that says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.commands import desktop
from gui.starting_qt import SYSTEM_PACKAGES, _why_no_window

SECONDS = 300


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


@pytest.mark.parametrize(
    "why", ["libEGL.so.1: cannot open shared object file: No such file or directory", "No module named 'shiboken6'"]
)
def test_a_library_of_the_system_that_qt_misses(tmp_path: Path, why: str) -> None:
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6" / "__init__.py").write_text(f"raise ImportError({why!r})")
    result = run("-m", "gui.launch", "--library", str(tmp_path / "library"), PYTHONPATH=str(tmp_path))
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"dualhash: This needs PySide6.QtWidgets, which is missing or broken ({why}); ")
    assert (SYSTEM_PACKAGES in result.stderr) is (sys.platform == "linux")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "library").exists()


def test_a_platform_that_qt_cannot_load(tmp_path: Path) -> None:
    result = run("-m", "gui.launch", "--library", str(tmp_path / "library"), QT_QPA_PLATFORM="unheard-of")
    assert result.returncode == 1
    assert result.stderr.startswith("dualhash: Qt cannot open a window (Could not find the Qt platform plugin")
    assert (SYSTEM_PACKAGES in result.stderr) is (sys.platform == "linux")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "library").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="another system has its display")
def test_a_display_that_is_not_there(tmp_path: Path) -> None:
    library = str(tmp_path / "library")
    result = run("-m", "gui.launch", "--library", library, QT_QPA_PLATFORM="xcb", DISPLAY=":4321")
    assert result.returncode == 1
    assert result.stderr.startswith("dualhash: There is no display to open a window on; ")
    assert result.stderr.count("\n") == 1


def test_what_is_said_when_qt_says_nothing() -> None:
    assert _why_no_window([]).startswith("Qt cannot open a window (it does not say why); ")


def test_a_desktop_knows_the_window_by_the_name_in_its_menu_entry() -> None:
    result = run("-c", "from gui.starting_qt import new_application; print(new_application().arguments())")
    assert result.stdout == f"['{desktop.NAME}']\n"


SPEAK_WHILE_STARTING = """
import PySide6.QtWidgets
from PySide6.QtCore import qWarning
from gui.starting_qt import new_application

class Speaking(PySide6.QtWidgets.QApplication):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        qWarning("while it starts")

PySide6.QtWidgets.QApplication = Speaking
app = new_application()
qWarning("afterwards")
"""


def test_what_else_qt_says_while_it_starts_is_not_lost() -> None:
    result = run("-c", SPEAK_WHILE_STARTING)
    assert result.returncode == 0, result.stderr
    assert result.stderr.splitlines() == ["while it starts", "afterwards"]


def test_what_is_imported_once_qt_is_there_is_not_read_as_text() -> None:
    code = (
        "import linecache, os, sys\n"
        "from gui.starting_qt import need_qt\n"
        "need_qt()\n"
        "import gui.app\n"
        "read = {os.path.realpath(name) for name in linecache.cache}\n"
        "print(sum(os.path.realpath(m.__file__) in read for m in list(sys.modules.values())\n"
        "          if getattr(m, '__file__', None) and m.__name__.startswith(('gui.', 'engine.', 'numpy.'))))\n"
    )
    assert run("-c", code).stdout.strip() == "0"
