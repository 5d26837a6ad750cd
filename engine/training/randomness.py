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
    states = [torch.get_rng_state()]
    return [*states, torch.cuda.get_rng_state(device)] if device.type == "cuda" else states


@contextmanager
def drawn_again(states: list[Tensor]) -> Iterator[None]:
    """Within it torch draws what it drew from `states` on; afterwards it goes on where it was."""
    cuda = len(states) > 1
    with torch.random.fork_rng(devices=None if cuda else []):
        torch.set_rng_state(states[0])
        if cuda:
            torch.cuda.set_rng_state(states[1])
        yield
