"""How alike two pictures are, as a whole number up to 100, from all that is known of the two."""

from dataclasses import dataclass

from engine.copies.groups import LIKEST

NEAR_CODE = 64  # bits between pixel codes: within that, no two others of 6.8 million pairs were found, in all turns
NEAR_LOOK = 0.83  # cosine of looks from which pictures are worth a closer look
VERY_NEAR_CODE, VERY_NEAR_LOOK = 24, 0.95  # enough where there are no thumbnails to look at more closely
LEAST = 50  # what is less alike is not kept


@dataclass(frozen=True, slots=True)
class Compared:
    """What is known of two pictures; `correlation` of their pixels where they show the same, None if unknown."""

    distance: int  # between pixel codes, in the turn that is nearest
    cosine: float  # of their looks
    correlation: float | None


def likeness(of: Compared) -> int:
    """0 if they are not copies of each other."""
    by_code = LIKEST - 0.6 * of.distance if of.distance <= NEAR_CODE else 0.0
    if of.correlation is None:
        is_sure = of.distance <= VERY_NEAR_CODE or of.cosine >= VERY_NEAR_LOOK
        return round(max(by_code, 100 * of.cosine)) if is_sure else 0
    if of.correlation < 0.5:
        return 0
    by_pixels = LIKEST * (2 * of.correlation - 1) if of.cosine >= NEAR_LOOK else 0.0
    return max(0, min(LIKEST, round(max(by_code, by_pixels))))


def burst_likeness(cosine: float) -> int:
    """The same scale for pictures of one burst, which only look alike."""
    return max(0, min(LIKEST, round(100 * cosine)))
