"""The entry in the menu of a Linux desktop: written, valid, started from, and taken away again."""

import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from engine.commands import desktop
from tests.command_line import Running, run

__all__ = ["run"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the menus of Linux desktops")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def entry(data: Path) -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(data / "applications" / "dualhash.desktop")
    return dict(parser["Desktop Entry"])


def test_entry_and_icon_are_written_and_removed(run: Running, data: Path) -> None:
    written = [Path(path) for path in run.json("desktop", "install")["files"]]
    assert [path.name for path in written] == ["dualhash.desktop", "dualhash.svg"]
    assert all(data in path.parents for path in written)
    assert (data / "icons/hicolor/scalable/apps" / f"{entry(data)['Icon']}.svg").read_text().startswith("<svg")
    assert run.json("desktop", "install")["files"] == list(map(str, written)), "again does no harm"
    assert run.json("desktop", "remove")["files"] == list(map(str, written))
    assert not any(path.exists() for path in written)
    assert run.json("desktop", "remove")["files"] == []


def test_its_command_starts_the_program(run: Running, data: Path, tmp_path: Path) -> None:
    run.json("desktop", "install")
    *command, folder = shlex.split(entry(data)["Exec"])
    assert folder == "%f"
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("dualhash ")


def test_a_path_with_any_characters_is_quoted_as_the_specification_says(
    run: Running, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", '/opt/50% $off "py`th\\on')
    desktop.install()
    value = entry(data)["Exec"].replace("\\\\", "\\")  # the escapes of a string value
    quoted, _ = value.replace("%%", "%").split(" -P ")
    assert re.sub(r'\\(["`$\\])', r"\1", quoted[1:-1]) == sys.executable


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="desktop-file-utils is not here")
def test_the_entry_is_valid(run: Running, data: Path) -> None:
    run.json("desktop", "install")
    checked = ["desktop-file-validate", "--warn-kde", str(data / "applications" / "dualhash.desktop")]
    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_folder_that_cannot_be_written_is_one_sentence(
    run: Running, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data.write_text("no folder")
    assert "cannot be changed" in run.refused("desktop", "install")


def test_elsewhere_it_says_what_starts_the_window(run: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert "dualhash-window" in run.refused("desktop", "install")
