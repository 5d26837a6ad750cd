"""ImageNet-100 as in the paper: 100 classes, 100 / 30 / 50 pictures of each to learn from, validate with and query.

The classes are folders of pictures: in train/ and val/, then queries come from val/ as is usual, or side by side.
Of more than 100 classes as many are drawn, always the same ones; a class with fewer pictures is divided in the
same shares.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.experiments.data.class_folders import Paths, classes
from engine.experiments.data.picture_files import TEST, TRAIN, VALID, LabelledFiles

CLASSES = 100
PER_CLASS = (100, 30, 50)
DRAWN_WITH_SEED = 0
QUERY_FOLDERS = (b"val", b"valid", b"validation", b"test")


def read(data: Path) -> LabelledFiles:
    folder = os.fsencode(data.resolve())
    learn, query = _sides(folder)
    random = np.random.default_rng(DRAWN_WITH_SEED)
    names = sorted(set(learn) & set(query) if query is not None else learn)
    if len(names) < 2:
        raise UserError(f"There are no folders of classes with pictures in {data}; two are needed at least.")
    if len(names) > CLASSES:
        names = sorted(names[row] for row in random.choice(len(names), CLASSES, replace=False))
    drawn = [_drawn(learn[name], None if query is None else query[name], random) for name in names]
    paths: Paths = []
    parts: list[int] = []
    numbers: list[int] = []
    for number, of_class in enumerate(drawn):
        for part, pictures in zip((TRAIN, VALID, TEST), of_class, strict=True):
            paths += pictures
            parts += [part] * len(pictures)
            numbers += [number] * len(pictures)
    fewer = sum(any(len(part) < most for part, most in zip(of_class, PER_CLASS, strict=True)) for of_class in drawn)
    labels_NC = np.eye(len(names), dtype=np.bool_)[numbers]
    return LabelledFiles(paths, labels_NC, np.array(parts), _division(len(names), fewer))


def _division(classes: int, fewer: int) -> str:
    text = f"drawn at random with seed {DRAWN_WITH_SEED} ({classes} classes"
    return text + (f", {fewer} of them with fewer pictures than the paper's)" if fewer else ")")


def _sides(folder: bytes) -> tuple[dict[bytes, Paths], dict[bytes, Paths] | None]:
    """The pictures of each class to learn from, and those for queries where they lie apart."""
    inside = _names_in(folder)
    query = next((name for name in QUERY_FOLDERS if name in inside), None)
    if b"train" in inside and query is not None:
        return classes(os.path.join(folder, b"train")), classes(os.path.join(folder, query))
    return classes(folder), None


def _names_in(folder: bytes) -> set[bytes]:
    try:
        return set(os.listdir(folder)) if os.path.isdir(folder) else set()
    except OSError as error:
        raise UserError(f"{os.fsdecode(folder)} cannot be read ({error.strerror or error}).") from error


def _drawn(learn: Paths, query: Paths | None, random: np.random.Generator) -> Sequence[Paths]:
    """Pictures of one class for the three parts."""
    train, valid, test = PER_CLASS
    shuffled = _shuffled(learn, random)
    if query is not None:
        first = _share(len(shuffled), (train, valid))
        return shuffled[: first[0]], shuffled[first[0] : sum(first)], _shuffled(query, random)[:test]
    counts = _share(len(shuffled), PER_CLASS)
    ends = np.cumsum(counts)
    return [shuffled[end - count : end] for count, end in zip(counts, ends, strict=True)]


def _share(available: int, wanted: Sequence[int]) -> list[int]:
    """As many as wanted or, of fewer, in the same proportions; what is left over is for training."""
    if available >= sum(wanted):
        return list(wanted)
    others = [available * count // sum(wanted) for count in wanted[1:]]
    return [min(available - sum(others), wanted[0]), *others]


def _shuffled(paths: Paths, random: np.random.Generator) -> Paths:
    order: NDArray[np.int64] = random.permutation(len(paths))
    return [paths[row] for row in order]
