"""What is made of thumbnails, for looking at pairs; that of those that were used last is kept."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from typing import Generic, TypeVar

from engine.library import Library
from engine.store import thumbnails

KEPT = 4096

Made = TypeVar("Made")


class FromThumbnails(Generic[Made]):
    def __init__(self, library: Library, threads: Executor, make: Callable[[bytes], Made | None]) -> None:
        self._library = library
        self._threads = threads
        self._make = make
        self._made: dict[int, Made | None] = {}

    def read(self, image_ids: Iterable[int]) -> None:
        """Of these images, so that they can be compared; of those without a thumbnail there is nothing."""
        wanted = set(image_ids)
        lacking = sorted(wanted - self._made.keys())
        if len(self._made) + len(lacking) > KEPT:
            self._made = {i: made for i, made in self._made.items() if i in wanted}
        found = thumbnails.get(self._library.thumbnails_db, lacking)
        self._made.update(dict.fromkeys(lacking))
        self._made.update(zip(found, self._threads.map(self._make, found.values()), strict=True))

    def get(self, image_id: int) -> Made | None:
        return self._made.get(image_id)
