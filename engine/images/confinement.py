"""What a worker process gives up before it reads its first file, so that a picture that takes over its decoder
gets nowhere.

From then on it may read files and answer through the pipe it has, and that is all. It cannot write, rename, remove
or change any file, start a program or a process, open a socket of any kind, or touch the processes of others. On
Linux two things see to it, and either of them alone goes most of the way:

    Landlock  no file opened for writing, nothing made, moved, removed or executed, no TCP, no signals to
              others; as much of it as the kernel knows. Reading is free. It holds for the thread that asks for it
              and all that this one starts.
    seccomp   a filter of system calls, see system_call_filter: besides the same again for all threads, what
              Landlock does not know of, as modes and times of files, UNIX and UDP sockets, new processes.

Limits come on top: no byte written to a file, no core dump, few open files, and computing time for each file.
Memory is limited by `reading`, before the model is loaded.

An older kernel has only the filter, other systems have neither: the worker then goes on without, and `dualhash
check` says so. What fails unexpectedly is a warning, and the worker goes on, too: reading pictures is what it is
for.
"""

import ctypes
import errno
import math
import os
import sys
import time
from dataclasses import dataclass

from engine.images import system_call_filter
from engine.images.system_call_filter import SystemCall

OPEN_FILES = 256

_CREATE_RULESET, _RESTRICT_SELF = 444, 446  # the same on all processors
_WHICH_VERSION = 1
_PR_SET_NO_NEW_PRIVS = 38
# Rights over files that only reading can do without: execute, write; remove and make whatever there is
_FILES = 0b1_1111_1111_0011
_FILES_SINCE = {2: 1 << 13, 3: 1 << 14, 5: 1 << 15}  # link and rename elsewhere, truncate, control devices
_TCP, _TCP_SINCE = 0b11, 4  # bind and connect
_SCOPES, _SCOPES_SINCE = 0b11, 6  # abstract UNIX sockets and signals


@dataclass(frozen=True, slots=True)
class Means:
    """What this system has to confine a process."""

    landlock: int  # its version; 0: none
    filters: bool

    def shortcoming(self) -> str:
        """In one sentence; empty if there is none."""
        if self.landlock and self.filters:
            return ""
        if self.filters:
            return "This kernel has no Landlock: a filter of system calls alone holds workers that read pictures."
        if self.landlock:
            return "This kernel has no filters of system calls: Landlock alone holds workers that read pictures."
        return "This system cannot confine the workers that read pictures: they may do all that you may."


def system_call(number: int, *arguments: object) -> int:
    """By its number, as libc has no names for the newer ones."""
    return _checked(_libc().syscall(ctypes.c_long(number), *_wide(arguments)))


def means(call: SystemCall = system_call) -> Means:
    if sys.platform != "linux":
        return Means(0, False)
    return Means(_landlock_version(call), system_call_filter.is_available(call))


def confine(call: SystemCall = system_call) -> str:
    """Give up all that the system can take away, for good. Returns what failed unexpectedly, in words."""
    failed = []
    for step in (_limit, lambda: _confine_by(call)):
        try:
            step()
        except (OSError, ValueError) as error:
            failed.append(str(error))
    return "; ".join(failed)


def allow_seconds(seconds: float) -> None:
    """Let this process compute for so long from now on; then it is ended. For each file anew."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        end = math.ceil(time.process_time() + seconds) + 1
        if most == resource.RLIM_INFINITY or end < most:
            resource.setrlimit(resource.RLIMIT_CPU, (end, most))


def _limit() -> None:
    if sys.platform != "win32":
        import resource

        limits = {resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0, resource.RLIMIT_NOFILE: OPEN_FILES}
        for limit, most in limits.items():
            _, before = resource.getrlimit(limit)
            if before == resource.RLIM_INFINITY or before > most:
                resource.setrlimit(limit, (most, most))


def _confine_by(call: SystemCall) -> None:
    has = means(call)
    try:
        if has.landlock:
            _restrict_files(call, has.landlock)
    finally:
        if has.filters:
            system_call_filter.install(call, _prctl)


def _landlock_version(call: SystemCall) -> int:
    try:
        return call(_CREATE_RULESET, None, 0, _WHICH_VERSION)
    except OSError as error:
        if error.errno in (
            errno.ENOSYS,
            errno.EOPNOTSUPP,
            errno.EPERM,
        ):  # unknown, not switched on, or kept from us
            return 0
        raise


def rights(version: int) -> tuple[int, ...]:
    """What is taken away with this version of Landlock: over files, the network and other processes."""
    files = _FILES | sum(right for since, right in _FILES_SINCE.items() if version >= since)
    if version < _TCP_SINCE:
        return (files,)
    return (files, _TCP) if version < _SCOPES_SINCE else (files, _TCP, _SCOPES)


def _restrict_files(call: SystemCall, version: int) -> None:
    """A ruleset without a rule: none of the rights it speaks of is left anywhere."""
    taken = rights(version)
    attributes = (ctypes.c_uint64 * len(taken))(*taken)
    ruleset = call(_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    try:
        _prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _prctl(*arguments: object) -> int:
    return _checked(_libc().prctl(*_wide(arguments)))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _wide(arguments: tuple[object, ...]) -> list[object]:
    """As registers are: ctypes would pass an int with half as many bits."""
    return [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
