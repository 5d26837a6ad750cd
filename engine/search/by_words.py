"""Ranking by words: how well each stored picture fits the words of a query, and the pictures beside them.

Features of words and of pictures lie apart even where they fit, so words are no point among pictures. They are
compared with all stored features, and the pictures that fit best stand in for them where the query needs a code: so
what a version has learned from labels counts for words, too.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Distances, Halves, Ids, Mask, Reals, Vectors
from engine.feature_space import FeatureSpace
from engine.search.index import NO_CODE
from engine.store import features
from engine.store.allowed import Allowed
from engine.store.connection import Database

PIECE = 1 << 15  # as many at a time: halves are slow to compute with
STAND_INS = 10  # pictures that fit the words best


def fits(words_D: Vectors, features_ND: NDArray[np.floating]) -> Reals:
    """The cosine of each picture's features and the words'."""
    cosine_N = np.empty(len(features_ND))
    for start in range(0, len(features_ND), PIECE):
        some_ND = features_ND[start : start + PIECE].astype(np.float32)
        length_N = np.linalg.norm(some_ND, axis=1) * np.linalg.norm(words_D)
        cosine_N[start : start + PIECE] = some_ND @ words_D / np.where(length_N > 0, length_N, 1)
    return cosine_N


def stand_in(fit_N: Reals, features_ND: NDArray[np.floating]) -> Vectors:
    """The mean of those that fit best; of equal ones the first."""
    best = np.argsort(-fit_N, kind="stable")[:STAND_INS]
    mean_D: Vectors = features_ND[best].mean(axis=0, dtype=np.float32)
    return mean_D


def together(parts: Sequence[Reals]) -> Reals:
    """Each part in its own standard deviations, summed: so each says as much."""
    score_N: Reals = np.sum([_standardised(part) for part in parts], axis=0)
    return score_N


def _standardised(values_N: Reals) -> Reals:
    spread = values_N.std()
    centred_N: Reals = values_N - values_N.mean()
    return centred_N / spread if spread > 0 else centred_N


class StoredFeatures:
    """All features of a feature space in memory, as they are stored, read again when there are others. 1,000
    pictures of 512 numbers take a megabyte."""

    def __init__(self) -> None:
        self._known: tuple[object, Ids, Halves] | None = None

    def read(self, db: Database, space: FeatureSpace) -> tuple[Ids, Halves]:
        key = (space, features.state(db, space))
        if self._known is None or self._known[0] != key:
            rows = list(features.chunks(db, space, features.ids(db, space).tolist()))
            ids = np.array([image_id for ids, _ in rows for image_id in ids], np.int64)
            parts = [vectors_ND.astype(np.float16) for _, vectors_ND in rows]
            self._known = key, ids, np.concatenate(parts) if parts else np.empty((0, 0), np.float16)
        return self._known[1], self._known[2]


def admitted(ids: Ids, distances: Distances, low: int, high: int | None, allowed: Allowed | None) -> Mask:
    """Which of these images a query lets through."""
    through: Mask = (distances != NO_CODE) & (distances >= low)
    if high is not None:
        through &= distances <= high
    if allowed is not None:
        for among in allowed.among:
            through &= np.isin(ids, among)
        if allowed.but is not None:
            through &= ~np.isin(ids, allowed.but)
    return through
