"""Model files: what a version needs to make codes, as safetensors (never pickle) with a checksum."""

import hashlib
import os
import uuid

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from engine.errors import UserError
from engine.model.linear_hash import LinearHash
from engine.publishing import published
from engine.store.versions import Version


def write(folder: str, hash_function: LinearHash) -> tuple[str, str]:
    """Save under a new name; returns (file name, checksum)."""
    data = save(
        {
            "mean": np.ascontiguousarray(hash_function.mean_D),
            "offset": np.ascontiguousarray(hash_function.offset_D),
            "weights": np.ascontiguousarray(hash_function.weights_DK),
        },
        metadata={"format": "1", "kind": "linear"},
    )
    name = f"{uuid.uuid4().hex}.safetensors"
    with published(os.path.join(folder, name)) as file:
        file.write(data)
    return name, hashlib.sha256(data).hexdigest()


def of_version(folder: str, version: Version) -> LinearHash:
    return read(folder, version.file, version.file_checksum)


def read(folder: str, name: str, checksum: str) -> LinearHash:
    """Load and check; whatever is wrong with the file gets one sentence."""
    path = os.path.join(folder, name)
    try:
        with open(path, "rb") as file:
            data = file.read()
        if hashlib.sha256(data).hexdigest() != checksum:
            raise UserError(f"{path} is not a valid model file: it has changed since it was written.")
        tensors = load(data)
        return LinearHash(_vector(tensors["mean"]), _vector(tensors["offset"]), tensors["weights"])
    except (OSError, SafetensorError, KeyError) as error:
        raise UserError(f"{path} is not a valid model file ({error}).") from error


def _vector(tensor: NDArray[np.float32]) -> NDArray[np.float32]:
    return tensor.reshape(-1)
