"""The memory of whatever computes: whether an error says that it ran out, and giving back what torch only holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def is_out_of_memory(error: RuntimeError) -> bool:
    """Whether the GPU's memory ran out, for which torch has an error, or the CPU's, where it says so in words."""
    import torch

    return isinstance(error, torch.OutOfMemoryError) or "DefaultCPUAllocator" in str(error)


def give_back(device: torch.device | str) -> None:
    """What torch keeps of a GPU's memory for later, in pieces that may not fit what comes next.

    Not while an error is handled: it holds all that was computed on the way to it.
    """
    import torch

    if torch.device(device).type != "cpu":
        torch.get_device_module(device).empty_cache()
