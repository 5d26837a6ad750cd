"""Where the checkpoint of a training lies. Whether there is one can be asked without importing torch."""

import os

NAME = "training.safetensors"


def path(folder: str) -> str:
    return os.path.join(folder, NAME)


def exists(folder: str) -> bool:
    return os.path.exists(path(folder))
