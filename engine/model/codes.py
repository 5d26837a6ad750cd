"""Binary codes. The only place that knows the bit order: bit 0 is the highest bit of the first byte."""

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Distances

_WORDS = tuple(np.dtype(name) for name in ("u8", "u4", "u2", "u1"))  # the widest that fits is the fastest


def pack(u_NK: NDArray[np.floating]) -> Codes:
    """Codes of real outputs: bit k is 1 where u_k >= 0, that is sgn(0) = +1."""
    return np.packbits(u_NK >= 0, axis=1)


def unpack(packed_NB: Codes) -> NDArray[np.int8]:
    """Codes as -1 and +1."""
    return np.unpackbits(packed_NB, axis=1).astype(np.int8) * 2 - 1


def hamming(packed_NB: Codes, packed_B: Codes) -> Distances:
    """The distance of each code to one code: in how many bits they differ."""
    word = next(word for word in _WORDS if packed_NB.shape[1] % word.itemsize == 0)
    words_NW = np.ascontiguousarray(packed_NB).view(word)
    query_W = np.ascontiguousarray(packed_B).view(word)
    distances_N = np.zeros(len(packed_NB), np.int32)
    # Word by word: a sum over rows of a few bytes takes twenty times as long.
    for column, other in enumerate(query_W):
        distances_N += np.bitwise_count(words_NW[:, column] ^ other)
    return distances_N
