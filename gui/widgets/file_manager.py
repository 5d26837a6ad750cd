"""Files as other programs know them: their URLs, and showing them in the system's file manager."""

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def show_in_folder(path: bytes) -> bool:
    """Open the file manager with the file marked where the system can do that, else its folder."""
    if sys.platform == "win32":
        subprocess.Popen(["explorer", "/select,", os.fsdecode(path)])
        return True
    if sys.platform == "darwin":
        subprocess.Popen(["open", "-R", os.fsdecode(path)])
        return True
    return open_folder(os.path.dirname(path))


def open_file(path: bytes) -> bool:
    """In the program that the system has for it; False if there is no such file or program."""
    return os.path.exists(path) and open_folder(path)


def open_folder(path: bytes) -> bool:
    return QDesktopServices.openUrl(file_url(path))


def file_url(path: bytes) -> QUrl:
    """By way of percent-encoding, because a QUrl made from text cannot hold a name that is not UTF-8."""
    return QUrl.fromEncoded(Path(os.fsdecode(path)).as_uri().encode())
