"""The system's trash: putting files in, finding them there, and what is left of an attempt.

Send2Trash puts them in and does not say where they went. On Linux and its like the trash is a folder that any
program may read (the freedesktop.org specification): `files/` holds what was thrown away, `info/` where each of it
lay. There it is found again and can be brought back. Elsewhere it cannot.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import unquote_to_bytes

from engine.content import is_in
from engine.file_actions.refusing import NotTouchedError, reason_of
from engine.file_reasons import NOT_TRASHED
from engine.images.opening import open_file
from engine.sentences import said

CAN_BRING_BACK = sys.platform not in ("win32", "darwin")
NOT_BROUGHT_BACK = said(
    "this system's trash gives nothing back to other programs; bring it back from there yourself"
)
_INFO = b".trashinfo"


def put_in(path: bytes) -> None:
    """NotTouchedError if the system refuses it."""
    from send2trash import send2trash

    try:
        send2trash(path if CAN_BRING_BACK else os.fsdecode(path))
    except OSError as error:
        raise NotTouchedError(NOT_TRASHED.with_values(why=reason_of(error))) from error


def find(path: bytes, size: int, content: bytes, like: os.stat_result | None = None) -> bytes | None:
    """Where in the trash the file lies that lay at `path`. With `like` it is known by what the file system calls
    it, else, or if it went to another drive, by its content."""
    found = [entry for entry, origin in _entries(path) if origin == path and _has_size(entry, size)]
    if like is not None:
        for entry in found:
            status = os.lstat(entry)
            if (status.st_dev, status.st_ino) == (like.st_dev, like.st_ino):
                return entry
    for entry in found:
        with suppress(OSError), open_file(entry) as file:
            if is_in(content, file):
                return entry
    return None


def forget(entry: bytes) -> None:
    """What lay there is out of the trash."""
    with suppress(OSError):
        os.unlink(_info_of(entry))


def forget_attempts(path: bytes) -> None:
    """The trash may say that it holds what lies at `path` still; an attempt was cut short, perhaps before it had
    written down what it was about."""
    for entry, origin in _entries(path, with_lost=True):
        if origin in (path, None) and not os.path.lexists(entry):
            forget(entry)


def _entries(path: bytes, with_lost: bool = False) -> Iterator[tuple[bytes, bytes | None]]:
    """Places in the trash that a file of this name may have got, each with the path where it lay; also those that
    the trash only says to hold, None where it does not say of what."""
    begins = os.path.basename(path).partition(b".")[0]
    for can, top in _cans(path):
        listed = os.path.join(can, b"info" if with_lost else b"files")
        with suppress(OSError), os.scandir(listed) as names:
            for name in [entry.name for entry in names if entry.name.startswith(begins)]:
                entry = os.path.join(can, b"files", name.removesuffix(_INFO) if with_lost else name)
                origin = _origin(entry, top)
                if origin is not None or (with_lost and _is_empty(_info_of(entry))):
                    yield entry, origin


def _origin(entry: bytes, top: bytes) -> bytes | None:
    with suppress(OSError), open(_info_of(entry), "rb") as info:
        for line in info.read(1 << 16).splitlines():
            if line.startswith(b"Path="):
                return os.path.join(top, unquote_to_bytes(line.removeprefix(b"Path=")))
    return None


def _info_of(entry: bytes) -> bytes:
    can, name = os.path.dirname(os.path.dirname(entry)), os.path.basename(entry)
    return os.path.join(can, b"info", name + _INFO)


def _cans(path: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The trash at home and those of the file's own drive, each with the folder that its paths may start from."""
    if not CAN_BRING_BACK:
        return
    data = os.environb.get(b"XDG_DATA_HOME") or os.path.expanduser(b"~/.local/share")
    yield os.path.join(data, b"Trash"), data
    drive = os.path.dirname(path)
    while not os.path.ismount(drive):
        drive = os.path.dirname(drive)
    user = str(os.getuid()).encode()
    yield os.path.join(drive, b".Trash", user), drive
    yield os.path.join(drive, b".Trash-" + user), drive


def _is_empty(info: bytes) -> bool:
    return _has_size(info, 0)


def _has_size(entry: bytes, size: int) -> bool:
    with suppress(OSError):
        return os.lstat(entry).st_size == size
    return False
