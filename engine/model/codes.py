"""Binary codes. The only place that knows the bit order: bit 0 is the highest bit of the first byte."""

import numpy as np
from numpy.typing import NDArray


def pack(u_NK: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Codes of real outputs: bit k is 1 where u_k >= 0, that is sgn(0) = +1."""
    return np.packbits(u_NK >= 0, axis=1)


def unpack(packed_NB: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Codes as -1 and +1."""
    return np.unpackbits(packed_NB, axis=1).astype(np.int8) * 2 - 1


def hamming(packed_NB: NDArray[np.uint8], packed_B: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The distance of each code to one code: in how many bits they differ."""
    distances_N: NDArray[np.int32] = np.bitwise_count(packed_NB ^ packed_B).sum(axis=1, dtype=np.int32)
    return distances_N
