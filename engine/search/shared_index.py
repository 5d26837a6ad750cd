"""The codes of a published version, searched by the server. An `engine.search.index.Index`."""

import numpy as np

from engine.arrays import Codes, Counts, Distances, Ids
from engine.search.index import NO_CODE
from engine.store.allowed import Allowed
from engine.store.postgres import code_tables
from engine.store.postgres.code_tables import PublishedCodes
from engine.store.postgres.database import SharedDatabase


class SharedIndex:
    def __init__(self, db: SharedDatabase, version_id: int, bits: int) -> None:
        self.version_id = version_id
        self.bits = bits
        self._db = db
        self._coded = code_tables.of_version(db, version_id) or PublishedCodes(version_id, bits, 0, None)

    @property
    def recall(self) -> float | None:
        return self._coded.recall

    def __len__(self) -> int:
        return self._coded.codes

    def nearest(
        self, packed_B: Codes, k: int, low: int = 0, high: int | None = None, allowed: Allowed | None = None
    ) -> tuple[Ids, Distances]:
        if not len(self):
            return np.empty(0, np.int64), np.empty(0, np.int32)
        high = self.bits if high is None else high
        return code_tables.nearest(self._db, self._coded, packed_B, k, low, high, allowed)

    def counts(self, packed_B: Codes, allowed: Allowed | None = None) -> Counts:
        if not len(self):
            return np.zeros(self.bits + 1, np.int64)
        return code_tables.counts(self._db, self._coded, packed_B, allowed)

    def distances(self, packed_B: Codes, image_ids: Ids) -> Distances:
        known = code_tables.distances(self._db, self._coded, packed_B, image_ids) if len(self) else {}
        return np.array([known.get(i, NO_CODE) for i in image_ids.tolist()], np.int32)

    def code_of(self, image_id: int) -> Codes | None:
        known = self._known(np.array([image_id], np.int64))
        return code_tables.packed(known.values(), self.bits)[0] if known else None

    def codes_of(self, image_ids: Ids) -> Codes:
        known = self._known(image_ids)
        return code_tables.packed([known[i] for i in image_ids.tolist()], self.bits)

    def sample(self, most: int) -> Codes:
        if not len(self):
            return np.empty((0, self.bits // 8), np.uint8)
        return code_tables.sample(self._db, self._coded, most)

    def _known(self, image_ids: Ids) -> dict[int, bytes]:
        return code_tables.codes_of(self._db, self._coded, image_ids) if len(self) else {}
