"""Where the window's log lies, and writing to it: a few files that are never large, their owner's alone."""

import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler

import platformdirs

from engine.private_files import make_private_folder, put_right, take_from_others


def path() -> str:
    return os.path.join(platformdirs.user_log_dir("dualhash", False), "dualhash.log")


def handler() -> RotatingFileHandler:
    """Writes to the log; an OSError where that cannot be."""
    folder = os.path.dirname(path())
    make_private_folder(folder)
    put_right(folder)
    return _PrivateLog(path(), maxBytes=1 << 20, backupCount=2, encoding="utf-8")


class _PrivateLog(RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        stream = super()._open()
        take_from_others(self.baseFilename)
        return stream
