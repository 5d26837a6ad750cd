"""Binary codes for labels, far from each other: rows of Hadamard matrices, and centres with a guaranteed distance.

The second is stage one of MDSHC (L. Wang, Y. Pan, C. Liu, H. Lai, J. Yin, Y. Liu, "Deep Hashing with
Minimal-Distance-Separated Hash Centers", CVPR 2023): C centres h in {-1, 1}^K of largest mean Hamming distance, of
which no two are nearer than d. d comes from the Gilbert-Varshamov bound,

    Σ_{i=0}^{d-2} (K over i)  <  2^K / C  <=  Σ_{i=0}^{d-1} (K over i)

which for d - 1 says that C codes exist: however C - 1 of them lie, the balls round them leave something over. As in
that proof we draw centre after centre and take one that is far enough from all before; should none be found for d
(the bound does not promise it), d - 1 is tried. Then, as in the original, centres are improved in turn while the
others stand. The original solves for each a relaxed problem by the ℓp-box ADMM and keeps its rounded answer if it
is better; here the step is discrete itself: of all codes that differ from the centre in one bit, and keep the
distance, the one of the largest objective, as long as that grows. The objective is

    mean of the C(C-1)/2 distances  -  their variance

since the mean alone is largest for all sets with balanced bits, two heaps of equal codes among them (the authors'
code also ranks sets by mean and variance). No step lowers the objective or the minimal distance, which may so end
above d. Starts are drawn centres and, where there are enough, rows of a Hadamard matrix and their opposites (the
authors' too).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

Centres = NDArray[np.int8]  # (C, K), of -1 and 1
Values = Any  # one number, or an array of them

DRAWS = 200_000  # codes that are looked at for one centre before the distance is given up
DRAWN_AT_ONCE = 2048
STARTS = 3
SWEEPS = 50
MOST_WORK = 10**8  # about so many distances are looked at in the steps from one start
LEAST_GAIN = 1e-9  # below it, rounding


# ---- Hadamard matrices ----


def hadamard(order: int) -> Tensor | None:
    """Orthogonal rows of -1 and 1: Sylvester's doubling of 1 or of a matrix of Paley's; None if they give none."""
    matrix = _paley(order) if order > 2 else torch.ones(1, 1)
    if matrix is not None and len(matrix) == order:
        return matrix
    half = hadamard(order // 2) if order % 2 == 0 else None
    if half is None:
        return None
    return torch.cat([torch.cat([half, half], dim=1), torch.cat([half, -half], dim=1)])


def _paley(order: int) -> Tensor | None:
    """Paley's first construction, for a prime order - 1 = 4n + 3; but powers of 2 are left to Sylvester's."""
    q = order - 1
    if order & q == 0 or q % 4 != 3 or any(q % divisor == 0 for divisor in range(2, math.isqrt(q) + 1)):
        return None
    squares = {i * i % q for i in range(1, q)}
    character_q = torch.tensor([0.0] + [1.0 if i in squares else -1.0 for i in range(1, q)])
    skew = torch.zeros(order, order)
    skew[0, 1:], skew[1:, 0] = 1.0, -1.0
    skew[1:, 1:] = character_q[(torch.arange(q)[None, :] - torch.arange(q)[:, None]) % q]
    return skew + torch.eye(order)


def turned_round(rows_CK: Tensor, random: torch.Generator) -> Tensor:
    """Each row or its opposite, by a draw."""
    signs_C = torch.randint(2, (len(rows_CK),), generator=random).to(rows_CK.dtype) * 2 - 1
    return signs_C[:, None] * rows_CK


# ---- centres with a minimal distance ----


def aimed_distance(labels: int, bits: int) -> int:
    """The d of the original: the largest that the bound guarantees, or one more."""
    d, ball = 1, 1  # ball: the codes within the radius d - 1
    while d < bits and labels * ball < 2**bits:
        ball += math.comb(bits, d)
        d += 1
    return d


def separated_centres(labels: int, bits: int, seed: int) -> Tensor:
    """(C, K) centres of -1 and 1; the same for a seed.

    How far apart they are is what the search finds, almost surely what the bound guarantees at least: codes that
    far apart always exist, but are drawn at random.
    """
    random = np.random.default_rng(seed)
    starts = [drawn_centres(labels, bits, random) for _ in range(STARTS)]
    starts += _hadamard_centres(labels, bits, seed)
    best = max((climbed(start) for start in starts), key=_quality)
    return torch.from_numpy(best[random.permutation(labels)].astype(np.float32))


def _quality(centres_CK: Centres) -> tuple[int, float]:
    climb = Climb(centres_CK)
    return climb.minimal_distance, climb.spread


def drawn_centres(labels: int, bits: int, random: np.random.Generator) -> Centres:
    """Centre after centre, each far enough from all before, at the largest distance from `aimed_distance` down."""
    for distance in range(aimed_distance(labels, bits), 0, -1):
        centres_CK = _drawn_apart(labels, bits, distance, random)
        if centres_CK is not None:
            return centres_CK
    return _random_codes(labels, bits, random)  # more labels than codes, or nearly so


def _drawn_apart(labels: int, bits: int, distance: int, random: np.random.Generator) -> Centres | None:
    centres_CK = np.empty((labels, bits), np.int8)
    found = 0
    for pool_PK in _pools(bits, random):
        near_PC = _distances(pool_PK, centres_CK[:found]) < distance
        free_P = np.flatnonzero(~near_PC.any(axis=1))
        while len(free_P) and found < labels:
            centres_CK[found] = pool_PK[free_P[0]]
            free_P = free_P[_distances(pool_PK[free_P], centres_CK[found : found + 1])[:, 0] >= distance]
            found += 1
        if found == labels:
            return centres_CK
    return None


def _pools(bits: int, random: np.random.Generator) -> Iterator[Centres]:
    for _ in range(0, DRAWS, DRAWN_AT_ONCE):
        yield _random_codes(DRAWN_AT_ONCE, bits, random)


def _random_codes(count: int, bits: int, random: np.random.Generator) -> Centres:
    return (random.integers(0, 2, (count, bits), dtype=np.int8) * 2 - 1).astype(np.int8)


def _hadamard_centres(labels: int, bits: int, seed: int) -> list[Centres]:
    """Rows of a Hadamard matrix, drawn by lot, and their opposites if these are too few; none without a matrix."""
    rows_KK = hadamard(bits)
    if rows_KK is None or labels > 2 * bits:
        return []
    random = torch.Generator().manual_seed(seed)
    chosen = torch.randperm(bits, generator=random)[: min(labels, bits)]
    rows_CK = turned_round(rows_KK[chosen], random)
    return [torch.cat([rows_CK, -rows_CK])[:labels].numpy().astype(np.int8)]


def _distances(a_PK: Centres, b_CK: Centres) -> NDArray[np.int64]:
    inner_PC = a_PK.astype(np.float32) @ b_CK.astype(np.float32).T  # exact: whole numbers up to K
    distances: NDArray[np.int64] = np.rint((a_PK.shape[1] - inner_PC) / 2).astype(np.int64)
    return distances


# ---- the discrete steps ----


def climbed(centres_CK: Centres) -> Centres:
    """Centre after centre improved until none can be, or for as long as is worth it."""
    climb = Climb(centres_CK)
    labels, bits = centres_CK.shape
    sweeps = min(SWEEPS, max(1, MOST_WORK // (labels * labels * bits)))
    for _ in range(sweeps):
        climb.floor = climb.minimal_distance
        grown = [climb.improve(i) for i in range(labels)]
        if not any(grown):
            break
    return climb.centres_CK


class Climb:
    """Centres that are being moved apart. No step takes a distance below `floor`, at first the smallest of all."""

    def __init__(self, centres_CK: Centres) -> None:
        self.centres_CK = centres_CK.copy()
        self._d_CC = _distances(centres_CK, centres_CK).astype(np.int16)
        self._pairs = math.comb(len(centres_CK), 2)
        self._sum = int(self._d_CC.sum(dtype=np.int64)) // 2
        self._squares = int(np.square(self._d_CC, dtype=np.int64).sum()) // 2
        self.floor = self.minimal_distance

    @property
    def minimal_distance(self) -> int:
        """Between two of them; K for a single one."""
        labels, bits = self.centres_CK.shape
        apart_CC = self._d_CC + np.eye(labels, dtype=np.int16) * np.int16(bits)
        return int(apart_CC.min()) if labels > 1 else int(bits)

    @property
    def spread(self) -> float:
        """The objective: mean of all distances less their variance."""
        return float(self._spread(np.float64(self._sum), np.float64(self._squares)))

    def improve(self, i: int) -> bool:
        """Turn bits of centre i, each time the best, as long as the objective grows; whether it has grown."""
        grown = False
        while self._pairs:
            change_KC = (self.centres_CK * self.centres_CK[i]).T  # of the distances to i when bit k of i is turned
            change_KC[:, i] = 0
            sums_K = self._sum + change_KC.sum(axis=1, dtype=np.int64)
            squares_K = self._squares + 2 * (change_KC @ self._d_CC[i].astype(np.float64)) + len(change_KC.T) - 1
            values_K = self._spread(sums_K.astype(np.float64), squares_K)
            tight_C = self._d_CC[i] <= self.floor
            values_K[(change_KC[:, tight_C] < 0).any(axis=1)] = -np.inf
            k = int(values_K.argmax())
            if not values_K[k] > self.spread + LEAST_GAIN:
                return grown
            self._turn(i, k, change_KC[k])
            self._sum, self._squares = int(sums_K[k]), round(float(squares_K[k]))
            grown = True
        return grown

    def _turn(self, i: int, k: int, change_C: NDArray[np.int8]) -> None:
        self.centres_CK[i, k] *= -1
        self._d_CC[i] += change_C
        self._d_CC[:, i] = self._d_CC[i]

    def _spread(self, sums: Values, squares: Values) -> Values:
        mean = sums / max(1, self._pairs)
        values: Values = mean - (squares / max(1, self._pairs) - mean**2)
        return values
