"""What a search gives back. Values only: importing this loads no index."""

from dataclasses import dataclass, field

from engine.arrays import Counts
from engine.search.nearness import NearnessScale, usual_reach
from engine.store.versions import Version


@dataclass(frozen=True, slots=True)
class Hit:
    image_id: int
    distance: int
    similarity: float | None  # of features; None if the image has none


@dataclass(frozen=True, slots=True)
class Found:
    """The hits of a query, nearest first, and the version that found them.

    If the query is one image of the library, `image_id` is that image, and `decisions` says of every image that was
    judged together with it whether it is the same, be it among the hits or not.
    """

    version: Version
    hits: list[Hit]
    seconds: float
    image_id: int | None = None
    decisions: dict[int, bool] = field(default_factory=dict)
    scale: NearnessScale | None = None  # of the version's distances
    recall: float | None = None  # of an approximate search: the share of the nearest that it finds


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """How many images lie at each distance 0..bits from a query, and the version that says so."""

    version: Version
    counts_D: Counts
    scale: NearnessScale | None = None

    def within(self, least: int, most: int) -> int:
        return int(self.counts_D[least : most + 1].sum())

    @property
    def usual_reach(self) -> int | None:
        """The largest distance to show at first; None: as far as it goes."""
        return None if self.scale is None else usual_reach(self.counts_D, self.scale)

    def reach_of(self, number: int) -> int | None:
        """The distance within which there are that many; None if there are no more."""
        within_D = self.counts_D.cumsum()
        return int((within_D < number).sum()) if within_D[-1] > number else None
