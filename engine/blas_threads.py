"""How many threads linear algebra takes: on busy cores, several that wait for each other take longer than one."""

import sys
from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController

BRING_THEIR_OWN = ("faiss", "torch")  # packages with a BLAS besides numpy's


def blas_threads(count: int) -> AbstractContextManager[object]:
    """So many in this block, in the whole process."""
    loaded = tuple(name in sys.modules for name in BRING_THEIR_OWN)
    limited: AbstractContextManager[object] = _libraries(loaded).limit(limits=count, user_api="blas")
    return limited


@cache
def _libraries(loaded: tuple[bool, ...]) -> ThreadpoolController:
    """Looked for once for each set of these: going through all that a process has loaded takes Python's lock for so
    long that a window is seen to stand still."""
    return ThreadpoolController()
