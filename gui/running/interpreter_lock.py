"""Python's lock: whoever holds it gives it away soon, so that the window goes on while other threads compute.

Only one thread at a time runs Python, and the GUI thread asks for its turn anew with each event and each widget
that it paints. Two things kept it waiting. A thread that computes in Python keeps its turn for 5 ms each time: a
quarter of a second for a page of widgets. And a library that is loaded for an import keeps it until all of it is
there: another quarter of a second for torch.
"""

import ctypes
import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder

TURN_SECONDS = 0.0003

# From glibc's dlfcn.h: names are looked up when they are used, as Python has it.
_RTLD_LAZY = 1


def give_way() -> None:
    """For the whole process, as long as it runs."""
    sys.setswitchinterval(TURN_SECONDS)
    if sys.platform == "linux" and not any(isinstance(finder, _Torch) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Torch())


class _Torch(MetaPathFinder):
    """Finds no module: it only learns that torch's compiled module is about to be imported, and loads its libraries
    first. By then torch has loaded what these need."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> None:
        if fullname == "torch._C" and path is not None:
            load_library(os.path.join(path[0], "lib", "libtorch.so"))


def load_library(path: str) -> bool:
    """Without Python's lock, which `ctypes.CDLL(path)` would hold. False if it cannot be loaded."""
    dlopen = ctypes.CDLL(None).dlopen
    dlopen.argtypes, dlopen.restype = (ctypes.c_char_p, ctypes.c_int), ctypes.c_void_p
    return dlopen(os.fsencode(path), _RTLD_LAZY) is not None
