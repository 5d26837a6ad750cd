"""What an experiment works on: three disjoint parts, first as pictures, then as a network's inputs."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Labels, Pixels
from engine.errors import UserError
from engine.feature_space import FeatureSpace

PARTS = ("train", "valid", "test")

TuneDepth = Literal["head", "last", "all"]  # hash layers on features, a network's last blocks with them, all of it


@dataclass(frozen=True, slots=True, eq=False)
class PicturePart:
    pixels_NHWC: Pixels
    labels_NC: Labels

    def __len__(self) -> int:
        return len(self.pixels_NHWC)


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """Small pictures of one size, divided up; `division` says by whom, for the reader of the results."""

    train: PicturePart
    valid: PicturePart
    test: PicturePart
    division: str

    def parts(self) -> Iterator[PicturePart]:
        yield from (self.train, self.valid, self.test)

    def pixels_digest(self) -> str:
        """Names the pixels, their order and the sizes of the parts."""
        digest = hashlib.sha256()
        for part in self.parts():
            digest.update(repr(part.pixels_NHWC.shape).encode())
            digest.update(np.ascontiguousarray(part.pixels_NHWC).data)
        return digest.hexdigest()

    def digest(self) -> str:
        """Names the pixels and the labels: whoever measured on these measured on the same."""
        digest = hashlib.sha256(self.pixels_digest().encode())
        for part in self.parts():
            digest.update(np.ascontiguousarray(part.labels_NC).data)
        return digest.hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The inputs are features (N, D), squares of pixels (N, S, S, 3) where the whole network learns, or what its
    first blocks give for each view (N, V, C, H, W) where the last ones do."""

    inputs: NDArray[Any]
    labels_NC: Labels

    def __len__(self) -> int:
        return len(self.inputs)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Train is what methods learn from and also the database; valid is for early stopping and tuning; test holds
    the queries of the final figures, and no method looks at it."""

    train: Part
    valid: Part
    test: Part

    def parts(self) -> Iterator[Part]:
        yield from (self.train, self.valid, self.test)


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """The parts in every feature space that is needed, and how methods are measured on them.

    `splits` is by feature space; where a network learns with the hash layers, there is the backbone's only.
    `at` is the K of mAP@K, None for all.
    """

    backbone: FeatureSpace
    splits: Mapping[FeatureSpace, Split]
    tune: TuneDepth = "head"
    at: int | None = None

    def split(self, feature_space: FeatureSpace | None) -> Split:
        return self.splits[feature_space or self.backbone]

    @property
    def own(self) -> Split:
        return self.splits[self.backbone]

    def save(self, folder: Path) -> None:
        """As files that other processes map into memory and so share."""
        try:
            for space, split in self.splits.items():
                for name, part in zip(PARTS, split.parts(), strict=True):
                    np.save(folder / f"{space}-{name}-inputs.npy", part.inputs)
                    np.save(folder / f"{space}-{name}-labels.npy", part.labels_NC)
        except OSError as error:
            raise UserError(
                f"The features cannot be handed to other processes in {folder} ({error.strerror or error})."
            ) from error

    @staticmethod
    def load(
        folder: Path, backbone: FeatureSpace, spaces: tuple[FeatureSpace, ...], tune: TuneDepth, at: int | None
    ) -> "Data":
        def part(space: FeatureSpace, name: str) -> Part:
            # Copied when written to, which nobody does: torch warns of arrays that cannot be.
            inputs = np.load(folder / f"{space}-{name}-inputs.npy", mmap_mode="c")
            return Part(inputs, np.load(folder / f"{space}-{name}-labels.npy"))

        splits = {space: Split(*(part(space, name) for name in PARTS)) for space in spaces}
        return Data(backbone, splits, tune, at)
