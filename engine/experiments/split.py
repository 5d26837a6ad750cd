"""What an experiment works on: three disjoint parts, first as pictures, then as features."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.model.hash_function import Vectors

Labels = NDArray[np.bool_]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class PicturePart:
    pixels_NHWC: Pixels
    labels_NC: Labels

    def __len__(self) -> int:
        return len(self.pixels_NHWC)


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """A data set divided up; `division` says by whom, for the reader of the results."""

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
    features_ND: Vectors
    labels_NC: Labels

    def __len__(self) -> int:
        return len(self.features_ND)


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Train is what methods learn from and also the database; valid is for early stopping and tuning; test holds
    the queries of the final figures, and no method looks at it."""

    train: Part
    valid: Part
    test: Part
