"""Random numbers that can be had again: all those of an epoch follow from (seed, epoch)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor


def mixed(seed: int, epoch: int) -> int:
    """One number out of the two. Epochs below 0 are other purposes of the run."""
    return (seed * 1_000_003 + (epoch + 10) * 7919) % (2**62)


def generator(seed: int, epoch: int) -> torch.Generator:
    return torch.Generator().manual_seed(mixed(seed, epoch))


def random_states(device: torch.device) -> list[Tensor]:
    """Where torch's generators stand: dropout draws from them."""
    of_gpus = [torch.get_device_module(gpu).get_rng_state(gpu) for gpu in _gpus(device)]
    return [torch.get_rng_state(), *of_gpus]


@contextmanager
def drawn_again(states: list[Tensor], device: torch.device) -> Iterator[None]:
    """Within it torch draws what it drew from `states` on; afterwards it goes on where it was."""
    with torch.random.fork_rng(_gpus(device), device_type=device.type):
        torch.set_rng_state(states[0])
        for gpu, state in zip(_gpus(device), states[1:], strict=True):
            torch.get_device_module(gpu).set_rng_state(state, gpu)
        yield


def _gpus(device: torch.device) -> list[torch.device]:
    """Those with a generator of their own beside the CPU's: this one, if it is a GPU."""
    return [] if device.type == "cpu" else [device]
