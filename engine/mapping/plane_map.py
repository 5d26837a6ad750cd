"""Which image lies where in the plane, and what it takes to place another."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.arrays import Halves, Ids, Rows, Vectors
from engine.mapping.neighbours import nearest_to
from engine.mapping.placing import placed
from engine.mapping.principal import Projection


@dataclass(frozen=True, slots=True, eq=False)
class PlaneMap:
    """Rows by ascending image id. `basis` names what features it was laid out by: maps of different ones are not
    comparable. `laid_out` is how many were laid out together; what came later was only placed."""

    basis: str
    image_ids: Ids
    places_N2: Vectors
    reduced_NR: Halves
    projection: Projection
    laid_out: int

    def __len__(self) -> int:
        return len(self.image_ids)

    def rows_of(self, image_ids: Ids) -> Rows:
        """The row of each image, -1 where it has no place."""
        if not len(self):
            return np.full(len(image_ids), -1, np.int64)
        at = np.minimum(np.searchsorted(self.image_ids, image_ids), len(self) - 1)
        return np.where(self.image_ids[at] == image_ids, at, -1)

    def with_new(self, image_ids: Ids, reduced_MR: Vectors) -> PlaneMap:
        """These have a place, too; none of them had one."""
        places_M2 = placed(reduced_MR, self.reduced_NR.astype(np.float32), self.places_N2)
        together = np.concatenate([self.image_ids, image_ids])
        order = np.argsort(together, kind="stable")
        return replace(
            self,
            image_ids=together[order],
            places_N2=np.concatenate([self.places_N2, places_M2])[order],
            reduced_NR=np.concatenate([self.reduced_NR, reduced_MR.astype(np.float16)])[order],
        )

    def only(self, image_ids: Ids) -> PlaneMap:
        """Without those that are not among these."""
        kept_N = np.isin(self.image_ids, image_ids)
        return replace(
            self,
            image_ids=self.image_ids[kept_N],
            places_N2=self.places_N2[kept_N],
            reduced_NR=self.reduced_NR[kept_N],
            laid_out=min(self.laid_out, int(kept_N.sum())),
        )

    def most_alike(self, image_id: int, count: int) -> Ids:
        """The images that are nearest to this one by features, not in the plane; nearest first."""
        (row,) = self.rows_of(np.array([image_id], np.int64))
        if row < 0:
            return np.empty(0, np.int64)
        x_NR = self.reduced_NR.astype(np.float32)
        (nearest,) = nearest_to(x_NR[row : row + 1], x_NR, count + 1)
        found: Ids = self.image_ids[nearest[nearest != row][:count]]
        return found
