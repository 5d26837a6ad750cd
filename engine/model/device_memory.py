"""The memory of whatever computes: whether an error says that it ran out, and giving back what torch only holds."""

import torch


def is_out_of_memory(error: RuntimeError) -> bool:
    """Of the GPU, which has an error of its own, or of the CPU, where torch says it in words."""
    return isinstance(error, torch.OutOfMemoryError) or "DefaultCPUAllocator" in str(error)


def give_back(device: torch.device | str) -> None:
    """What torch keeps of a GPU's memory for later, in pieces that may not fit what comes next.

    Not while an error is handled: it holds all that was computed on the way to it.
    """
    if torch.device(device).type != "cpu":
        torch.get_device_module(device).empty_cache()
