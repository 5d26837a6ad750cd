"""What a search asks of an index of codes. The embedded one (`code_index`) answers from memory, a shared library's
from its server: whoever asks speaks of images, never of the rows in which one of them happens to keep codes."""

from typing import Protocol

from engine.arrays import Codes, Counts, Distances, Ids
from engine.store.allowed import Allowed

NO_CODE = -1  # in the place of a distance


class Index(Protocol):
    """The codes of one model version."""

    version_id: int
    bits: int

    @property
    def recall(self) -> float | None:
        """Of an approximate search: the share of the nearest that it finds, as measured. None: it is exact."""

    def __len__(self) -> int: ...

    def nearest(
        self, packed_B: Codes, k: int, low: int = 0, high: int | None = None, allowed: Allowed | None = None
    ) -> tuple[Ids, Distances]:
        """The k nearest with low <= distance <= high, and all that tie with the last of them.

        Returns image ids and distances, in the order of the distances.
        """

    def counts(self, packed_B: Codes, allowed: Allowed | None = None) -> Counts:
        """How many codes lie at each distance 0..bits, of all codes or of those that are allowed."""

    def distances(self, packed_B: Codes, image_ids: Ids) -> Distances:
        """Of these images to a code, in their order; NO_CODE where an image has none."""

    def code_of(self, image_id: int) -> Codes | None: ...

    def codes_of(self, image_ids: Ids) -> Codes:
        """Of images that have one, in their order."""

    def sample(self, most: int) -> Codes:
        """Codes from all over the index, the same each time; all, where there are no more."""
