"""Thumbnails as small grey pictures, for a closer look at pairs."""

import io
from collections.abc import Iterable
from concurrent.futures import Executor

import numpy as np
from PIL import Image

from engine.arrays import Vectors
from engine.copies.alignment import Correlations, correlations
from engine.copies.from_thumbnails import FromThumbnails
from engine.copies.turns import AS_IT_IS, TRANSPOSED
from engine.library import Library

SIDE = 128  # pixels of the longer one
SQUARE = 32  # pixels a side, where pictures are compared as they lie
PLAIN = 1.0  # variance of grey levels: a plain surface is like any other


class SmallPictures:
    def __init__(self, library: Library, threads: Executor) -> None:
        self._pictures = FromThumbnails(library, threads, small_grey)

    def read(self, image_ids: Iterable[int]) -> None:
        self._pictures.read(image_ids)

    def compared(self, first: int, second: int, turn: int, aligned: bool) -> Correlations | None:
        """Of the second, turned, with the first, where it fits best or as it lies; None if one cannot be seen."""
        a, b = self._pictures.get(first), self._pictures.get(second)
        if a is None or b is None:
            return None
        b = b if turn == AS_IT_IS else b.transpose(TRANSPOSED[turn])
        return correlations(a, b) if aligned else as_they_lie(a, b)


def as_they_lie(a: Image.Image, b: Image.Image) -> Correlations:
    """Each as a square. Quick; of the edges nothing is said."""
    a_P, b_P = (_from_mean(picture) for picture in (a, b))
    spread = float(np.sqrt(np.vdot(a_P, a_P) * np.vdot(b_P, b_P)))
    return Correlations(float(np.vdot(a_P, b_P)) / max(spread, PLAIN * a_P.size), 0.0)


def _from_mean(picture: Image.Image) -> Vectors:
    pixels_SS: Vectors = np.array(picture.resize((SQUARE, SQUARE), Image.Resampling.BOX), np.float32)
    pixels_SS -= pixels_SS.mean()
    return pixels_SS


def small_grey(jpeg: bytes) -> Image.Image | None:
    """None if it is damaged."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as opened:
            opened.draft("L", (SIDE, SIDE))
            grey = opened.convert("L")
    except (OSError, ValueError, SyntaxError):
        return None
    grey.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    return grey
