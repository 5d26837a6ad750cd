"""Folders of kinds as one library: each picture once, with its kind and its features."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Vectors
from engine.errors import UserError
from engine.experiments.data.class_folders import Paths, classes
from engine.experiments.data.picture_files import TRAIN, LabelledFiles, Read, agreed, read_features
from engine.feature_space import FeatureSpace
from engine.images.scan import trouble_with
from engine.model.backbones import backbone
from engine.progress import Progress

LEAST_KINDS = 4  # two to label and two that nobody does
LEAST_PICTURES = 8  # of a kind, to learn from some and to ask for others


@dataclass(frozen=True, slots=True, eq=False)
class OpenLibrary:
    """Pictures row by row. `kind_N` are numbers of `kinds`; `features` is by feature space.

    `remark` says what a reader must know besides: pictures that were left out, for one.
    """

    kinds: tuple[str, ...]
    kind_N: NDArray[np.int64]
    backbone: FeatureSpace
    features: Mapping[FeatureSpace, Vectors]
    digest: str = ""
    remark: str = ""

    def __len__(self) -> int:
        return len(self.kind_N)

    @property
    def kinds_NC(self) -> NDArray[np.bool_]:
        kinds_NC: NDArray[np.bool_] = self.kind_N[:, None] == np.arange(len(self.kinds))
        return kinds_NC

    def of_space(self, feature_space: FeatureSpace | None) -> Vectors:
        """Features of the only space that a method is made for, or else of the experiment's."""
        return self.features[feature_space or self.backbone]

    def save(self, folder: Path) -> None:
        """As files that other processes map into memory and so share."""
        try:
            np.save(folder / "kinds.npy", self.kind_N)
            for space, features_ND in self.features.items():
                np.save(folder / f"{space}.npy", features_ND)
        except OSError as error:
            raise UserError(
                f"The features cannot be handed to other processes in {folder} ({error.strerror or error})."
            ) from error


def load(folder: Path, kinds: tuple[str, ...], own: FeatureSpace, spaces: Sequence[FeatureSpace]) -> OpenLibrary:
    # Copied when written to, which nobody does: torch warns of arrays that cannot be.
    features = {space: np.load(folder / f"{space}.npy", mmap_mode="c") for space in spaces}
    return OpenLibrary(kinds, np.load(folder / "kinds.npy"), own, features)


def read(
    folders: Sequence[Path], own: FeatureSpace, others: Sequence[FeatureSpace]
) -> Generator[Progress, None, OpenLibrary]:
    """All kinds in these folders, in the feature space `own` and in others that methods need."""
    names, files = kind_files(folders)
    found: dict[FeatureSpace, Read] = {}
    for space in dict.fromkeys((own, *others)):
        found[space] = yield from read_features(files, backbone(space))
    return _library(names, files, own, found)


def kind_files(folders: Sequence[Path]) -> tuple[tuple[str, ...], LabelledFiles]:
    """Each folder in one of `folders` is a kind; those that hold few pictures are none."""
    found = [
        (f"{folder.name}/{os.fsdecode(name)}", sorted(paths))  # two folders of one name are not one kind
        for folder in dict.fromkeys(folder.resolve() for folder in folders)
        for name, paths in sorted(_classes(folder).items())
        if len(paths) >= LEAST_PICTURES
    ]
    _must_suffice(len(found))
    paths = [path for _, of_kind in found for path in of_kind]
    numbers_N = np.repeat(np.arange(len(found)), [len(of_kind) for _, of_kind in found])
    labels_NC = numbers_N[:, None] == np.arange(len(found))
    return tuple(name for name, _ in found), LabelledFiles(paths, labels_NC, np.full(len(paths), TRAIN), "by kind")


def _classes(folder: Path) -> dict[bytes, Paths]:
    if trouble := trouble_with(os.fsencode(folder)):
        raise UserError(f"The folder {folder} cannot be read: {trouble}.")
    return classes(os.fsencode(folder))


def _library(
    names: tuple[str, ...], files: LabelledFiles, own: FeatureSpace, found: Mapping[FeatureSpace, Read]
) -> OpenLibrary:
    contents_N16 = agreed([each.contents_N16 for each in found.values()])
    readable = np.flatnonzero(contents_N16.any(axis=1))
    first = np.unique(contents_N16[readable], axis=0, return_index=True)[1]  # a picture that is there twice is one
    rows, kind_N = np.sort(readable[first]), files.labels_NC.argmax(axis=1)
    counts_C = np.bincount(kind_N[rows], minlength=len(names))
    kept_C = counts_C >= LEAST_PICTURES
    _must_suffice(int(kept_C.sum()))
    rows = rows[kept_C[kind_N[rows]]]
    number_C = np.cumsum(kept_C) - 1
    kinds = tuple(name for name, kept in zip(names, kept_C, strict=True) if kept)
    digest = hashlib.sha256(repr(kinds).encode() + contents_N16[rows].tobytes() + kind_N[rows].tobytes())
    return OpenLibrary(
        kinds,
        number_C[kind_N[rows]],
        own,
        {space: each.inputs[rows].astype(np.float32) for space, each in found.items()},
        digest.hexdigest(),
        _remark(len(files) - len(rows)),
    )


def _must_suffice(kinds: int) -> None:
    if kinds < LEAST_KINDS:
        raise UserError(
            f"There are {kinds} folders with at least {LEAST_PICTURES} pictures each in what --data names; "
            f"{LEAST_KINDS} such kinds are needed."
        )


def _remark(left_out: int) -> str:
    if not left_out:
        return ""
    pictures = "One file is" if left_out == 1 else f"{left_out:,} files are"
    return f"{pictures} left out: not readable, a copy of another, or one of very few of its kind."
