"""Where the network runs: the GPU or the CPU, and in one line why.

Looking for the NVIDIA driver is quick, importing torch takes seconds: torch is only asked when the driver
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
from engine.sentences import said, said_n

_CUDA_NO_DEVICE = 100  # the driver's answer when it is well but there is no GPU, or all are hidden


@dataclass(frozen=True, slots=True)
class Device:
    """What computes, and why it is this one."""

    kind: Literal["cuda", "cpu"]
    name: str
    reason: str

    def line(self) -> str:
        return said("Computing on the {name}: {reason}", name=self.name, reason=self.reason)


class TorchCuda(NamedTuple):
    """What torch says about CUDA: the GPU's name, or None with what is the matter."""

    name: str | None
    reason: str


def count_cuda_devices() -> int | None:
    """How many GPUs the NVIDIA driver reports; None without a working driver."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        started = driver.cuInit(0)
        count = ctypes.c_int(0)
        if started == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0:
            return count.value
    except (OSError, AttributeError):
        return None
    return 0 if started == _CUDA_NO_DEVICE else None


def describe_torch_cuda() -> TorchCuda:
    """Import torch and try its GPU."""
    try:
        import torch

        if torch.version.cuda is None:
            return TorchCuda(None, said("this torch is a CPU build, without CUDA"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torch warns of what we return as the reason
            if not torch.cuda.is_available():
                return TorchCuda(None, said("torch cannot use the GPU with CUDA {cuda}", cuda=torch.version.cuda))
            # A GPU too old for this torch is "available" and only fails when it has to compute.
            torch.ones(2, device="cuda").sum().item()
            return TorchCuda(
                torch.cuda.get_device_name(), said("found through CUDA {cuda}", cuda=torch.version.cuda)
            )
    except Exception as error:  # a broken install fails in any way it likes; the CPU still works
        first_line = (str(error).strip() or type(error).__name__).splitlines()[0]
        return TorchCuda(None, said("torch does not work with the GPU ({why})", why=first_line))


def choose_device(
    preference: str | None = None,
    *,
    driver_devices: Callable[[], int | None] = count_cuda_devices,
    torch_cuda: Callable[[], TorchCuda] = describe_torch_cuda,
) -> Device:
    """The GPU if there is one that works, else the CPU. `preference` (or $DUALHASH_DEVICE): cpu or cuda."""
    wanted = preference or os.environ.get("DUALHASH_DEVICE") or None
    if wanted not in (None, "cpu", "cuda"):
        raise UserError(said("The device can be cpu or cuda, not {wanted!r}.", wanted=wanted))
    if wanted == "cpu":
        return _cpu(said("as asked for"))
    gpu = _describe_gpu(driver_devices, torch_cuda)
    if gpu.name is not None:
        return Device("cuda", gpu.name, gpu.reason)
    return _cpu(said("CUDA was asked for, but {why}", why=gpu.reason) if wanted == "cuda" else gpu.reason)


def _describe_gpu(driver_devices: Callable[[], int | None], torch_cuda: Callable[[], TorchCuda]) -> TorchCuda:
    count = driver_devices()
    if count is None:
        return TorchCuda(None, said("no NVIDIA driver was found"))
    if count == 0:
        return TorchCuda(None, said("the NVIDIA driver reports no GPU"))
    return torch_cuda()


def _cpu(reason: str) -> Device:
    # What this process may use: in a container or under taskset that is less than the machine has.
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Device("cpu", said_n("CPU ({n} cores)", "CPU ({n} core)", cores), reason)
