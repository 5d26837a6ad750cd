"""How tests of indexing ask a library what it knows."""

import os
from pathlib import Path

from PIL import Image

from engine.jobs.indexing import Indexed, index
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import labels
from engine.store.browsing import Browse, browsed
from tests.conftest import CPU, IndexedLibrary


def counts(result: Indexed) -> dict[str, int]:
    """What is not 0, and the sum must be right."""
    names = ("found", "added", "changed", "moved", "missing", "skipped", "unchanged")
    found = {name: getattr(result, name) for name in names if getattr(result, name)}
    assert result.found == result.added + result.changed + result.moved + result.unchanged + result.skipped
    return found


def save(path: Path, picture: Image.Image, quality: int = 90) -> None:
    picture.save(path, "JPEG", quality=quality)


def shown(indexed: IndexedLibrary, **browse: object) -> list[int]:
    return browsed(indexed.library.db, Browse(**browse)).ids.tolist()


def nearest(indexed: IndexedLibrary, image_id: int, k: int = 6) -> list[int]:
    found = Searcher(indexed.library).search(Query((QueryPicture(image_id=image_id),), k=k))
    return [hit.image_id for hit in found.hits]


def missing(indexed: IndexedLibrary) -> list[str]:
    rows = indexed.library.db.execute("SELECT path FROM files WHERE missing = 1 ORDER BY path")
    return [os.fsdecode(row[0]) for row in rows]


def label(indexed: IndexedLibrary, name: str, image_id: int) -> None:
    with indexed.library.writing() as db:
        labels.assign(db, name, [image_id])


def labels_of(indexed: IndexedLibrary, image_id: int) -> list[str]:
    return labels.of_images(indexed.library.db, [image_id]).get(image_id, [])


def found_but_not_read(indexed: IndexedLibrary):
    """An indexing that has scanned and not yet read."""
    work = index(indexed.library, [indexed.folder], workers=1, device=CPU)
    for _ in range(2):
        assert next(work).note == "Looking for pictures"
    return work
