"""How alike two pictures are, as a whole number up to 100, from all that is known of the two.

The bounds were chosen on 3,150 edits of 150 photos among 2,000 others (clothes, and COCO's scenes; see
`tests/benchmarks/near_copies.py`). Pixel codes within NEAR_CODE were found of none of the 6.8 million pairs of
different pictures, in all eight turns. Looks from NEAR_LOOK on were found of 12 of them, and of cuts and borders
which pixel codes do not know again; seen closely, no two different pictures correlated beyond 0.81, and such edits
from 0.9 on.
"""

from dataclasses import dataclass

from engine.copies.alignment import Correlations
from engine.copies.groups import LIKEST

NEAR_CODE = 64  # bits between pixel codes
CLEAR_CODE = 40  # within that, pictures need not be aligned for a closer look
NEAR_LOOK = 0.84  # cosine of looks
VERY_NEAR_CODE, VERY_NEAR_LOOK = 24, 0.95  # enough where the two are not looked at more closely
SHOWS_THE_SAME = 0.5  # correlation of pixels, where their codes are near
LEAST = 50  # what is less alike is not kept

_A_BIT = 0.45  # so much less alike with each bit: still 71 at NEAR_CODE
_CORRELATION = 200  # 70 at 0.85, 50 at 0.75


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of two pictures; `seen` is None where they were not looked at more closely."""

    distance: int  # between pixel codes, in the turn that is nearest
    cosine: float  # of their looks
    seen: Correlations | None


def likeness(of: Evidence) -> int:
    """0 if they are not copies of each other."""
    by_code = LIKEST - _A_BIT * of.distance if of.distance <= NEAR_CODE else 0.0
    if of.seen is None:
        by_look = LIKEST * of.cosine if of.cosine >= VERY_NEAR_LOOK else 0.0
        is_enough = of.distance <= VERY_NEAR_CODE or is_clear(of.distance, of.cosine)
        return round(max(by_code if is_enough else 0.0, by_look))
    by_pixels = LIKEST - _CORRELATION * (1 - of.seen.mean)
    found = max(by_code if of.seen.whole >= SHOWS_THE_SAME else 0.0, by_pixels)
    return max(0, min(LIKEST, round(found)))


def is_clear(distance: int, cosine: float) -> bool:
    """Codes and looks agree: the pictures need not be looked at more closely."""
    return distance <= CLEAR_CODE and cosine >= NEAR_LOOK


def burst_likeness(cosine: float) -> int:
    """The same scale for pictures of one burst, which only look alike."""
    return max(0, min(LIKEST, round(LIKEST * cosine)))
