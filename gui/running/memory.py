"""Freed memory goes back to the system, rather than being kept for later.

glibc has a heap for each of many threads, and what is freed in the middle of one stays with the program. It also
learns to put ever larger blocks there, once some were freed. With pictures decoded on a dozen threads, two thirds
of the heaps were such gaps after two minutes of use (188 of 278 MB). Few heaps, and blocks of their own for all
that is large, keep the gaps small.
"""

import ctypes
import sys
from typing import Any

FEW_HEAPS = 2
LARGE = 64 << 10  # bytes: pictures, small ones too
KEPT = 16 << 20  # bytes at the end of a heap that are not given back

# From glibc's malloc.h.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8


def give_back_early() -> bool:
    """For the whole process; to be called before threads begin. False where another allocator is at work."""
    mallopt = _of_glibc("mallopt")
    if mallopt is None:
        return False
    wanted = {_M_ARENA_MAX: FEW_HEAPS, _M_MMAP_THRESHOLD: LARGE, _M_TRIM_THRESHOLD: KEPT}
    return bool(min(mallopt(name, value) for name, value in wanted.items()))


def give_back() -> None:
    """Gaps of whole pages, too. It takes a few milliseconds."""
    malloc_trim = _of_glibc("malloc_trim")
    if malloc_trim is not None:
        malloc_trim(0)


def _of_glibc(name: str) -> Any:
    """A function of its allocator; None on other systems."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
