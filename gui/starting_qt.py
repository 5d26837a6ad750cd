"""Starts Qt. What it lacks for that is said in a sentence: by itself it ends in a traceback, or aborts.

It imports Qt only where Qt is known to be there.
"""

import builtins
import os
import sys
from typing import TYPE_CHECKING

from engine.needed_packages import need

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType
    from PySide6.QtWidgets import QApplication

# What Qt's wheels leave to the system; a bare Debian lacks all of it. The README lists the same.
SYSTEM_PACKAGES = (
    "libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libxkbcommon-x11-0 "
    "libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
)
_REMEDY = (
    f"on Debian and Ubuntu, “apt install {SYSTEM_PACKAGES}” brings what it needs of the system"
    if sys.platform == "linux"
    else "please install DualHash again"
)


def need_qt() -> None:
    need("PySide6.QtWidgets", _REMEDY)
    _import_as_ever()


def _import_as_ever() -> None:
    """PySide6 takes the place of Python's own import. After each module it reads that one's text, and keeps it, to
    see whether it speaks of Qt; only names in snake_case need that. It made opening the window a fifth longer."""
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def new_application() -> "QApplication":
    """Ends the program where no window can be opened."""
    from PySide6.QtCore import QtMsgType, qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    said: list[str] = []

    def hear(kind: "QtMsgType", context: "QMessageLogContext", text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:  # Qt aborts as soon as we return
            print(f"dualhash: {_why_no_window(said)}", file=sys.stderr, flush=True)
            os._exit(1)
        said.append(text)

    before = qInstallMessageHandler(hear)
    app = QApplication(["dualhash"])  # by this name a desktop knows the window, however it was started
    qInstallMessageHandler(before)
    for text in said:
        print(text, file=sys.stderr)
    return app


def _why_no_window(said: list[str]) -> str:
    if any("could not connect to display" in text for text in said):
        return "There is no display to open a window on; the commands that “dualhash --help” lists need none."
    why = said[-1].rstrip(".") if said else "it does not say why"
    return f"Qt cannot open a window ({why}); {_REMEDY}."
