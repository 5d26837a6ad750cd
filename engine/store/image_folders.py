"""In which folder on disk each image lies: that of the first of its files that is there."""

import os

from engine.store.connection import Database

_SQL = (
    "SELECT f.image_id, d.path, f.path FROM files f JOIN folders d ON d.id = f.folder_id"
    " WHERE f.image_id IS NOT NULL ORDER BY f.missing DESC, f.id DESC"
)


def of_images(db: Database) -> dict[int, bytes]:
    """Of all images, by id."""
    return {image_id: os.path.join(root, os.path.dirname(path)) for image_id, root, path in db.execute(_SQL)}
