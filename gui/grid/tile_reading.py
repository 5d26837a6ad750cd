"""What tiles show, read from the library; runs on a background thread."""

from __future__ import annotations

import os
from collections.abc import Sequence

from engine.library import Library
from engine.store import images, label_list, thumbnails
from gui.grid.tile import TileData


def read_tiles(library: Library, ids: Sequence[int]) -> list[TileData]:
    """In the order of `ids`; what the library does not know any more is left out."""
    found = images.get(library.db, ids)
    pictures = thumbnails.get(library.thumbnails_db, ids)
    given = label_list.of_images(library.db, ids)
    return [
        TileData(
            i, os.fsdecode(found[i].name), pictures.get(i), found[i].missing, found[i].pending, given.get(i, ())
        )
        for i in ids
        if i in found
    ]
