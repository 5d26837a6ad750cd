"""For every unlabelled image its nearest labelled ones, by Hamming distance: kept up to date as labels come and go.

Images are rows. The order of neighbours is total: by distance, then by row. Both are kept in one number, the key
distance * N + row, so that sorting keys sorts neighbours. Numpy only: no disk, no store.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Mask, Rows

Keys = NDArray[np.int32] | NDArray[np.int64]

PAIRS = 1 << 18  # of images that are compared at once: what is in the works stays in the processor's cache
MANY = 64  # labelled at once: from there on comparing all anew is quicker than one after the other


class NearestLabelled:
    """At first no image is labelled; `update` says what changed."""

    def __init__(self, packed_NB: Codes, bits: int, k: int) -> None:
        self._words_WN = _words(packed_NB)
        self._n = len(packed_NB)
        dtype: type[np.signedinteger] = np.int32 if (bits + 1) * self._n < 2**31 else np.int64
        self._none = np.iinfo(dtype).max  # the key where there is no neighbour
        self._k = k
        self._keys_NK: Keys = np.full((self._n, k), self._none, dtype)
        self.labelled_N: Mask = np.zeros(self._n, np.bool_)

    def neighbours(self, rows: Rows) -> tuple[Rows, NDArray[np.int64], Mask]:
        """Of these unlabelled images: the neighbours' rows and distances, nearest first, and which there are."""
        keys = self._keys_NK[rows].astype(np.int64)
        there = keys != self._none
        keys[~there] = 0
        return keys % max(1, self._n), keys // max(1, self._n), there

    def update(self, gained: Rows, lost: Rows) -> Iterator[tuple[int, int]]:
        """Images became labelled or unlabelled. Yields (done, total) of the images that are compared anew."""
        self.labelled_N[gained], self.labelled_N[lost] = True, False
        anew_N = ~self.labelled_N
        if len(gained) <= MANY:
            anew_N &= self.with_neighbour(lost)
            anew_N[lost] = True
        rows = np.flatnonzero(anew_N)
        yield from self._compare(rows)
        if len(gained) <= MANY:
            for row in gained:
                self._offer(int(row))

    def with_neighbour(self, rows: Rows) -> Mask:
        """Which unlabelled images have one of these among their neighbours."""
        if not len(rows):
            return np.zeros(self._n, np.bool_)
        wanted_N = np.zeros(self._n, np.bool_)
        wanted_N[rows] = True
        there = self._keys_NK != self._none
        found: Mask = (wanted_N[np.where(there, self._keys_NK % self._n, 0)] & there).any(axis=1)
        return found & ~self.labelled_N

    def _compare(self, rows: Rows) -> Iterator[tuple[int, int]]:
        """These images with all labelled ones."""
        labelled = np.flatnonzero(self.labelled_N)
        words_WL = self._words_WN[:, labelled]
        step = max(1, PAIRS // max(1, len(labelled)))
        for start in range(0, len(rows), step):
            yield start, len(rows)
            chunk = rows[start : start + step]
            keys = self._keys(self._words_WN[:, chunk], words_WL, labelled)
            if len(labelled) > self._k:
                keys.partition(self._k - 1, axis=1)
                keys = keys[:, : self._k]
            keys.sort(axis=1)
            self._keys_NK[chunk] = self._none
            self._keys_NK[chunk, : keys.shape[1]] = keys

    def _offer(self, row: int) -> None:
        """A newly labelled image as a neighbour to those that have none nearer."""
        only = np.array([row])
        key_N = self._keys(self._words_WN, self._words_WN[:, only], only)[:, 0]
        nearer = np.flatnonzero(~self.labelled_N & (key_N < self._keys_NK[:, -1]))
        # Images that were compared anew just now know it already.
        nearer = nearer[~(self._keys_NK[nearer] == key_N[nearer, None]).any(axis=1)]
        together = np.hstack([self._keys_NK[nearer], key_N[nearer, None]])
        together.sort(axis=1)
        self._keys_NK[nearer] = together[:, :-1]

    def _keys(self, a_WN: NDArray[np.uint64], b_WL: NDArray[np.uint64], b_rows: Rows) -> Keys:
        distance_NL = np.zeros((a_WN.shape[1], b_WL.shape[1]), self._keys_NK.dtype)
        for a_N, b_L in zip(a_WN, b_WL, strict=True):
            distance_NL += np.bitwise_count(a_N[:, None] ^ b_L)
        distance_NL *= self._n
        distance_NL += b_rows.astype(self._keys_NK.dtype)
        return distance_NL


def _words(packed_NB: Codes) -> NDArray[np.uint64]:
    """The codes as machine words, the words first: [:, n] is one code. Bits beyond the code are 0 in all."""
    size = -(-packed_NB.shape[1] // 8) * 8
    padded_NB = np.zeros((len(packed_NB), size), np.uint8)
    padded_NB[:, : packed_NB.shape[1]] = packed_NB
    return np.ascontiguousarray(padded_NB.view(np.uint64).T)
