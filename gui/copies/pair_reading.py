"""Two pictures to be compared, and what differs between them, read in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from engine.copies.difference import difference

ReadPicture = Callable[[bytes, int], tuple[QImage, int, int]]

PIXELS = 1600
MORE_PIXELS = 8000


@dataclass(frozen=True, slots=True, eq=False)
class ReadPair:
    """The pictures at two places with the sizes of their originals, and what differs between them."""

    paths: tuple[bytes, bytes]
    pictures: tuple[QImage, QImage]
    sizes: tuple[QSize, QSize]
    differing: QImage
    share: float  # of the pixels that differ
    turned: bool  # one was turned, for what differs


def read_pair(read: ReadPicture, paths: tuple[bytes, bytes], longest: int) -> ReadPair:
    """UserError if one of them cannot be shown."""
    (first, *first_size), (second, *second_size) = (read(path, longest) for path in paths)
    found = difference(_pixels(first), _pixels(second))
    height, width = found.pixels.shape[:2]
    picture = QImage(found.pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()
    return ReadPair(
        paths, (first, second), (QSize(*first_size), QSize(*second_size)), picture, found.share, found.turned
    )


def _pixels(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    rows = image.convertToFormat(QImage.Format.Format_RGB888)
    flat = np.frombuffer(rows.constBits(), np.uint8).reshape(rows.height(), rows.bytesPerLine())
    return flat[:, : 3 * rows.width()].reshape(rows.height(), rows.width(), 3)
