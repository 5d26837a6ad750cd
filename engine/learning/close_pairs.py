"""Which of many vectors point nearly the same way: every pair whose cosine reaches a bound, and no other.

Tile by tile, so that memory stays at some 150 MB besides the vectors, however many pairs there are. Up to DIRECT
vectors, all products are taken. Above, a few coordinates rule out most pairs first, and no right one: with P the
projection on a subspace and r what is left,

    cos(x, y) = <Px, Py> + <rx, ry> <= <Px, Py> + |rx|·|ry|,

which is a product of vectors that are seven times as short.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Halves, Rows, Vectors
from engine.blas_threads import blas_threads
from engine.copies.looks import cosines

DIRECT = 6_000  # vectors, two seconds' worth of products on a slow core
TILE = 2_048  # vectors a side
COORDINATES = 192
FITTED_ON = 2_000  # vectors, for the subspace
DENSE = 0.02  # share of candidates in a tile, beyond which taking all its products is quicker than looking each up
ROUNDING = 1e-5


def close_pairs(x_ND: Halves, cosine: float) -> Iterator[tuple[Rows, Rows]]:
    """Pairs (a, b), a < b, of rows of length 1 whose cosine is at least `cosine`; for each tile, those in it.

    A row of zeros is close to none. Between two tiles the caller may stop.
    """
    bounds_ND = _bounds(x_ND) if len(x_ND) > DIRECT else None
    for above in range(0, len(x_ND), TILE):
        rows_RD = x_ND[above : above + TILE].astype(np.float32)
        for left in range(above, len(x_ND), TILE):
            columns_CD = rows_RD if left == above else x_ND[left : left + TILE].astype(np.float32)
            with blas_threads(1):
                near_RC = None
                if bounds_ND is not None:
                    near_RC = bounds_ND[above : above + TILE] @ bounds_ND[left : left + TILE].T >= cosine - ROUNDING
                a_E, b_E = _in_tile(rows_RD, columns_CD, near_RC, cosine, left == above)
            yield a_E + above, b_E + left


def _in_tile(
    rows_RD: Vectors, columns_CD: Vectors, near_RC: NDArray[np.bool_] | None, cosine: float, with_itself: bool
) -> tuple[Rows, Rows]:
    """`near_RC` are the pairs that are still possible; None: all."""
    if near_RC is not None and np.count_nonzero(near_RC) <= DENSE * near_RC.size:
        a_E, b_E = _pairs(near_RC, with_itself)
        right_E = cosines(rows_RD, columns_CD, a_E, b_E) >= cosine
        return a_E[right_E], b_E[right_E]
    return _pairs(rows_RD @ columns_CD.T >= cosine, with_itself)


def _pairs(near_RC: NDArray[np.bool_], with_itself: bool) -> tuple[Rows, Rows]:
    """Each pair once; of a tile with itself, none of a row with itself."""
    a_E, b_E = np.nonzero(np.triu(near_RC, 1) if with_itself else near_RC)
    return a_E, b_E


def _bounds(x_ND: Halves) -> Vectors:
    """Of each vector its coordinates in the subspace, and the length of what is left."""
    with blas_threads(1):
        basis_DK = _subspace(x_ND[:: -(-len(x_ND) // FITTED_ON)].astype(np.float32))
        bounds_ND = np.empty((len(x_ND), basis_DK.shape[1] + 1), np.float32)
        for start in range(0, len(x_ND), TILE):
            some = slice(start, start + TILE)
            part_ND = x_ND[some].astype(np.float32)
            bounds_ND[some, :-1] = part_ND @ basis_DK
            left_N = np.square(part_ND).sum(axis=1) - np.square(bounds_ND[some, :-1]).sum(axis=1)
            bounds_ND[some, -1] = np.sqrt(np.maximum(left_N, 0))
    return bounds_ND


def _subspace(x_ND: Vectors) -> Vectors:
    """An orthonormal basis of nearly the directions in which these are longest (two steps of the power method)."""
    wanted = min(COORDINATES, *x_ND.shape)
    start_DK = np.random.default_rng(0).standard_normal((x_ND.shape[1], wanted)).astype(np.float32)
    for _ in range(2):
        start_DK = np.linalg.qr(x_ND.T @ (x_ND @ start_DK))[0]
    return start_DK
