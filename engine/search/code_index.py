"""All codes of one model version in memory, searched exactly: few by numpy, many by faiss. The only place that
imports faiss, which takes longer than a search among few.

An `engine.search.index.Index`. Rows are in the order in which codes came; `image_ids` says whose they are. Rows are
never removed: when codes went, the whole index is built anew.
"""

from typing import Any

import numpy as np

from engine.arrays import Codes, Counts, Distances, Ids, Mask, Rows
from engine.model.codes import hamming
from engine.search.index import NO_CODE
from engine.store.allowed import Allowed

SPARE = 1024  # fetched beyond k, so that the ties at the end are usually complete at once
FEW = 1 << 14  # codes, among which numpy finds the nearest in a quarter of a millisecond
MOST_BY_FAISS = 8192  # beyond that many, one pass over all distances is quicker than faiss's heaps
PASS = 1 << 20
PIECE = 1 << 16  # what the caches hold is counted up to twice as fast


class CodeIndex:
    recall = None  # all are looked at

    def __init__(self, version_id: int, bits: int, model: str = "") -> None:
        self.version_id = version_id
        self.model = model  # the checksum of the version's model file
        self.bits = bits
        self.stamp = 0  # of the last write to the table that is in here
        self.saved_stamp: int | None = None  # what the saved index holds
        self._few: Codes = np.empty((0, bits // 8), np.uint8)
        self._flat: Any = None  # faiss's, which has all codes once there are more than a few
        self._image_ids: Ids = np.empty(0, np.int64)
        self._by_id: tuple[Ids, Rows] | None = None  # ids in ascending order, and their rows

    def __len__(self) -> int:
        return len(self._image_ids)

    @property
    def image_ids(self) -> Ids:
        return self._image_ids

    @property
    def packed_NB(self) -> Codes:
        """A view of what is searched."""
        if self._flat is None:
            return self._few
        import faiss

        view: Codes = faiss.rev_swig_ptr(self._flat.xb.data(), len(self) * self.bits // 8)
        return view.reshape(len(self), self.bits // 8)

    def put(self, image_ids: Ids, packed_NB: Codes) -> None:
        """Add codes; an image that has one gets the new one."""
        rows = self.rows_of(image_ids)
        known = rows >= 0
        if known.any():
            self.packed_NB[rows[known]] = packed_NB[known]
        if not known.all():
            self._add(packed_NB[~known])
            self._image_ids = np.concatenate([self._image_ids, image_ids[~known]])
            self._by_id = None

    def _add(self, packed_NB: Codes) -> None:
        if self._flat is None and len(self) + len(packed_NB) <= FEW:
            self._few = np.concatenate([self._few, packed_NB])
            return
        if self._flat is None:
            self._hand_to_faiss()
        self._flat.add(np.ascontiguousarray(packed_NB))

    def _hand_to_faiss(self) -> None:
        import faiss

        self._flat = faiss.IndexBinaryFlat(self.bits)
        self._flat.use_heap = False  # counting by distance: fetching 1,000 costs hardly more than fetching 1
        self._flat.add(self._few)
        self._few = self._few[:0]

    def rows_of(self, image_ids: Ids) -> Rows:
        """The row of each image, -1 where it has no code."""
        if len(self) == 0:
            return np.full(len(image_ids), -1, np.int64)
        if self._by_id is None:
            order = np.argsort(self._image_ids, kind="stable")
            self._by_id = self._image_ids[order], order
        ids_in_order, rows = self._by_id
        at = np.minimum(np.searchsorted(ids_in_order, image_ids), len(self) - 1)
        return np.where(ids_in_order[at] == image_ids, rows[at], -1)

    def code_of(self, image_id: int) -> Codes | None:
        (row,) = self.rows_of(np.array([image_id], np.int64))
        return self.packed_NB[row].copy() if row >= 0 else None

    def codes_of(self, image_ids: Ids) -> Codes:
        return self.packed_NB[self.rows_of(image_ids)]

    def sample(self, most: int) -> Codes:
        chosen = np.linspace(0, len(self) - 1, min(len(self), most)).astype(np.int64)
        return self.packed_NB[chosen]

    def nearest(
        self,
        packed_B: Codes,
        k: int,
        low: int = 0,
        high: int | None = None,
        allowed: Allowed | None = None,
    ) -> tuple[Ids, Distances]:
        high = self.bits if high is None else high
        allowed_N = self._mask(allowed)
        most = len(self) if allowed_N is None else int(allowed_N.sum())
        if most == 0:
            return np.empty(0, np.int64), np.empty(0, np.int32)
        fetch = k + SPARE
        while self._flat is not None and min(fetch, most) <= MOST_BY_FAISS:
            distances, rows = self._by_faiss(packed_B, min(fetch, most), allowed_N)
            fits = (distances >= low) & (distances <= high)
            complete = fetch >= most or distances[-1] > high
            if fits.sum() >= k:
                last = distances[fits][k - 1]
                complete = complete or last < distances[-1]
                fits &= distances <= last
            if complete:
                return self._image_ids[rows[fits]], distances[fits]
            fetch *= 8
        return self._by_full_pass(packed_B, k, low, high, allowed_N)

    def distances(self, packed_B: Codes, image_ids: Ids) -> Distances:
        rows, codes = self.rows_of(image_ids), self.packed_NB
        found = np.full(len(rows), NO_CODE, np.int32)
        if len(self):
            for start in range(0, len(rows), PIECE):
                piece = slice(start, start + PIECE)
                found[piece] = np.where(rows[piece] < 0, NO_CODE, hamming(codes[rows[piece]], packed_B))
        return found

    def counts(self, packed_B: Codes, allowed: Allowed | None = None) -> Counts:
        counts_D = np.zeros(self.bits + 1, np.int64)
        codes, allowed_N = self.packed_NB, self._mask(allowed)
        for start in range(0, len(codes), PIECE):
            distances = hamming(codes[start : start + PIECE], packed_B)
            if allowed_N is not None:
                distances = distances[allowed_N[start : start + PIECE]]
            counts_D += np.bincount(distances, minlength=self.bits + 1)
        return counts_D

    def _mask(self, allowed: Allowed | None) -> Mask | None:
        """The rows of those that are allowed; None for all."""
        if allowed is None:
            return None
        mask = np.ones(len(self), np.bool_) if allowed.but is None else ~self._rows_among(allowed.but)
        for ids in allowed.among:
            mask &= self._rows_among(ids)
        return mask

    def _rows_among(self, image_ids: Ids) -> Mask:
        mask = np.zeros(len(self), np.bool_)
        rows = self.rows_of(image_ids)
        mask[rows[rows >= 0]] = True
        return mask

    def _by_faiss(self, packed_B: Codes, k: int, allowed_N: Mask | None) -> tuple[Distances, Rows]:
        import faiss

        parameters = None
        if allowed_N is not None:
            bitmap = np.packbits(allowed_N, bitorder="little")
            selector = faiss.IDSelectorBitmap(len(allowed_N), faiss.swig_ptr(bitmap))
            parameters = faiss.SearchParameters(sel=selector)  # type: ignore[call-arg]
        distances, rows = self._flat.search(packed_B[None], k, params=parameters)
        order = np.argsort(distances[0], kind="stable")
        return distances[0][order], rows[0][order]

    def _by_full_pass(
        self, packed_B: Codes, k: int, low: int, high: int, allowed_N: Mask | None
    ) -> tuple[Ids, Distances]:
        codes = self.packed_NB
        distances = np.concatenate([hamming(codes[i : i + PASS], packed_B) for i in range(0, len(codes), PASS)])
        fits = (distances >= low) & (distances <= high)
        if allowed_N is not None:
            fits &= allowed_N
        rows = np.flatnonzero(fits)
        if len(rows) > k:
            last = np.partition(distances[rows], k - 1)[k - 1]
            rows = rows[distances[rows] <= last]
        rows = rows[np.argsort(distances[rows], kind="stable")]
        return self._image_ids[rows], distances[rows]
