"""CIFAR-10 as in the paper: 1000 / 500 / 500 pictures of each class to learn from, validate with and query.

Pictures are counted through: the 50,000 of the training batches, then the 10,000 of the test batch. The paper's
split comes from its index files; without them one of the same sizes is drawn.
"""

import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Rows
from engine.errors import UserError
from engine.experiments.data.batch_files import CLASSES, read_batch
from engine.experiments.data.split import PicturePart, Pictures

FOLDER = "cifar-10-batches-py"
BATCHES = (*(f"data_batch_{number}" for number in range(1, 6)), "test_batch")
INDEX_FILES = ("train_index.npy", "valid_index.npy", "test_index.npy")
PER_CLASS = (1000, 500, 500)
DRAWN_WITH_SEED = 0
# Of the three lists, one after the other, as little-endian int64.
PAPER_SPLIT_SHA256 = "b1458da38d2e59b5a55622edd9342480ab04b751c7e644722d1a4bc43a27ae4f"


def read(data: Path, split: Path | None = None) -> Pictures:
    """The pictures in `data`, divided by the index files in `split` (or in `data`, if there are any)."""
    batches = [read_batch(_folder(data) / name) for name in BATCHES]
    pixels_NHWC = np.concatenate([pixels for pixels, _ in batches])
    classes_N = np.concatenate([classes for _, classes in batches])
    given = _index_folder(data, split)
    if given is None:
        indices, division = draw(classes_N), f"drawn at random with seed {DRAWN_WITH_SEED}, not the paper's"
    else:
        indices = [_read_indices(given / name) for name in INDEX_FILES]
        division = "the paper's" if is_papers(indices) else "by index files, not the paper's"
    _check(indices, classes_N)
    labels_NC = np.eye(CLASSES, dtype=np.bool_)[classes_N]
    train, valid, test = (PicturePart(pixels_NHWC[rows], labels_NC[rows]) for rows in indices)
    return Pictures(train, valid, test, division)


def draw(classes_N: NDArray[np.int64], per_class: tuple[int, ...] = PER_CLASS) -> list[Rows]:
    """Disjoint parts with so many pictures of each class, always the same ones."""
    random = np.random.default_rng(DRAWN_WITH_SEED)
    parts: list[list[Rows]] = [[] for _ in per_class]
    for number in range(CLASSES):
        rows = random.permutation(np.flatnonzero(classes_N == number))
        if len(rows) < sum(per_class):
            raise UserError(
                f"Class {number} has {len(rows)} pictures, and to draw a split {sum(per_class)} of each class are "
                f"needed; --split names a folder with {', '.join(INDEX_FILES)}."
            )
        ends = np.cumsum(per_class)
        for part, start, end in zip(parts, ends - per_class, ends, strict=True):
            part.append(rows[start:end])
    return [np.sort(np.concatenate(part)) for part in parts]


def is_papers(indices: list[Rows]) -> bool:
    raw = b"".join(rows.astype("<i8").tobytes() for rows in indices)
    return hashlib.sha256(raw).hexdigest() == PAPER_SPLIT_SHA256


def _folder(data: Path) -> Path:
    """The folder of the batches: `data` may be it, or hold it."""
    for folder in (data / FOLDER, data):
        if (folder / BATCHES[0]).is_file():
            return folder
    raise UserError(f"There is no CIFAR-10 in {data}: {FOLDER}/{BATCHES[0]} is missing.")


def _index_folder(data: Path, split: Path | None) -> Path | None:
    folder = data if split is None else split
    missing = [name for name in INDEX_FILES if not (folder / name).is_file()]
    if split is None and len(missing) == len(INDEX_FILES):
        return None
    if missing:
        raise UserError(f"{' and '.join(missing)} of the split cannot be found in {folder}.")
    return folder


def _read_indices(path: Path) -> Rows:
    try:
        rows = np.load(path, allow_pickle=False)
    except Exception as error:  # a damaged file may raise anything
        raise UserError(f"The index file {path} cannot be read: it is damaged, or not an array.") from error
    if not isinstance(rows, np.ndarray) or rows.ndim != 1 or rows.dtype.kind not in "iu" or not len(rows):
        raise UserError(f"The index file {path} is not a list of whole numbers.")
    return rows.astype(np.int64)


def _check(indices: list[Rows], classes_N: NDArray[np.int64]) -> None:
    together = np.concatenate(indices)
    if together.min() < 0 or together.max() >= len(classes_N):
        raise UserError(f"The split names pictures beyond the {len(classes_N)} that there are.")
    if len(np.unique(together)) < len(together):
        raise UserError("The parts of the split overlap: a picture is named more than once.")
    train, *others = (set(classes_N[rows].tolist()) for rows in indices)
    strangers = set().union(*others) - train
    if len(train) < 2:
        raise UserError("The training pictures of the split are all of one class; two are needed at least.")
    if strangers:
        raise UserError(f"No training picture of the split is of class {min(strangers)}, but a query is.")
