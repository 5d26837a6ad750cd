"""Two hash functions on the same features, their bits one after the other: learned ones, then ITQ's.

What training makes of pictures that it knew nothing about is anybody's guess. The base bits keep what pictures look
like, so that the distance is that of the learned codes plus that of codes fitted on the features alone. Where a
library has taught itself, some of the learned bits are base bits, too: learned without labels.
"""

from dataclasses import dataclass

import numpy as np

from engine.arrays import Codes, Vectors
from engine.model.codes import pack
from engine.model.layered_hash import LayeredHash
from engine.model.linear_hash import LinearHash


@dataclass(frozen=True, slots=True)
class JoinedHash:
    learned: LayeredHash
    base: LinearHash

    @property
    def mean_D(self) -> Vectors:
        return self.base.mean_D

    @property
    def bits(self) -> int:
        return self.learned.bits + self.base.bits

    def outputs(self, features_ND: Vectors) -> Vectors:
        return np.concatenate([self.learned.outputs(features_ND), self.base.outputs(features_ND)], axis=1)

    def bounded(self, outputs_NK: Vectors) -> Vectors | None:
        """u of the learned bits, which come first; base bits were never meant to end at ±1."""
        return self.learned.bounded(outputs_NK[:, : self.learned.bits])

    def codes(self, features_ND: Vectors) -> Codes:
        return pack(self.outputs(features_ND))
