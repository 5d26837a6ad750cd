"""Features as those of a real network are, never negative and mostly small, and near-copies of them.

The square roots of two pictures' features have a cosine of about 0.6; those of a picture and a copy of it with this
noise, one of about exp(-noise² / 8), and those of two such copies, one of about exp(-noise² / 4).
"""

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 272
Features = NDArray[np.float32]


def pictures(count: int, seed: int = 0, dimensions: int = DIMENSIONS) -> Features:
    return np.random.default_rng(seed).gamma(0.4, 1.0, (count, dimensions)).astype(np.float32)


def copies(features_ND: Features, noise: float, seed: int = 1) -> Features:
    """One of each row."""
    random = np.random.default_rng(seed)
    return (features_ND * np.exp(noise * random.standard_normal(features_ND.shape))).astype(np.float32)


def bursts(count: int, each: int, noise: float = 0.5, seed: int = 0) -> Features:
    """Row i is of burst i // each."""
    return copies(np.repeat(pictures(count, seed), each, axis=0), noise, seed + 1000)
