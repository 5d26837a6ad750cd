"""What images look like to the built-in network, for comparing them: the square roots of their features.

Two images are compared by the cosine of these. To find out which of very many are worth comparing, each has a code
of 256 bits besides: on which side it lies of as many planes through the middle, which are the same for ever.
"""

import hashlib
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Halves, Rows, Vectors
from engine.model.linear_hash import centred

PLANES = 256
LOOKED_UP = 256  # pairs at once; more do not stay in the cache


def looks(features_ND: NDArray[np.floating]) -> Halves:
    """The square roots of features, scaled to length 1."""
    x_ND = np.sqrt(np.maximum(features_ND, 0), dtype=np.float32)
    return centred(x_ND, np.zeros(x_ND.shape[1], np.float32)).astype(np.float16)


def look_codes(features_ND: NDArray[np.floating]) -> Codes:
    looks_ND = looks(features_ND).astype(np.float32)
    return np.packbits(looks_ND @ _planes(looks_ND.shape[1]) > 0, axis=1)


def cosines(x_ND: NDArray[np.floating], y_MD: NDArray[np.floating], a_E: Rows, b_E: Rows) -> NDArray[np.float32]:
    """Of row a of the one with row b of the other, pair by pair; all of length 1."""
    cosines_E = np.empty(len(a_E), np.float32)
    for start in range(0, len(a_E), LOOKED_UP):
        some = slice(start, start + LOOKED_UP)
        a_ED, b_ED = x_ND[a_E[some]].astype(np.float32), y_MD[b_E[some]].astype(np.float32)
        cosines_E[some] = np.einsum("ed,ed->e", a_ED, b_ED)
    return cosines_E


@cache
def _planes(dimensions: int) -> Vectors:
    """Signs drawn once and for all. What all features have in common lies on none of a plane's sides."""
    drawn = np.frombuffer(hashlib.shake_256(b"looks").digest(dimensions * PLANES // 8), np.uint8)
    signs_DP = np.unpackbits(drawn).reshape(dimensions, PLANES).astype(np.float32)
    signs_DP -= signs_DP.mean(axis=0)
    return signs_DP
