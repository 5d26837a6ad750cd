"""Name and thumbnail of a query's picture; on a background thread."""

import os
from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QImage

from engine.errors import UserError
from engine.search.query import QueryPicture
from gui.language import tr
from gui.session import Session
from gui.widgets.decoding import decoded_within
from gui.widgets.plain_text import path_text, printable, quoted

CHIP_PIXELS = 256


def read_chip(session: Session, picture: QueryPicture) -> tuple[str, QImage]:
    if picture.words is not None:
        return quoted(picture.words), QImage()
    if picture.data is not None:
        return tr("Pasted picture"), decoded_within(picture.data, CHIP_PIXELS)
    if picture.path is not None:
        image, _, _ = _quietly(lambda: session.read_picture(picture.path or b"", CHIP_PIXELS))
        return path_text(os.path.basename(picture.path)), image
    known = session.read_image(picture.image_id or 0)
    if known is None:
        return "", QImage()
    facts, image = known.image, known.thumbnail
    width, height = facts.width or 1, facts.height or 1
    if image.isNull() and known.at_hand is not None:  # it has not been indexed yet
        image, width, height = _quietly(partial(session.read_picture, known.at_hand, CHIP_PIXELS))
    name = printable(os.fsdecode(facts.name))
    if picture.crop is None:
        return name, image
    return tr("Part of {name}", name=name), _part(image, picture.crop, width, height)


def _quietly(read: Callable[[], tuple[QImage, int, int]]) -> tuple[QImage, int, int]:
    """A chip without a picture is no drama: the search itself says what is wrong."""
    try:
        return read()
    except UserError:
        return QImage(), 1, 1


def _part(thumbnail: QImage, crop: tuple[int, int, int, int], width: int, height: int) -> QImage:
    sx, sy = thumbnail.width() / width, thumbnail.height() / height
    x, y, w, h = crop
    return thumbnail.copy(int(x * sx), int(y * sy), max(1, int(w * sx)), max(1, int(h * sy)))
