"""Where the network runs: the GPU or the CPU, and in one line why.

Looking for the NVIDIA driver costs nothing, importing torch takes seconds: torch is only asked when the driver
reports a GPU. Choosing never fails because of a broken driver or torch; the CPU always works.
"""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from engine.errors import UserError


class TorchCuda(NamedTuple):
    """What torch says about CUDA: the GPU's name, or None and what is the matter."""

    name: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Device:
    """`reason` says why it is this one, and begins in lower case."""

    kind: Literal["cuda", "cpu"]
    name: str
    reason: str

    def line(self) -> str:
        return f"Computing on the {self.name}: {self.reason}"


def count_cuda_devices() -> int | None:
    """How many GPUs the NVIDIA driver reports; None without a working driver."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        count = ctypes.c_int(0)
        if driver.cuInit(0) != 0:
            # 100 is the driver's "no device": installed and well, but there is no GPU or it is hidden.
            return 0 if driver.cuInit(0) == 100 else None
        return count.value if driver.cuDeviceGetCount(ctypes.byref(count)) == 0 else None
    except (OSError, AttributeError):
        return None
