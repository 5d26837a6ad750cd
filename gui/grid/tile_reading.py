"""What tiles show, read from the library; runs on a background thread."""

from __future__ import annotations

import os
from collections.abc import Sequence

from engine.library import Library
from engine.store import browsing, images, label_list, thumbnails
from engine.store.browsing import Browse
from gui.grid.tile import TileData

EVERYWHERE = Browse()


def read_tiles(library: Library, ids: Sequence[int], browse: Browse = EVERYWHERE) -> list[TileData]:
    """In the order of `ids`; what the library does not know any more is left out. An image with several files has
    the name of the one that it stands for among what is browsed."""
    found = images.get(library.db, ids, browsing.standing_for(library.db, browse, ids))
    pictures = thumbnails.get(library.thumbnails_db, ids)
    given = label_list.of_images(library.db, ids)
    return [
        TileData(
            i,
            os.fsdecode(found[i].name),
            pictures.get(i),
            found[i].missing,
            found[i].pending,
            given.get(i, ()),
            found[i].files,
        )
        for i in ids
        if i in found
    ]
