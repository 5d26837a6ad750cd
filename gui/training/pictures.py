"""Small square pictures of images, read and cut to size on a background thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QImage

from engine.library import Library
from gui.grid.tile_reading import read_tiles
from gui.widgets.decoding import decoded_square
from gui.widgets.plain_text import printable

SIDE = 64  # of a picture, in logical pixels


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    image: QImage | None  # None: there is no thumbnail


def read_pictures(library: Library, ids: Sequence[int], ratio: float) -> dict[int, Picture]:
    """By image id; what the library does not know any more is left out."""
    tiles = read_tiles(library, list(dict.fromkeys(ids)))
    return {tile.image_id: Picture(printable(tile.name), _square(tile.jpeg, round(SIDE * ratio))) for tile in tiles}


def _square(jpeg: bytes | None, side: int) -> QImage | None:
    """The middle of the picture."""
    image = decoded_square(jpeg, side)
    return None if image.isNull() else image
