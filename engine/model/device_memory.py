"""The memory of whatever computes: whether an error says that it ran out, and giving back what torch only holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

_IN_WORDS = (
    "DefaultCPUAllocator",
    "CUDA error: out of memory",
    "CUBLAS_STATUS_ALLOC_FAILED",
    "CUDNN_STATUS_ALLOC_FAILED",
)


def is_out_of_memory(error: RuntimeError) -> bool:
    """Whether memory ran out: for a GPU's torch has an error, the CPU and CUDA's libraries say so in words."""
    import torch

    return isinstance(error, torch.OutOfMemoryError) or any(words in str(error) for words in _IN_WORDS)


def give_back(device: torch.device | str) -> None:
    """What torch keeps of a GPU's memory for later, in pieces that may not fit what comes next.

    Not while an error is handled: it holds all that was computed on the way to it.
    """
    import torch

    if torch.device(device).type != "cpu":
        torch.get_device_module(device).empty_cache()
