"""A hash function makes codes of features. Every model version has one, whatever method made it."""

from typing import Protocol

from engine.arrays import Codes, Vectors


class HashFunction(Protocol):
    @property
    def mean_D(self) -> Vectors:
        """The mean feature of what it was fitted on: ties are ordered by the cosine of features centred by it."""

    @property
    def bits(self) -> int: ...

    def outputs(self, features_ND: Vectors) -> Vectors:
        """C(x), (N, K): the real outputs, before anything bounds them."""

    def bounded(self, outputs_NK: Vectors) -> Vectors | None:
        """u, these outputs in [-1, 1] as they were trained to end at ±1; None where they were not."""

    def codes(self, features_ND: Vectors) -> Codes:
        """The outputs' signs, packed."""
