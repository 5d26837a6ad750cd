"""Average precision as most published code has it: equal distances stay in the order of the database.

That is what a stable sort by distance gives. The figure then depends on how the database happens to lie: one that
is sorted by class flatters or punishes codes with many ties. It is here to be set beside the exact one of
metrics.py, which is the mean over all orders; nothing is chosen by it.

The work is done in blocks of queries, so that never more than BLOCK pairs are sorted at once.
"""

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Labels, Reals
from engine.blas_threads import blas_threads
from engine.evaluation.metrics import check_k, ratio
from engine.evaluation.rankings import Sides, blocks, relevance, signs

BLOCK = 2**20  # pairs of query and database item: some tens of megabytes


def database_order_precisions(sides: Sides, k: int | None = None) -> Reals:
    """Average precision of each query, or that of its first k, with equal distances in the order of the database.

    Divided as `metrics.average_precisions` divides; nan where nothing is relevant.
    """
    check_k(k)
    relevant = relevance(sides.query_labels_QC, sides.database_labels_NC)
    everything = slice(0, sides.database)
    signs_NK = signs(sides.database_codes_NB, sides.bits)
    values_Q = np.empty(sides.queries)
    # One thread, as in `rank`: the products are small.
    with blas_threads(1):
        for rows in blocks(sides.queries, max(1, BLOCK // sides.database)):
            distances_QN = (sides.bits - signs(sides.query_codes_QB[rows], sides.bits) @ signs_NK.T) / 2
            relevant_QN = relevant(rows, everything)
            if sides.own_row_Q is not None:  # behind all others and not relevant: as if it were not there
                own_Q = np.arange(len(distances_QN)), sides.own_row_Q[rows]
                distances_QN[own_Q], relevant_QN[own_Q] = sides.bits + 1, False
            values_Q[rows] = _in_stable_order(distances_QN.astype(np.uint16), relevant_QN, k)
    return values_Q


def _in_stable_order(distances_QN: NDArray[np.uint16], relevant_QN: Labels, k: int | None) -> Reals:
    queries, items = distances_QN.shape
    order_QN = np.argsort(distances_QN, axis=1, kind="stable")  # of 16 bit numbers: counted, not compared
    rows, places = np.nonzero(np.take_along_axis(relevant_QN, order_QN, axis=1))
    relevant_Q = relevant_QN.sum(axis=1)
    firsts_Q = np.cumsum(relevant_Q) - relevant_Q
    found = np.arange(len(rows)) - firsts_Q[rows] + 1  # of the row's relevant items, up to each of them
    precisions = found / (places + 1)
    looked_at = items if k is None else k
    precisions[places >= looked_at] = 0
    sums_Q = np.bincount(rows, precisions, minlength=queries)
    return ratio(sums_Q, np.minimum(relevant_Q, looked_at))
