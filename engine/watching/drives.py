"""What is mounted where, and whether other computers may change it without this one being told."""

import os
import re
import select
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress

from engine.sentences import said
from engine.store.files import within

TABLE = "/proc/self/mountinfo"
REMOTE = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "coda", "ceph", "lustre", "gfs2", "ocfs2", "davfs"),
    *("9p", "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "drvfs"),  # of the computer in which this one is a guest
}
_WINDOWS_REMOTE = 4

MountPoints = Mapping[bytes, tuple[str, str]]  # a folder: the number of the mount, and its kind of file system


def mount_points() -> MountPoints:
    """Where something is mounted; empty on systems that do not say."""
    try:
        with open(TABLE, "rb") as table:
            return parsed(table.read())
    except OSError:
        return {}


def parsed(table: bytes) -> MountPoints:
    """Of several at one place the last one counts, which hides the others."""
    found: dict[bytes, tuple[str, str]] = {}
    for line in table.splitlines():
        before, _, after = line.partition(b" - ")
        fields, kind = before.split(), after.split()[:1]
        if len(fields) > 4 and kind:
            found[_unescaped(fields[4])] = os.fsdecode(fields[0]), os.fsdecode(kind[0])
    return found


def _unescaped(name: bytes) -> bytes:
    return re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match[1], 8) & 255]), name)


def remote_kind(path: bytes, points: MountPoints) -> str:
    """What kind of network drive the path lies on; empty if it is none. Does not touch the drive."""
    if sys.platform == "win32":
        return _windows_remote_kind(os.fsdecode(path))
    holding = [point for point in points if within(path, point) or point == b"/"]
    if not holding:
        return ""
    _, kind = points[max(holding, key=len)]
    return kind if kind in REMOTE or kind.startswith("fuse.") else ""


def _windows_remote_kind(path: str) -> str:
    if sys.platform != "win32":
        return ""
    import ctypes

    drive = os.path.splitdrive(path)[0]
    is_remote = drive.startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(drive + "\\") == _WINDOWS_REMOTE
    return said("a network drive") if is_remote else ""


class MountTable(threading.Thread):
    """Tells of the folders at which something was mounted or unmounted, where the system tells us."""

    def __init__(self, changed: Callable[[set[bytes]], None]) -> None:
        super().__init__(name="mount table", daemon=True)
        self._tell = changed
        self._read_end, self._write_end = os.pipe()

    @staticmethod
    def is_there() -> bool:
        return os.path.exists(TABLE) and hasattr(select, "poll")

    def end(self) -> None:
        with suppress(OSError):
            os.write(self._write_end, b"!")
        if self.ident is not None:
            self.join()
        for number in (self._read_end, self._write_end):
            os.close(number)

    def run(self) -> None:
        with open(TABLE, "rb") as table:
            listens = select.poll()
            listens.register(table, select.POLLERR | select.POLLPRI)
            listens.register(self._read_end, select.POLLIN)
            before = mount_points()
            while all(number != self._read_end for number, _ in listens.poll()):
                table.seek(0)
                now = parsed(table.read())
                if different := {each for each in {*before, *now} if before.get(each) != now.get(each)}:
                    self._tell(different)
                before = now
