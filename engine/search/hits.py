"""What a search gives back. Values only: importing this loads no index."""

from dataclasses import dataclass

from engine.store.versions import Version


@dataclass(frozen=True, slots=True)
class Hit:
    image_id: int
    distance: int
    similarity: float | None  # of features; None if the image has none


@dataclass(frozen=True, slots=True)
class Found:
    """The hits of a query, nearest first, and the version that found them."""

    version: Version
    hits: list[Hit]
    seconds: float
