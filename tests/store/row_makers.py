"""Rows for the tests of the store."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.library import Library
from engine.store import files, folders, images, versions
from engine.store.connection import Database
from engine.store.folders import Folder
from engine.store.images import PictureFacts


def add_image(db: Database, folder: Folder, path: bytes, **about: Any) -> int:
    """An image that was read, and its file; returns the image's id."""
    image_id = images.add_pending(db)
    size, mtime_ns, content = about.pop("size", 1000), about.pop("mtime_ns", 0), about.pop("content", path)
    facts = {"format": "JPEG", "width": 4, "height": 3, "taken_at": None, "camera": None} | about
    images.set_facts(db, image_id, PictureFacts(content=b"content of " + content, **facts))
    file_id = files.add(db, folder.id, path, size, mtime_ns, image_id)
    files.set_read(db, file_id, image_id, size, mtime_ns)
    return image_id


def know(library: Library, root: Path, names: Sequence[bytes]) -> dict[bytes, int]:
    """A folder with images of these paths below it, by path. There need be no files."""
    with library.writing() as db:
        folder = folders.add(db, os.fsencode(root))
        return {name: add_image(db, folder, name) for name in names}


def add_version(db: Database, bits: int = 16, **about: Any) -> int:
    row = {"name": "Test", "method": "test", "backbone": "b", "file": "f", "file_checksum": "c", "details": {}}
    return versions.add(db, **(row | about | {"bits": bits}))


def file_of(db: Database, image_id: int) -> int:
    (file_id,) = db.execute("SELECT id FROM files WHERE image_id = ?", (image_id,)).fetchone()
    return int(file_id)
