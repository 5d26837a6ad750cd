"""The thumbnail of a picture: its size, and what of it is kept.

The grid shows at most LARGEST_TILE pixels of it, on a screen of twice the density twice as many, but then each is
half as large to the eye. So a thumbnail that is larger keeps its finest detail coarsely, and colours, which small
tiles show best, finely: the tables of the JPEG standard, made for pictures that are seen pixel for pixel, do the
contrary, and take twice the bytes for tiles that look the same.
"""

import io
from functools import cache

import numpy as np
from PIL import Image

LEAST, MOST = 320, 512  # of the longer side
LARGEST_TILE = 320
COARSE_LIGHT, COARSE_COLOUR = 8.0, 4.0  # steps in which the mean of a block is kept; colours have half the size
FREQUENCY = 5.0  # at which steps are twice as coarse, where pixels are seen one by one


def small(picture: Image.Image) -> Image.Image:
    """With its longer side from LEAST to MOST, if the picture has as much.

    Whole-number reduction costs a quarter of resampling to an exact size, and no tile needs an exact size.
    """
    longest = max(picture.size)
    factor = longest // LEAST
    if longest <= MOST:
        return picture
    if longest / factor <= MOST:
        return picture.reduce(factor)
    scaled = picture.copy()
    scaled.thumbnail((MOST, MOST), Image.Resampling.BILINEAR)
    return scaled


def as_jpeg(picture: Image.Image) -> bytes:
    """A picture that `small` made."""
    out = io.BytesIO()
    tables = _tables(max(picture.size))
    # Huffman tables of its own cost half a millisecond, and save the more the fewer bytes there are.
    picture.save(out, "JPEG", qtables=tables, subsampling="4:2:0", optimize=True)
    return out.getvalue()


@cache
def _tables(longest: int) -> list[list[int]]:
    """Of light and of colours: in which steps each frequency of a block of 8 x 8 pixels is kept."""
    smaller = max(1.0, longest / LARGEST_TILE)  # than it is here, the largest tile shows it
    across, down = np.meshgrid(np.arange(8), np.arange(8))
    coarser = 1 + (np.hypot(across, down) * smaller**2 / FREQUENCY) ** 2
    return [
        np.clip(np.round(first * coarser), 1, 255).astype(int).ravel().tolist()
        for first in (COARSE_LIGHT, COARSE_COLOUR)
    ]
