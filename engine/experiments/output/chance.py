"""How large a gap between two methods' mAP chance may make: by the seeds, and by which queries happen to be asked.

The standard error of the difference of two means, over n₁ and n₂ seeds, is

    √(s₁²/n₁ + s₂²/n₂ + q²)

with s the standard deviation of a method's mAP over its seeds (0 where there is but one), and q the standard
deviation of the difference over RESAMPLES bootstrap draws of the queries: as many as there are, drawn with
replacement, each with the mean over the seeds of its average precision. Both methods are measured on the same draw,
as they are on the same queries: what is hard for both makes no difference between them. What a seed changes at
single queries is in s, and a little in q, too, so that the error is rather too large than too small.

The draws are the same every time. Sums over a draw are of whole numbers below 2⁵³, and so exact in any order.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.arrays import Reals
from engine.experiments.results import PRECISION_DIGITS, Result

RESAMPLES = 2000
SEED = 0
BLOCK = 50  # draws at a time: a few megabytes

Pair = tuple[str, int]  # method and bits
TableRow = dict[str, Any]  # a method at a code length: its figures, by column


@dataclass(frozen=True, slots=True, eq=False)
class Chance:
    """`resampled` has, for each method and code length, its mAP on each draw of the queries; those that are not in
    it have no figures of single queries, and no q."""

    resampled: Mapping[Pair, Reals] = field(default_factory=dict)

    def standard_error(self, one: TableRow, other: TableRow) -> float:
        """That of the difference between the mAP of two rows."""
        seeds = [(row["mAP_spread"] or 0.0) ** 2 / row["seeds"] for row in (one, other)]
        return math.sqrt(sum(seeds) + self._of_queries(one, other) ** 2)

    def knows_queries(self, one: TableRow, other: TableRow) -> bool:
        return _pair(one) in self.resampled and _pair(other) in self.resampled

    def _of_queries(self, one: TableRow, other: TableRow) -> float:
        if not self.knows_queries(one, other):
            return 0.0
        return float((self.resampled[_pair(one)] - self.resampled[_pair(other)]).std(ddof=1))


SEEDS_ALONE = Chance()


def chance_of(results: Iterable[Result]) -> Chance:
    precisions: dict[Pair, list[Sequence[float]]] = {}
    for one in results:
        precisions.setdefault((one.run.method, one.run.bits), []).append(one.average_precisions)
    return Chance(resampled(precisions))


def resampled(precisions: Mapping[Pair, Sequence[Sequence[float]]]) -> dict[Pair, Reals]:
    """mAP on each draw of the queries, which have these average precisions, a list for each seed."""
    sums = {pair: _summed(seeds) for pair, seeds in precisions.items() if _is_whole(seeds)}
    found: dict[Pair, Reals] = {}
    for queries in {len(sums_Q) for sums_Q in sums.values()}:
        pairs = [pair for pair, sums_Q in sums.items() if len(sums_Q) == queries]
        sums_BM = resampled_sums(np.column_stack([sums[pair] for pair in pairs]))
        for pair, sums_B in zip(pairs, sums_BM.T, strict=True):
            found[pair] = sums_B / (10**PRECISION_DIGITS * len(precisions[pair]) * queries)
    return found


def resampled_sums(values_QM: Reals) -> Reals:
    """For each draw of as many rows as there are, the sums of the rows drawn."""
    random, queries = np.random.default_rng(SEED), len(values_QM)
    sums = []
    for start in range(0, RESAMPLES, BLOCK):
        draws = min(BLOCK, RESAMPLES - start)
        drawn_BQ = random.integers(queries, size=(draws, queries)) + queries * np.arange(draws)[:, None]
        times_BQ = np.bincount(drawn_BQ.ravel(), minlength=draws * queries).reshape(draws, queries)
        sums.append(times_BQ.astype(np.float64) @ values_QM)
    return np.concatenate(sums)


def _summed(seeds: Sequence[Sequence[float]]) -> Reals:
    """Over the seeds, in units of the last digit that is kept."""
    sums_Q: Reals = np.rint(np.array(seeds, np.float64) * 10**PRECISION_DIGITS).sum(axis=0)
    return sums_Q


def _is_whole(seeds: Sequence[Sequence[float]]) -> bool:
    lengths = {len(each) for each in seeds}
    return len(lengths) == 1 and lengths != {0}


def _pair(row: TableRow) -> Pair:
    return row["method"], row["bits"]
