"""Libraries of any size without pictures: images whose features are made up."""

import numpy as np
from numpy.typing import NDArray

from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.store import features, folders
from engine.store.folders import Folder
from tests.store.row_makers import add_image

DIMENSIONS = 272  # a little more than the built-in version has bits
BACKBONE = EFFICIENTNET_LITE0.name


def made_up(count: int, seed: int = 0) -> NDArray[np.float32]:
    """Features in ten clouds, all in one corner, as those of a real network are."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((10, DIMENSIONS)) + 3
    return (centres[np.arange(count) % 10] + random.standard_normal((count, DIMENSIONS)) / 3).astype(np.float32)


def grow(library: Library, count: int, seed: int = 0) -> list[int]:
    """Add so many images with features; returns their ids."""
    with library.writing() as db:
        known = folders.all_folders(db)
        folder: Folder = known[0] if known else folders.add(db, b"/made up")
        (start,) = db.execute("SELECT count(*) FROM images").fetchone()
        ids = [add_image(db, folder, b"%d.jpg" % (start + n)) for n in range(count)]
        features.put(db, BACKBONE, ids, made_up(count, seed))
    return ids
