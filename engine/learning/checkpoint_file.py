"""The file of a training's checkpoint: safetensors behind their checksum, published whole. It imports no torch, so
that the window can ask what was interrupted; the tensors are for `checkpoints`."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from typing import Any

from engine.errors import UserError
from engine.publishing import published
from engine.sentences import said, text_of

NAME = "training.safetensors"
FORMAT = 3  # raise it when what was begun cannot be gone on with: its network has other bits, say


@dataclass(frozen=True, slots=True)
class CheckpointFile:
    """`values` are the trainer's, `about` says what is trained; `data` holds the tensors, too."""

    values: dict[str, Any]
    about: dict[str, Any]
    data: bytes


def path(folder: str) -> str:
    return os.path.join(folder, NAME)


def exists(folder: str) -> bool:
    return os.path.exists(path(folder))


def remove(folder: str) -> None:
    try:
        os.unlink(path(folder))
    except FileNotFoundError:
        pass
    except OSError as error:
        why = error.strerror or str(error)
        raise UserError(
            said("What is left of a training could not be removed from {folder}: {why}.", folder=folder, why=why)
        ) from error


def metadata_of(values: dict[str, Any], about: dict[str, Any]) -> dict[str, str]:
    """What stands in the file besides tensors."""
    return {"dualhash": json.dumps({"format": FORMAT, "values": values, "about": about})}


def write(folder: str, data: bytes) -> None:
    """Tensors with that metadata, as safetensors."""
    with published(path(folder)) as file:
        file.write(hashlib.sha256(data).hexdigest().encode() + b"\n")
        file.write(data)


def read(folder: str) -> CheckpointFile | None:
    """The file, as it was written; None if there is none. A damaged one is one sentence."""
    place = path(folder)
    try:
        with open(place, "rb") as file:
            digest, _, data = file.read().partition(b"\n")
        if hashlib.sha256(data).hexdigest().encode() != digest:
            raise ValueError(said("it has changed since it was written"))
        header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
        metadata = json.loads(header["__metadata__"]["dualhash"])
        if metadata["format"] != FORMAT:
            raise UserError(
                said(
                    "The training in {place} was begun by another version of DualHash; please begin anew.",
                    place=place,
                )
            )
        return CheckpointFile(metadata["values"], metadata["about"], data)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise cannot_be_taken_up(folder, error) from error


def cannot_be_taken_up(folder: str, error: Exception) -> UserError:
    return UserError(
        said(
            "The training in {folder} cannot be taken up ({why}); please begin anew.",
            folder=path(folder),
            why=text_of(error),
        )
    )
