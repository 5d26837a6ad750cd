"""Where the checkpoint of a training lies. To ask for it and to remove it, torch need not be imported."""

import os
from contextlib import suppress

NAME = "training.safetensors"


def path(folder: str) -> str:
    return os.path.join(folder, NAME)


def exists(folder: str) -> bool:
    return os.path.exists(path(folder))


def remove(folder: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(path(folder))
