"""Opening a file of a stranger for reading."""

import errno
import os
import stat
from typing import BinaryIO

from engine.sentences import said

A_FOLDER, NO_END = said("It is a folder"), said("It is not a file with an end")


def open_file(path: bytes) -> BinaryIO:
    """Opened without waiting and only if it is a file: a pipe would keep us for ever, a device may have no end."""
    without_waiting = getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, os.O_RDONLY | without_waiting | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        if without_waiting:
            os.set_blocking(handle, True)  # a file that is slow to come would look as if it were empty
        return os.fdopen(handle, "rb")
    os.close(handle)
    raise OSError(errno.EINVAL, A_FOLDER if stat.S_ISDIR(mode) else NO_END)
