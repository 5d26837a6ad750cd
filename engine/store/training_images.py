"""Which images each version was trained on, so that no figure is ever taken on them."""

from collections.abc import Iterable

from engine.store.connection import Database


def put(db: Database, version_id: int, image_ids: Iterable[int]) -> None:
    rows = [(version_id, int(image_id)) for image_id in image_ids]
    db.conn.executemany("INSERT OR IGNORE INTO training_images (version_id, image_id) VALUES (?, ?)", rows)


def of_version(db: Database, version_id: int) -> set[int]:
    rows = db.execute("SELECT image_id FROM training_images WHERE version_id = ?", (version_id,))
    return {image_id for (image_id,) in rows}
