"""A filter that refuses system calls (seccomp), for all threads of a process and for good.

It refuses by name what a decoder has no use for: starting processes, sockets, opening for writing, changing names,
modes and times of files, looking into or signalling other processes, mounting. A list of what is allowed instead
would refuse more, but break with the next version of a library. Calls newer than the list do not exist for the
worker.

The filter is a program in classic BPF, a few instructions for each call; the kernel runs it before the call.
Numbers of calls differ by processor: known are x86_64 and aarch64.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Callable

SystemCall = Callable[..., int]  # number and arguments; OSError when it fails

NEWEST = 450  # the last call that this list was written with; the same number on all processors

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_SET_FILTER, _IS_AVAILABLE, _ALL_THREADS = 1, 2, 1
_PR_SET_NO_NEW_PRIVS = 38
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06

_X32 = 0x40000000  # calls of x86_64 by another numbering
_CLONE_THREAD = 0x00010000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C  # they type into a terminal
_FS_IOC_SETFLAGS, _FS_IOC_FSSETXATTR = 0x40086602, 0x401C5820  # they change a file that is open for reading
_REFUSED_REQUESTS = (_TIOCSTI, _TIOCLINUX, _FS_IOC_SETFLAGS, _FS_IOC_FSSETXATTR)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

# Each with its number on x86_64 and on aarch64, which lacks some.
_REFUSED: dict[str, tuple[int, int | None]] = {
    # other processes
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    # sockets, and other ways to talk
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "sendto": (44, 206),
    "sendmsg": (46, 211),
    "sendmmsg": (307, 269),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # files
    "creat": (85, None),
    "truncate": (76, 45),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "rmdir": (84, None),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
    "link": (86, None),
    "linkat": (265, 37),
    "symlink": (88, None),
    "symlinkat": (266, 36),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "open_by_handle_at": (304, 265),
    # the system itself
    "mount": (165, 40),
    "umount2": (166, 39),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
}
# What these are asked for lies in memory, where a filter cannot look. Who misses them falls back on older ones.
_UNKNOWN: dict[str, tuple[int, int | None]] = {
    "clone3": (435, 435),
    "openat2": (437, 437),
    "io_uring_setup": (425, 425),
}


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def is_available(call: SystemCall) -> bool:
    """Whether the kernel has filters and we know the numbers of its calls."""
    if platform.machine() not in _ARCHITECTURES:
        return False
    try:
        call(_SECCOMP[platform.machine()], _IS_AVAILABLE, 0, ctypes.byref(ctypes.c_uint32(_REFUSE)))
    except OSError as error:
        if error.errno in (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP):
            return False
        raise
    return True


def install(call: SystemCall, prctl: SystemCall) -> None:
    """Refuse from now on, in this process with all its threads. OSError when the kernel does not take it."""
    machine = platform.machine()
    instructions = program(machine, os.getpid())
    filter_program = _Program(len(instructions) // 8, instructions)
    prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    unreached = call(_SECCOMP[machine], _SET_FILTER, _ALL_THREADS, ctypes.byref(filter_program))
    if unreached:
        raise OSError(errno.EBUSY, f"thread {unreached} has another filter")


def program(machine: str, process_id: int) -> bytes:
    """The filter for a process on this kind of machine."""
    column = list(_ARCHITECTURES).index(machine)
    code = [_load(4), _jump(_EQUAL, _ARCHITECTURES[machine], 1, 0), _return(_KILL), _load(0)]
    if machine == "x86_64":
        code += [_jump(_AT_LEAST, _X32, 0, 1), _return(_REFUSE | errno.EPERM)]
    code += [_jump(_AT_LEAST, NEWEST + 1, 0, 1), _return(_REFUSE | errno.ENOSYS)]
    for table, answer in ((_REFUSED, errno.EPERM), (_UNKNOWN, errno.ENOSYS)):
        for numbers in table.values():
            code += _refuse(numbers[column], answer)
    for numbers, argument, tests, refused_if in _conditional(process_id):
        code += _refuse_if(numbers[column], argument, tests, refused_if)
    return b"".join([*code, _return(_ALLOW)])


_Test = tuple[int, int]  # of an argument: the comparison, and with what


def _conditional(process_id: int) -> list[tuple[tuple[int, int | None], int, list[_Test], bool]]:
    """Calls that one argument decides on: its position, tests, and whether to refuse if one of these holds."""
    myself = [(_EQUAL, process_id)]
    return [
        ((56, 220), 0, [(_ANY_BIT, _CLONE_THREAD)], False),  # clone
        ((2, None), 1, [(_ANY_BIT, _WRITING)], True),  # open
        ((257, 56), 2, [(_ANY_BIT, _WRITING)], True),  # openat
        ((62, 129), 0, myself, False),  # kill
        ((234, 131), 0, myself, False),  # tgkill
        ((302, 261), 0, [(_EQUAL, 0), *myself], False),  # prlimit64
        ((16, 29), 1, [(_EQUAL, request) for request in _REFUSED_REQUESTS], True),  # ioctl
    ]


def _refuse(number: int | None, answer: int) -> list[bytes]:
    return [] if number is None else [_jump(_EQUAL, number, 0, 1), _return(_REFUSE | answer)]


def _refuse_if(number: int | None, argument: int, tests: list[_Test], refused_if: bool) -> list[bytes]:
    if number is None:
        return []
    holds, fails = _REFUSE | errno.EPERM, _ALLOW
    if not refused_if:
        holds, fails = fails, holds
    body = [_load(16 + 8 * argument)]  # its lower half: all of these are 32 bits wide
    for test, value in tests:
        body += [_jump(test, value, 0, 1), _return(holds)]
    return [_jump(_EQUAL, number, 0, len(body) + 1), *body, _return(fails)]


def _load(offset: int) -> bytes:
    return struct.pack("=HBBI", _LOAD, 0, 0, offset)


def _jump(test: int, value: int, if_true: int, if_false: int) -> bytes:
    """Skip so many instructions."""
    return struct.pack("=HBBI", test, if_true, if_false, value)


def _return(action: int) -> bytes:
    return struct.pack("=HBBI", _RETURN, 0, 0, action)
