"""How the pictures of a query become one vector.

Each picture's features are centred by the library's mean and scaled to length 1. The plus pictures are averaged
(an image near to all of them is near to their mean), half the average of the minus pictures is taken away (what
they have and the plus pictures lack counts against a hit), and the sum is brought back to the features' own
scale, so that the active version's hash function turns it into a code like that of any picture. Distances are
then Hamming distances to that one code, and mean the same as those of a single picture.
"""

from collections.abc import Sequence

import numpy as np

from engine.arrays import Vectors
from engine.model.linear_hash import centred

MINUS_WEIGHT = 0.5


def combine(plus_ND: Vectors, minus_ND: Vectors | None, mean_D: Vectors) -> Vectors:
    """One feature vector for all the pictures of a query."""
    if len(plus_ND) == 1 and minus_ND is None:
        alone: Vectors = plus_ND[0]
        return alone
    direction_D = centred(plus_ND, mean_D).mean(axis=0)
    if minus_ND is not None:
        direction_D = direction_D - MINUS_WEIGHT * centred(minus_ND, mean_D).mean(axis=0)
    length = np.linalg.norm(direction_D)
    scale = np.linalg.norm(plus_ND - mean_D, axis=1).mean()
    vector: Vectors = (mean_D + direction_D * (scale / length if length > 0 else 0)).astype(np.float32)
    return vector


def split(vectors: Sequence[Vectors], minus: Sequence[bool]) -> tuple[Vectors, Vectors | None]:
    plus = [v for v, is_minus in zip(vectors, minus, strict=True) if not is_minus]
    less = [v for v, is_minus in zip(vectors, minus, strict=True) if is_minus]
    return np.stack(plus), np.stack(less) if less else None
