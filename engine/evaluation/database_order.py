"""Average precision as most published code has it: equal distances stay in the order of the database.

That is what a stable sort by distance gives. The figure then depends on how the database happens to lie: one that
is sorted by class flatters or punishes codes with many ties. It is here to be set beside the exact one of
metrics.py, which is the mean over all orders; nothing is chosen by it.

The work is done in blocks of queries, so that never more than BLOCK pairs are sorted at once.
"""

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from engine.arrays import Codes, Labels, Reals
from engine.evaluation.metrics import check_k, ratio
from engine.evaluation.rankings import blocks, check_own_rows, check_sides, relevance, signs

BLOCK = 2**20  # pairs of query and database item: some tens of megabytes


def database_order_precisions(
    query_codes_QB: Codes,
    query_labels_QC: Labels,
    database_codes_NB: Codes,
    database_labels_NC: Labels,
    bits: int,
    k: int | None = None,
    own_row_Q: NDArray[np.integer] | None = None,
) -> Reals:
    """Average precision of each query, or that of its first k, with equal distances in the order of the database.

    Divided as `metrics.average_precisions` divides; nan where nothing is relevant. `own_row_Q` as in `rank`.
    """
    check_k(k)
    check_sides(query_codes_QB, query_labels_QC, database_codes_NB, database_labels_NC, bits)
    check_own_rows(own_row_Q, len(query_codes_QB), len(database_codes_NB))
    relevant = relevance(query_labels_QC, database_labels_NC)
    everything = slice(0, len(database_codes_NB))
    signs_NK = signs(database_codes_NB, bits)
    values_Q = np.empty(len(query_codes_QB))
    # One thread, as in `rank`: the products are small.
    with threadpool_limits(1, user_api="blas"):
        for rows in blocks(len(query_codes_QB), max(1, BLOCK // len(database_codes_NB))):
            distances_QN = (bits - signs(query_codes_QB[rows], bits) @ signs_NK.T) / 2
            relevant_QN = relevant(rows, everything)
            if own_row_Q is not None:  # behind all others and not relevant: as if it were not there
                own_Q = np.arange(len(distances_QN)), own_row_Q[rows]
                distances_QN[own_Q], relevant_QN[own_Q] = bits + 1, False
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
