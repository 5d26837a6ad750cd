"""Codes for the images that have none: from before there were any, or with damaged ones. Made from thumbnails and
stored features, without reading a file."""

import io
from collections.abc import Generator, Sequence

from PIL import Image

from engine.copies.looks import look_codes
from engine.images.pixel_code import pixel_code, sharpness
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress
from engine.sentences import said
from engine.store import features, pixel_codes, thumbnails
from engine.store.pixel_codes import PixelCode

AT_A_TIME = 200
NOTE = said("Preparing to look for near-copies")


def make_codes(library: Library) -> Generator[Progress, None, int]:
    """Returns how many were made. An image without thumbnail or features gets its code when it is read again."""
    yield Progress(0, None, NOTE)
    total, made = pixel_codes.count_lacking(library.db, EFFICIENTNET_LITE0.name), 0
    if not total:
        return 0
    for image_ids in pixel_codes.lacking(library.db, EFFICIENTNET_LITE0.name, AT_A_TIME):
        rows = _rows(library, image_ids)
        with library.writing() as db:
            pixel_codes.put(db, rows)
        made += len(rows)
        yield Progress(min(made, total), total, NOTE)
    return made


def _rows(library: Library, image_ids: Sequence[int]) -> list[PixelCode]:
    jpegs = thumbnails.get(library.thumbnails_db, image_ids)
    rows = []
    for ids, features_ND in features.chunks(library.db, EFFICIENTNET_LITE0.name, image_ids):
        for image_id, look_B in zip(ids, look_codes(features_ND), strict=True):
            if (grey := _grey(jpegs.get(image_id))) is not None:
                rows.append(PixelCode(image_id, pixel_code(grey), look_B.tobytes(), sharpness(grey)))
    return rows


def _grey(jpeg: bytes | None) -> Image.Image | None:
    """None if there is none, or if it is damaged."""
    try:
        with Image.open(io.BytesIO(jpeg or b""), formats=["JPEG"]) as opened:
            return opened.convert("L")
    except (OSError, ValueError, SyntaxError):
        return None
