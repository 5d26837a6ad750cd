"""How alike two small grey pictures are where they show the same: the one whole inside the other, at the place and
size that fit best. So a part that was cut out is known in the whole, and a photo within a border or on a screen.

Likeness is the correlation of the pixels, which brightness and contrast do not change.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from PIL import Image

from engine.arrays import Vectors

COARSE, FINE = 32, 64  # pixels of the longer side
SIZES = np.linspace(1, 0.65, 15)  # of the largest that fits
NEAR = np.array([-0.02, 0, 0.02])  # sizes around the best
LITTLE = 12  # pixels: a side of less than that tells nothing
PLAIN = 4.0  # variance of grey levels: what varies less is a plain surface, and like any other


def correlation(a: Image.Image, b: Image.Image) -> float:
    """Of two grey pictures, up to 1; 0 where there is nothing to compare."""
    return max(_inside(a, b), _inside(b, a))


def _inside(part: Image.Image, whole: Image.Image) -> float:
    """The part as a whole somewhere in the other picture."""
    rough = _best(part, whole, COARSE, SIZES)
    if rough[0] < 0.5:
        return rough[0]
    return _best(part, whole, FINE, rough[1] + NEAR)[0]


def _best(part: Image.Image, whole: Image.Image, side: int, sizes: Vectors) -> tuple[float, float]:
    """The best correlation, and the size of the part at which it was, as a share of the largest that fits."""
    within = _scaled(whole, side / max(whole.size))
    within_HW = np.asarray(within, np.float32)
    largest = min(within.width / part.width, within.height / part.height)
    found = [(_at_best_place(_pixels(part, largest * min(size, 1.0)), within_HW), float(size)) for size in sizes]
    return max(found)


def _at_best_place(part_HW: Vectors, within_HW: Vectors) -> float:
    height, width = part_HW.shape
    height, width = min(height, within_HW.shape[0]), min(width, within_HW.shape[1])
    part_HW = part_HW[:height, :width]
    spread = float(part_HW.var())
    if min(height, width) < LITTLE or spread < PLAIN:
        return 0.0
    windows_YXHW = sliding_window_view(within_HW, (height, width))
    count = height * width
    products_YX = np.tensordot(windows_YXHW, (part_HW - part_HW.mean()) / count, 2)
    sums_YX, squares_YX = _window_sums(within_HW, height, width)
    variance_YX = squares_YX / count - (sums_YX / count) ** 2
    correlations_YX = products_YX / np.sqrt(np.maximum(variance_YX, PLAIN) * spread)
    return float(correlations_YX.max())


def _window_sums(within_HW: Vectors, height: int, width: int) -> tuple[Vectors, Vectors]:
    return _box(within_HW, height, width), _box(within_HW * within_HW, height, width)


def _box(of_HW: Vectors, height: int, width: int) -> Vectors:
    total_HW = np.zeros((of_HW.shape[0] + 1, of_HW.shape[1] + 1), np.float64)
    total_HW[1:, 1:] = of_HW.cumsum(0, dtype=np.float64).cumsum(1)
    return (
        total_HW[height:, width:]
        - total_HW[:-height, width:]
        - total_HW[height:, :-width]
        + total_HW[:-height, :-width]
    )


def _pixels(picture: Image.Image, scale: float) -> Vectors:
    return np.asarray(_scaled(picture, scale), np.float32)


def _scaled(picture: Image.Image, scale: float) -> Image.Image:
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return picture.resize(size, Image.Resampling.BOX)
