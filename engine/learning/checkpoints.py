"""A training on disk: its tensors and its plain values in one file (see `checkpoint_file`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from engine.learning import checkpoint_file
from engine.learning.checkpoint_file import NAME, exists, remove

__all__ = ["NAME", "Checkpoint", "exists", "read", "remove", "write"]


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """`values` are the trainer's, `about` says what is trained: a checkpoint fits only the same training."""

    tensors: dict[str, Tensor]
    values: dict[str, Any]
    about: dict[str, Any]


def write(folder: str, checkpoint: Checkpoint) -> None:
    tensors = {name: tensor.detach().contiguous().cpu() for name, tensor in checkpoint.tensors.items()}
    metadata = checkpoint_file.metadata_of(checkpoint.values, checkpoint.about)
    checkpoint_file.write(folder, save(tensors, metadata=metadata))


def read(folder: str) -> Checkpoint | None:
    """The checkpoint of a training that did not end; None if there is none. A damaged one is one sentence."""
    file = checkpoint_file.read(folder)
    if file is None:
        return None
    try:
        return Checkpoint(load(file.data), file.values, file.about)
    except (SafetensorError, ValueError, KeyError) as error:
        raise checkpoint_file.cannot_be_taken_up(folder, error) from error
