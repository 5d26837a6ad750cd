"""Thumbnails as small grey pictures, for a closer look at pairs; those that were used last are kept."""

import io
from collections.abc import Iterable

from PIL import Image

from engine.copies.alignment import correlation
from engine.copies.turns import AS_IT_IS, TRANSPOSED
from engine.library import Library
from engine.store import thumbnails

SIDE = 128  # pixels of the longer one
KEPT = 4096


class SmallPictures:
    def __init__(self, library: Library) -> None:
        self._library = library
        self._pictures: dict[int, Image.Image | None] = {}

    def read(self, image_ids: Iterable[int]) -> None:
        """Of these images, so that they can be compared; those without a thumbnail have none."""
        wanted = set(image_ids)
        lacking = sorted(wanted - self._pictures.keys())
        if len(self._pictures) + len(lacking) > KEPT:
            self._pictures = {i: picture for i, picture in self._pictures.items() if i in wanted}
        found = thumbnails.get(self._library.thumbnails_db, lacking)
        for image_id in lacking:
            self._pictures[image_id] = small_grey(found[image_id]) if image_id in found else None

    def correlation(self, first: int, second: int, turn: int) -> float | None:
        """Of the second, turned, with the first; None if one of them cannot be seen."""
        a, b = self._pictures.get(first), self._pictures.get(second)
        if a is None or b is None:
            return None
        return correlation(a, b if turn == AS_IT_IS else b.transpose(TRANSPOSED[turn]))


def small_grey(jpeg: bytes) -> Image.Image | None:
    """None if it is damaged."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as opened:
            opened.draft("L", (SIDE, SIDE))
            grey = opened.convert("L")
    except (OSError, ValueError, SyntaxError):
        return None
    grey.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    return grey
