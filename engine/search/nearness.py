"""How near a distance is, in steps that can be put into words: against the distances that pictures of the library
usually have from each other.

Most pictures have nothing to do with each other. How far apart such pairs are, and how much that varies, is read
off the distances of a sample: their median, and how far the upper half spreads (the lower one holds the pairs that
are alike). A step counts how many such spreads a distance lies below the usual one.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from engine.arrays import Codes, Counts

FEWEST_SHOWN = 24  # hits, however far they are
SAMPLE = 400  # codes that are compared with each other
FEWEST = 100  # codes below which the sample says nothing; then it is that of codes drawn by lot
_STEPS = (4.5, 3.2, 2.0)  # spreads below the usual distance, for the steps after the first


class Nearness(IntEnum):
    """From near to far."""

    VERY_ALIKE = 0
    ALIKE = 1
    LITTLE_ALIKE = 2
    HARDLY_ALIKE = 3


@dataclass(frozen=True, slots=True)
class NearnessScale:
    """Of one version's distances, 0..bits."""

    bits: int
    usual: float
    spread: float
    is_measured: bool = True  # on enough codes to leave out what is far by it

    def of(self, distance: float) -> Nearness:
        return next((step for step in Nearness if distance <= self.farthest(step)), Nearness.HARDLY_ALIKE)

    def farthest(self, nearness: Nearness) -> int:
        """The largest distance of that step; of each step a distance more than of the one before it."""
        if nearness is Nearness.HARDLY_ALIKE:
            return self.bits
        reach = int(self.usual - _STEPS[nearness] * self.spread)
        return min(max(reach, int(nearness)), self.bits)


def usual_reach(counts_D: Counts, scale: NearnessScale) -> int | None:
    """The largest distance that is worth showing at first, of images counted by their distance from a query: as far
    as they are a little alike, and always some. None: as far as it goes."""
    if not scale.is_measured:
        return None
    reach = max(scale.farthest(Nearness.LITTLE_ALIKE), _distance_of(counts_D, FEWEST_SHOWN))
    return reach if counts_D[reach + 1 :].any() else None


def _distance_of(counts_D: Counts, number: int) -> int:
    """The distance within which there are that many, or all."""
    return min(int(np.searchsorted(np.cumsum(counts_D), number)), len(counts_D) - 1)


def by_lot(bits: int) -> NearnessScale:
    """Of codes each of whose bits is as likely 0 as 1."""
    return NearnessScale(bits, bits / 2, bits**0.5 / 2, is_measured=False)


def scale_of(packed_NB: Codes, bits: int) -> NearnessScale:
    """From the distances of these codes from each other: a sample of all."""
    if len(packed_NB) < FEWEST:
        return by_lot(bits)
    counts_D = _distances_of(packed_NB, bits)
    usual, upper = _quantile(counts_D, 0.5), _quantile(counts_D, 0.84)
    return NearnessScale(bits, usual, max(upper - usual, 1.0))


def _distances_of(packed_NB: Codes, bits: int) -> Counts:
    """How many pairs lie at each distance."""
    distances_NN = np.zeros((len(packed_NB), len(packed_NB)), np.uint16)
    for byte_N in packed_NB.T:
        distances_NN += np.bitwise_count(byte_N[:, None] ^ byte_N)
    counts_D: Counts = np.bincount(distances_NN.ravel(), minlength=bits + 1)
    counts_D[0] -= len(packed_NB)  # each with itself
    return counts_D // 2


def _quantile(counts_D: Counts, share: float) -> float:
    """Between whole distances: they are few where codes are short."""
    below = np.concatenate([[0], np.cumsum(counts_D)]).astype(float)
    edges = np.arange(len(below)) - 0.5
    return float(np.interp(share * below[-1], below, edges))
