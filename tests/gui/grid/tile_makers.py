"""Tiny real tiles for the grid's tests: each image is of one colour, made from its id, so it can be recognised."""

from __future__ import annotations

import io
import threading
from collections.abc import Sequence

from PIL import Image
from PySide6.QtGui import QColor, QImage

from gui.grid.tile import TileData


def colour_of(image_id: int) -> tuple[int, int, int]:
    return image_id * 67 % 256, image_id * 29 % 256, image_id * 151 % 256


def jpeg_of(image_id: int, size: tuple[int, int] = (48, 32)) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, colour_of(image_id)).save(buffer, "JPEG", quality=95)
    return buffer.getvalue()


def looks_like(image: QImage, image_id: int) -> bool:
    """Whether the picture's middle has this image's colour, as far as JPEG keeps it."""
    colour = QColor(image.pixel(image.width() // 2, image.height() // 2))
    seen = colour.red(), colour.green(), colour.blue()
    return all(abs(a - b) <= 6 for a, b in zip(seen, colour_of(image_id), strict=True))


class Pictures:
    """A fetch function with a memory: which ids it was asked for, in which thread, and which are pending."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.batches: list[list[int]] = []
        self.threads: set[int] = set()
        self.pending: set[int] = set()
        self.missing: set[int] = set()
        self.closed_in: list[int] = []
        self.open = threading.Event()  # a closed gate keeps fetch waiting, as a slow disk does
        self.open.set()
        self.entered = threading.Event()

    def __call__(self, ids: Sequence[int]) -> list[TileData]:
        self.threads.add(threading.get_ident())
        self.batches.append(list(ids))
        self.asked.extend(ids)
        tiles = [self._tile(image_id) for image_id in ids]  # as it was when asked, not when delivered
        self.entered.set()
        assert self.open.wait(180)
        return tiles

    def close(self) -> None:
        self.closed_in.append(threading.get_ident())

    def _tile(self, image_id: int) -> TileData:
        pending = image_id in self.pending
        jpeg = None if pending else jpeg_of(image_id)
        return TileData(image_id, f"picture {image_id}.jpg", jpeg, image_id in self.missing, pending)
