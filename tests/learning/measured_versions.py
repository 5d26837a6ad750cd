"""Model versions to be measured, without a training: two layers made up so that clusters get codes of their own."""

import numpy as np

from engine.library import Library
from engine.model.layered_hash import LayeredHash
from engine.store.versions import Version
from tests.jobs.feature_rows import DIMENSIONS
from tests.jobs.version_rows import stored
from tests.learning.labelled_library import SPACE, TELLING


def made_up_function(bits: int, seed: int) -> LayeredHash:
    """It looks mostly, not only, at the dimensions that tell the clusters apart."""
    random = np.random.default_rng(seed)
    hidden_DH = random.standard_normal((DIMENSIONS, 24)) * 0.05
    hidden_DH[:TELLING] = random.standard_normal((TELLING, 24)) * 0.4
    last_HK = random.standard_normal((24, bits)) * 0.5
    arrays = (np.ones(DIMENSIONS), hidden_DH, -hidden_DH.sum(axis=0), last_HK, np.zeros(bits))
    return LayeredHash(*(np.ascontiguousarray(array, np.float32) for array in arrays))


def add_version(
    library: Library, name: str = "Clusters", bits: int = 16, seed: int = 1, space: str = SPACE, **details: object
) -> Version:
    return stored(library, made_up_function(bits, seed), name, space, **details)
