"""How alike two small grey pictures are where they show the same: the one inside the other, at the place and size
that fit best. So a part that was cut out is known in the whole, and a photo within a border or on a screen.

First the one is tried in many sizes and at all places of the other, at a low resolution. Where it fits best, it is
moved, scaled and tilted until it fits better (Gauss and Newton's steps). Then the pixels are correlated: as they
are, and without what is the same around each, so that edges must match and not only light and dark. Correlations do
not change with brightness and contrast.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from PIL import Image

from engine.arrays import Reals, Vectors

FRAME = 32  # pixels a side, in which places are tried
SIZES = tuple(0.95**step for step in range(9))  # of the largest that fits
LITTLE = 6  # pixels: a side of less than that tells nothing
PLAIN = 4.0  # variance of grey levels: what varies less is a plain surface, and like any other
WORTH_FITTING, SURELY_THERE = 0.6, 0.97  # correlation
FITTED_AT = 48  # pixels of the longer side
STEPS = 3
AROUND = 3  # pixels on each side, whose mean is left out


@dataclass(frozen=True, slots=True)
class Correlations:
    whole: float  # of the pixels as they are
    edges: float  # without what is the same around each

    @property
    def mean(self) -> float:
        return (self.whole + self.edges) / 2


NOT_ALIKE = Correlations(0.0, 0.0)
_AS_IT_IS, _DIAGONAL = np.eye(3), np.diag_indices(6)


@dataclass(frozen=True, slots=True)
class _PlaceInWhole:
    """Where a part lies in the whole, in shares of the whole's width and height."""

    correlation: float
    left: float = 0.0
    top: float = 0.0
    width: float = 1.0
    height: float = 1.0


def correlations(a: Image.Image, b: Image.Image) -> Correlations:
    """Of two grey pictures, up to 1; 0 where there is nothing to compare."""
    a_in_b = _best_place(a, b)
    b_in_a = _best_place(b, a) if a_in_b.correlation < SURELY_THERE else _PlaceInWhole(0.0)
    part, whole, place = (a, b, a_in_b) if a_in_b.correlation >= b_in_a.correlation else (b, a, b_in_a)
    if place.correlation < WORTH_FITTING:
        return Correlations(max(0.0, place.correlation), 0.0)
    return _fitted(part, whole, place)


def _best_place(part: Image.Image, whole: Image.Image) -> _PlaceInWhole:
    within = _scaled(whole, FRAME / max(whole.size))
    width, height = within.size
    largest = min(width / part.width, height / part.height)
    sizes = dict.fromkeys(
        (max(1, round(part.width * largest * size)), max(1, round(part.height * largest * size))) for size in SIZES
    )
    sizes_S = [size for size in sizes if min(size) >= LITTLE]
    if not sizes_S:
        return _PlaceInWhole(0.0)
    parts_SFF = np.zeros((len(sizes_S), FRAME, FRAME), np.float32)
    spread_S = np.empty(len(sizes_S), np.float32)
    for at, (w, h) in enumerate(sizes_S):
        pixels_HW = np.asarray(part.resize((w, h), Image.Resampling.BOX), np.float32)
        pixels_HW = pixels_HW - pixels_HW.mean()
        spread_S[at] = np.square(pixels_HW).sum()
        parts_SFF[at, :h, :w] = pixels_HW
    within_FF = np.zeros((FRAME, FRAME), np.float32)
    within_FF[:height, :width] = np.asarray(within, np.float32)
    products_SFF = np.fft.irfft2(
        np.fft.rfft2(within_FF) * np.conj(np.fft.rfft2(parts_SFF)), s=(FRAME, FRAME), axes=(1, 2)
    )
    sums, squares = _summed(within_FF), _summed(np.square(within_FF))
    best = _PlaceInWhole(0.0)
    for at, (w, h) in enumerate(sizes_S):
        if spread_S[at] < PLAIN * w * h:
            continue
        places = slice(0, height - h + 1), slice(0, width - w + 1)
        mean_YX = _of_windows(sums, h, w)[places] / (w * h)
        spread_YX = np.maximum(_of_windows(squares, h, w)[places] - w * h * mean_YX * mean_YX, PLAIN * w * h)
        correlation_YX = products_SFF[at][places] / np.sqrt(spread_YX * spread_S[at])
        y, x = divmod(int(correlation_YX.argmax()), correlation_YX.shape[1])
        if correlation_YX[y, x] > best.correlation:
            best = _PlaceInWhole(float(correlation_YX[y, x]), x / width, y / height, w / width, h / height)
    return best


def _summed(of_HW: Vectors) -> Reals:
    sums_HW = np.zeros((of_HW.shape[0] + 1, of_HW.shape[1] + 1))
    sums_HW[1:, 1:] = of_HW.cumsum(0, dtype=np.float64).cumsum(1)
    return sums_HW


def _of_windows(sums_HW: Reals, height: int, width: int) -> Reals:
    lower_HW, upper_HW = sums_HW[height:], sums_HW[:-height]
    return lower_HW[:, width:] - upper_HW[:, width:] - lower_HW[:, :-width] + upper_HW[:, :-width]


def _fitted(part: Image.Image, whole: Image.Image, place: _PlaceInWhole) -> Correlations:
    """Moved, scaled and tilted until it fits best."""
    small = _scaled(part, FITTED_AT / max(part.size))
    width, height = small.size
    wanted_HW = _standard(np.asarray(small, np.float32))
    x_P, y_P = _middles(width, height)
    # From the part's pixels to the whole's
    map_23 = np.array(
        [
            [place.width * whole.width / width, 0, place.left * whole.width],
            [0, place.height * whole.height / height, place.top * whole.height],
        ]
    )
    best_HW, best = wanted_HW, -1.0
    for step in range(STEPS + 1):
        laid = tuple(map_23.ravel().tolist())
        seen = whole.transform((width, height), Image.Transform.AFFINE, laid, Image.Resampling.BILINEAR)
        seen_HW = _standard(np.asarray(seen, np.float32))
        correlation = float(np.vdot(wanted_HW, seen_HW)) / wanted_HW.size
        if correlation > best:
            best_HW, best = seen_HW, correlation
        if step < STEPS:
            map_23 = map_23 @ _step(wanted_HW, seen_HW, x_P, y_P)
    return Correlations(best, _edges(wanted_HW, best_HW))


def _step(wanted_HW: Vectors, seen_HW: Vectors, x_P: Vectors, y_P: Vectors) -> Reals:
    """How the part must be laid differently so that the whole shows there what is wanted, to first order."""
    slopes_6P = np.zeros((6, seen_HW.size), np.float32)
    right_HW, down_HW = slopes_6P[2].reshape(seen_HW.shape), slopes_6P[5].reshape(seen_HW.shape)
    np.subtract(seen_HW[:, 2:], seen_HW[:, :-2], out=right_HW[:, 1:-1])
    np.subtract(seen_HW[2:], seen_HW[:-2], out=down_HW[1:-1])
    slopes_6P *= 0.5
    np.multiply(slopes_6P[2], x_P, out=slopes_6P[0])
    np.multiply(slopes_6P[2], y_P, out=slopes_6P[1])
    np.multiply(slopes_6P[5], x_P, out=slopes_6P[3])
    np.multiply(slopes_6P[5], y_P, out=slopes_6P[4])
    equations_66 = (slopes_6P @ slopes_6P.T).astype(np.float64)
    equations_66[_DIAGONAL] = 1.001 * equations_66[_DIAGONAL] + 1e-3  # plain surfaces leave some of it open
    change_6 = np.linalg.solve(equations_66, slopes_6P @ (wanted_HW - seen_HW).ravel())
    return np.vstack([_AS_IT_IS[:2] + change_6.reshape(2, 3), _AS_IT_IS[2]])


@cache
def _middles(width: int, height: int) -> tuple[Vectors, Vectors]:
    y_HW, x_HW = np.indices((height, width), np.float32) + 0.5
    return x_HW.ravel(), y_HW.ravel()


def _edges(a_HW: Vectors, b_HW: Vectors) -> float:
    a_HW, b_HW = _without_around(a_HW), _without_around(b_HW)
    length = float(np.sqrt(np.square(a_HW).sum() * np.square(b_HW).sum()))
    return float((a_HW * b_HW).sum()) / length if length else 0.0


def _without_around(of_HW: Vectors) -> Vectors:
    side = 2 * AROUND + 1
    around_HW = _of_windows(_summed(np.pad(of_HW, AROUND, mode="edge")), side, side) / side**2
    return of_HW - around_HW.astype(np.float32)


def _standard(of_HW: Vectors) -> Vectors:
    """With mean 0 and variance 1."""
    from_mean_HW: Vectors = of_HW - of_HW.mean()
    from_mean_HW /= max(float(from_mean_HW.std()), PLAIN**0.5)
    return from_mean_HW


def _scaled(picture: Image.Image, scale: float) -> Image.Image:
    size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
    return picture.resize(size, Image.Resampling.BOX)
