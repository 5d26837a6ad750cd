"""What a worker that a hostile picture has taken over might try. Each raises when it is refused."""

import array
import ctypes
import fcntl
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from engine.images.confinement import system_call


def attempt(name: str, folder: str) -> str:
    """What came of it: "done", or the name of the error."""
    try:
        ATTEMPTS[name](Path(folder))
    except Exception as error:
        return type(error).__name__
    return "done"


def attempt_in_a_thread(name: str, folder: str) -> str:
    said: list[str] = []
    thread = threading.Thread(target=lambda: said.append(attempt(name, folder)))
    thread.start()
    thread.join()
    return said[0]


def filtered_threads() -> tuple[int, int]:
    """How many threads the worker has, and how many of them are under a filter of system calls."""
    states = [(task / "status").read_text() for task in Path("/proc/self/task").iterdir()]
    return len(states), sum("\nSeccomp:\t2\n" in state for state in states)


def limits() -> tuple[int, int, int]:
    kinds = (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE, resource.RLIMIT_NOFILE)
    size, core, files = (resource.getrlimit(kind)[1] for kind in kinds)
    return size, core, files


def _set_flags(path: Path) -> None:
    """To what they are; on aarch64 and x86_64 the numbers are the same."""
    with path.open("rb") as file:
        flags = array.array("l", [0])
        fcntl.ioctl(file, 0x80086601, flags)
        fcntl.ioctl(file, 0x40086602, flags)


def _open_read_write(path: Path) -> None:
    with path.open("r+b"):
        pass


def _truncate_by_opening(path: Path) -> None:
    os.close(os.open(path, os.O_RDONLY | os.O_TRUNC))


def _write_into_shared_memory(_: Path) -> None:
    Path("/dev/shm/dualhash-forbidden").write_bytes(b"here")


def _posix_spawn(_: Path) -> None:
    os.waitpid(os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}), 0)


def _fork(_: Path) -> None:
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)


def _socket(family: int, kind: int) -> Callable[[Path], None]:
    return lambda _: socket.socket(family, kind).close()


def _parent() -> int:
    return os.getppid()


def _look_into_the_parent(_: Path) -> None:
    with open(f"/proc/{_parent()}/mem", "rb") as memory:
        memory.read(1)


def _ptrace(_: Path) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, _parent(), None, None) < 0:  # attach
        raise OSError(ctypes.get_errno(), "refused")


def _set_limits_of_the_parent(_: Path) -> None:
    resource.prlimit(_parent(), resource.RLIMIT_CORE, resource.getrlimit(resource.RLIMIT_CORE))


ATTEMPTS: dict[str, Callable[[Path], object]] = {
    "write": lambda folder: (folder / "new").write_bytes(b"here"),
    "write in the home folder": lambda _: (Path.home() / ".dualhash-forbidden").write_bytes(b"here"),
    "write in shared memory": _write_into_shared_memory,
    "append": lambda folder: (folder / "there").open("ab").close(),
    "open for both": lambda folder: _open_read_write(folder / "there"),
    "truncate": lambda folder: os.truncate(folder / "there", 0),
    "truncate by opening": lambda folder: _truncate_by_opening(folder / "there"),
    "make a folder": lambda folder: (folder / "made").mkdir(),
    "remove a folder": lambda folder: (folder / "empty").rmdir(),
    "remove": lambda folder: (folder / "there").unlink(),
    "rename": lambda folder: (folder / "there").rename(folder / "renamed"),
    "link": lambda folder: os.link(folder / "there", folder / "linked"),
    "symlink": lambda folder: os.symlink("there", folder / "symlinked"),
    "make a pipe": lambda folder: os.mkfifo(folder / "pipe"),
    "change the mode": lambda folder: (folder / "there").chmod(0o777),
    "change the owner": lambda folder: os.chown(folder / "there", os.getuid(), os.getgid()),
    "change the time": lambda folder: os.utime(folder / "there", (0, 0)),
    "change its flags": lambda folder: _set_flags(folder / "there"),
    "set an attribute": lambda folder: os.setxattr(folder / "there", "user.dualhash", b"here"),
    "run a program": lambda _: subprocess.run([sys.executable, "-c", ""], check=True),
    "become a program": lambda _: os.execv(sys.executable, [sys.executable, "-c", ""]),
    "spawn": _posix_spawn,
    "fork": _fork,
    "TCP": _socket(socket.AF_INET, socket.SOCK_STREAM),
    "TCP 6": _socket(socket.AF_INET6, socket.SOCK_STREAM),
    "UDP": _socket(socket.AF_INET, socket.SOCK_DGRAM),
    "UNIX": _socket(socket.AF_UNIX, socket.SOCK_STREAM),
    "netlink": _socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "a pair of sockets": lambda _: socket.socketpair(),
    "look up a name": lambda _: socket.create_connection(("127.0.0.1", 9), timeout=1),
    "signal the parent": lambda _: os.kill(_parent(), signal.SIGCONT),
    "signal everybody": lambda _: os.kill(-1, 0),
    "trace the parent": _ptrace,
    "look into the parent": _look_into_the_parent,
    "limit the parent": _set_limits_of_the_parent,
    "a call that is newer than the filter": lambda _: system_call(469, 0, 0, 0, 0, 0),
}
