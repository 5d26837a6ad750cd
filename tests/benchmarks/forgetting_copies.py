"""Near-copies, for forgetting.py: edited pictures are asked for as a person does, with a picture from outside."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import numpy as np
from forgetting_library import Pictures
from PIL import Image, ImageOps

from engine.library import Library
from engine.search.picture_reader import PictureReader
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import images
from engine.store.versions import Version


def _half(picture: Image.Image) -> Image.Image:
    return picture.resize((max(1, picture.width // 2), max(1, picture.height // 2)), Image.Resampling.LANCZOS)


def _cropped(picture: Image.Image) -> Image.Image:
    """A tenth is lost at each side."""
    x, y = picture.width // 10, picture.height // 10
    return picture.crop((x, y, picture.width - x, picture.height - y))


def _turned(picture: Image.Image) -> Image.Image:
    return picture.rotate(5, Image.Resampling.BICUBIC)


Edit = Callable[[Image.Image], Image.Image]
EDITS: dict[str, tuple[Edit, int]] = {  # with the JPEG quality that the copy is saved with
    "half the size": (_half, 95),
    "cropped by a fifth": (_cropped, 95),
    "JPEG quality 30": (Image.Image.copy, 30),
    "grey": (lambda picture: ImageOps.grayscale(picture).convert("RGB"), 95),
    "turned by 5°": (_turned, 95),
}


def found_first(
    library: Library, pictures: Pictures, versions: Mapping[str, Version], count: int
) -> dict[str, dict[str, int]]:
    """By edit and by version: how many of `count` pictures, evenly from all, are the first hit of their copy."""
    step = len(pictures.image_ids) / count
    chosen = [pictures.image_ids[int(n * step)] for n in range(count)]
    reader = PictureReader(library.models_folder)
    searchers = {name: Searcher(library, reader, version.id) for name, version in versions.items()}
    found = {edit: dict.fromkeys(versions, 0) for edit in EDITS}
    try:
        for image_id, place in images.get(library.db, chosen).items():
            with Image.open(place.path) as opened:
                original = ImageOps.exif_transpose(opened).convert("RGB")
            for edit, (change, quality) in EDITS.items():
                query = Query((QueryPicture(data=_jpeg(change(original), quality)),), k=1)
                for name, searcher in searchers.items():
                    found[edit][name] += searcher.search(query).hits[0].image_id == image_id
    finally:
        reader.stop()
    return found


def _jpeg(picture: Image.Image, quality: int) -> bytes:
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return file.getvalue()


def totals(found: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    names = next(iter(found.values()))
    return {name: int(np.sum([by_version[name] for by_version in found.values()])) for name in names}
