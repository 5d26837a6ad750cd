"""Kernels that lack one of the means to confine a process, or fail at it: this one's system calls, with a flaw.

A module of its own, so that a fresh process has little to import.
"""

import errno
import os

from engine.images import confinement


def without_landlock(number: int, *arguments: object) -> int:
    if number in (444, 445, 446):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    return confinement.system_call(number, *arguments)


def failing_landlock(number: int, *arguments: object) -> int:
    if number == 446:
        raise OSError(errno.E2BIG, "as nobody expected")
    return confinement.system_call(number, *arguments)


def without_filters(number: int, *arguments: object) -> int:
    if number in (277, 317):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    return confinement.system_call(number, *arguments)
