"""The order of hits. It is total: it never hangs on chance, on the last bit of a sum or on how many are asked for.

Candidates come by Hamming distance, equal distances by the cosine of the mean-centred features, then by image id. A
distance is a whole number and says little about which of two near hits is nearer, so the first POOL candidates are
put in the order of their nearness instead:

    nearness = <u, c> / K + FEATURES · cosine

u are the query's own outputs in [-1, 1], c a candidate's K learned bits as ±1: a bit that the query was not sure of
counts little. Where no bit was learned, the cosine alone is the nearness. Equal ones stay in the order they came
in, and so do the candidates behind the first POOL.

On 26 kinds of pictures this finds more of the same kind among the first ten hits than any of its parts
(tests/benchmarks/forgetting.py prints all of them).

Near-copies come before all others, by their cosine: learned bits do not tell them from others of their kind. They
are the few candidates whose features stand apart. Among the largest cosines (but for those of the query itself) the
widest gap parts them from the rest, if it is at least APART and they are at least ALIKE. So the original of an
edited copy stays the first hit after a training (the same benchmark counts them), and no fewer of the same kind are
among the first ten.
"""

from __future__ import annotations

import numpy as np

from engine.arrays import Codes, Distances, Ids, Reals, Rows, Vectors
from engine.model.codes import unpack

POOL = 300
FEATURES = 0.5  # what the cosine of features counts beside the agreement of codes
DECIMALS = 5  # of whatever is compared
UNKNOWN = -2.0  # below any cosine
APART = 0.07  # between the cosines of near-copies and of all others
ALIKE = 0.4  # the least cosine of a near-copy
SAME = 0.999  # cosine of the query itself, should it be among the candidates, and of its exact copies
MOST_COPIES = 8
FIRST = 2.0  # more than any nearness


def candidates(distances_N: Distances) -> Rows:
    """The rows that may be among the first hits: the nearest POOL, and all that tie with the last of them."""
    if len(distances_N) <= POOL:
        return np.arange(len(distances_N))
    return np.flatnonzero(distances_N <= np.partition(distances_N, POOL - 1)[POOL - 1])


def agreement(u_K: Vectors, packed_NB: Codes) -> Reals:
    """<u, c> / K of each code, whose first bits are those that u is about."""
    signs_NK = unpack(packed_NB)[:, : len(u_K)].astype(np.float32)
    agreement_N: Reals = (signs_NK @ u_K).astype(np.float64) / len(u_K)
    return agreement_N


def in_order(image_ids_N: Ids, distances_N: Distances, cosine_N: Reals, agreement_N: Reals | None) -> Rows:
    """The rows of these candidates in the order of hits. Where a cosine is not known (NaN), it is the lowest."""
    cosine_N = np.nan_to_num(np.round(cosine_N, DECIMALS), nan=UNKNOWN)
    order_N = np.lexsort((image_ids_N, -cosine_N, distances_N))
    pool = order_N[:POOL]
    nearness_P = cosine_N[pool]
    if agreement_N is not None:
        nearness_P = agreement_N[pool] + FEATURES * cosine_N[pool]
        copies = near_copies(cosine_N[pool])
        nearness_P[copies] = FIRST + cosine_N[pool][copies]
    return np.concatenate([pool[np.argsort(-np.round(nearness_P, DECIMALS), kind="stable")], order_N[POOL:]])


def near_copies(cosine_N: Reals) -> Rows:
    """The rows whose features stand apart from those of all others."""
    nearest = np.argsort(-cosine_N, kind="stable")
    same = int((cosine_N >= SAME).sum())
    next_ones = cosine_N[nearest[same : same + MOST_COPIES + 1]]
    gaps = np.round(next_ones[:-1] - next_ones[1:], DECIMALS)
    last = int(np.argmax(gaps)) if len(gaps) else 0
    if len(gaps) and gaps[last] >= APART and next_ones[last] >= ALIKE:
        return nearest[: same + last + 1]
    return nearest[:same]
