"""`dualhash desktop install|remove`: DualHash among the applications of a Linux desktop."""

import argparse
import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import platformdirs

from engine.commands.terminal import print_line
from engine.errors import UserError
from engine.publishing import published

NAME = "dualhash"  # as the window calls itself, so that the desktop knows whose it is
ENTRY = """[Desktop Entry]
Type=Application
Name=DualHash
GenericName=Image search
Comment=Find similar pictures in a large photo library
Exec={command} %f
Icon={name}
Terminal=false
Categories=Graphics;Photography;
Keywords=photo;picture;similar;search;
MimeType=inode/directory;
StartupWMClass={name}
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("install", "remove"), help="put DualHash into the menu, or take it out")


def alone(arguments: argparse.Namespace) -> bool:
    return True


def run_alone(arguments: argparse.Namespace) -> dict[str, list[str]]:
    if sys.platform != "linux":
        raise UserError("This is for the menus of Linux desktops; elsewhere “dualhash-window” starts the window.")
    try:
        paths = install() if arguments.what == "install" else remove()
    except OSError as error:
        raise UserError(f"The menu of applications cannot be changed: {error}.") from error
    if not arguments.json:
        for path in paths:
            print_line(f"{'Written' if arguments.what == 'install' else 'Removed'}: {path}")
    return {"files": [str(path) for path in paths]}


def install() -> list[Path]:
    """Write the entry and its icon into the user's data folder."""
    contents = {
        _entry_path(): ENTRY.format(command=_command(), name=NAME).encode(),
        _icon_path(): files("resources").joinpath(f"icons/{NAME}.svg").read_bytes(),
    }
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with published(str(path)) as file:
            file.write(content)
    _announce()
    return list(contents)


def remove() -> list[Path]:
    """Returns what was there."""
    there = [path for path in (_entry_path(), _icon_path()) if path.exists()]
    for path in there:
        path.unlink()
    _announce()
    return there


def _entry_path() -> Path:
    return Path(platformdirs.user_data_dir()) / "applications" / f"{NAME}.desktop"


def _icon_path() -> Path:
    return Path(platformdirs.user_data_dir()) / "icons" / "hicolor" / "scalable" / "apps" / f"{NAME}.svg"


def _command() -> str:
    """By this interpreter, wherever the environment lies; -P keeps what lies in the working directory out."""
    return f"{_quoted(sys.executable)} -P -m gui.launch"


def _quoted(text: str) -> str:
    """As desktop entries want it: a quoted argument, within a string that has escapes of its own."""
    for character in '\\"`$':
        text = text.replace(character, f"\\{character}")
    return '"' + text.replace("\\", "\\\\").replace("%", "%%") + '"'


def _announce() -> None:
    """Most desktops look for themselves; the table of what opens folders is made by this."""
    applications = _entry_path().parent
    if (program := shutil.which("update-desktop-database")) and os.path.isdir(applications):
        subprocess.run([program, str(applications)], capture_output=True, check=False)
