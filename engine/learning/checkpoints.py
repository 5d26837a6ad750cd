"""A training on disk: its tensors and its plain values as safetensors behind their checksum, published whole."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from engine.errors import UserError
from engine.learning.checkpoint_file import NAME, exists, path, remove
from engine.publishing import published

FORMAT = 3  # raise it when what was begun cannot be gone on with: its network has other bits, say

__all__ = ["NAME", "Checkpoint", "exists", "read", "remove", "write"]


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """`values` are the trainer's, `about` says what is trained: a checkpoint fits only the same training."""

    tensors: dict[str, Tensor]
    values: dict[str, Any]
    about: dict[str, Any]


def write(folder: str, checkpoint: Checkpoint) -> None:
    metadata = {"format": FORMAT, "values": checkpoint.values, "about": checkpoint.about}
    tensors = {name: tensor.detach().contiguous().cpu() for name, tensor in checkpoint.tensors.items()}
    data = save(tensors, metadata={"dualhash": json.dumps(metadata)})
    with published(path(folder)) as file:
        file.write(hashlib.sha256(data).hexdigest().encode() + b"\n")
        file.write(data)


def read(folder: str) -> Checkpoint | None:
    """The checkpoint of a training that did not end; None if there is none. A damaged one is one sentence."""
    place = path(folder)
    try:
        with open(place, "rb") as file:
            digest, _, data = file.read().partition(b"\n")
        if hashlib.sha256(data).hexdigest().encode() != digest:
            raise ValueError("it has changed since it was written")
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
        metadata = json.loads(header["__metadata__"]["dualhash"])
        if metadata["format"] != FORMAT:
            raise UserError(f"The training in {place} was begun by another version of DualHash; please begin anew.")
        return Checkpoint(load(data), metadata["values"], metadata["about"])
    except FileNotFoundError:
        return None
    except (OSError, SafetensorError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"The training in {place} cannot be taken up ({error}); please begin anew.") from error
