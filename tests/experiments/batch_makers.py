"""A CIFAR-10 small enough for tests, in the standard files: ten pictures in each, classes told apart by colour."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

COLOURS = np.array([[230, 30, 30], [30, 230, 30], [30, 30, 230]])
NAMES = [*(f"data_batch_{number}" for number in range(1, 6)), "test_batch"]
A_BATCH = 10
COUNT = A_BATCH * len(NAMES)


def classes() -> NDArray[np.int64]:
    """Of all pictures, counted through the files."""
    return np.arange(COUNT) % len(COLOURS)


def pixels() -> NDArray[np.uint8]:
    """All pictures, (60, 32, 32, 3): a colour with grain, and each with a mark of its own in the corner."""
    random = np.random.default_rng(0)
    grain = random.integers(-25, 26, (COUNT, 32, 32, 3))
    made = (COLOURS[classes()][:, None, None, :] + grain).clip(0, 255).astype(np.uint8)
    made[:, 0, 0, 0] = np.arange(COUNT)
    return made


def batch(number: int) -> dict[str, Any]:
    """What the file holds: rows of 3072 bytes, all red ones first."""
    rows = slice(number * A_BATCH, (number + 1) * A_BATCH)
    data = np.ascontiguousarray(pixels()[rows].transpose(0, 3, 1, 2).reshape(A_BATCH, 3072))
    return {"data": data, "labels": [int(one) for one in classes()[rows]]}


def write_cifar10(folder: Path) -> Path:
    """All six files, below `folder`."""
    batches = folder / "cifar-10-batches-py"
    batches.mkdir(parents=True)
    for number, name in enumerate(NAMES):
        (batches / name).write_bytes(pickle.dumps(batch(number)))
    return folder


def write_split(folder: Path, train: Any = None, valid: Any = None, test: Any = None) -> Path:
    """Index files: 30 to learn from, 15 to validate with, 15 queries, unless others are given."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = np.random.default_rng(1).permutation(COUNT)
    np.save(folder / "train_index.npy", rows[:30] if train is None else train)
    np.save(folder / "valid_index.npy", rows[30:45] if valid is None else valid)
    np.save(folder / "test_index.npy", rows[45:] if test is None else test)
    return folder
