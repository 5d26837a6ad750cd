"""The nearest rows of each row. Up to some ten thousand all are compared with all; beyond that, rows are sorted
into cells around centres, and each is compared with those of the nearest cells only.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from engine.arrays import Rows, Vectors
from engine.progress import Progress
from engine.sentences import said

NOTE = said("Finding what is alike")
MOST_EXACT = 20_000
BLOCK = 512  # rows that are compared at once
ROWS_IN_A_CELL = 400
CELLS_LOOKED_INTO = 12
SAMPLE_PER_CELL = 40  # rows of which the centres are made
ROUNDS = 8


def nearest_rows(x_NR: Vectors, count: int) -> Generator[Progress, None, Rows]:
    """The `count` nearest others of each row, nearest first. There must be more rows than that."""
    if len(x_NR) <= MOST_EXACT:
        return (yield from nearest_of_all(x_NR, count))
    return (yield from nearest_by_cells(x_NR, count))


def nearest_of_all(x_NR: Vectors, count: int) -> Generator[Progress, None, Rows]:
    nearest_NK = np.empty((len(x_NR), count), np.int64)
    everything = np.arange(len(x_NR))
    for start in range(0, len(x_NR), BLOCK):
        yield Progress(start, len(x_NR), NOTE)
        rows = everything[start : start + BLOCK]
        nearest_NK[rows] = _nearest_among(x_NR, rows, everything, count)
    return nearest_NK


def nearest_by_cells(x_NR: Vectors, count: int) -> Generator[Progress, None, Rows]:
    """Some are missed that lie behind the border of a cell that was not looked into."""
    centres_CR = yield from _centres(x_NR, max(1, len(x_NR) // ROWS_IN_A_CELL))
    cell_N = nearest_centre(x_NR, centres_CR)
    yield Progress(0, len(x_NR), NOTE)
    in_order = np.argsort(cell_N, kind="stable")
    starts = np.searchsorted(cell_N[in_order], np.arange(len(centres_CR) + 1))
    near_CC = np.argsort(_squares(centres_CR, centres_CR), axis=1, kind="stable")
    nearest_NK, done = np.empty((len(x_NR), count), np.int64), 0
    for cell, near_C in enumerate(near_CC):
        own = in_order[starts[cell] : starts[cell + 1]]
        others = _enough(near_C, starts, in_order, count)
        for start in range(0, len(own), BLOCK):
            yield Progress(done, len(x_NR), NOTE)
            rows = own[start : start + BLOCK]
            nearest_NK[rows] = _nearest_among(x_NR, rows, others, count)
            done += len(rows)
    return nearest_NK


def nearest_to(points_MR: Vectors, x_NR: Vectors, count: int) -> Rows:
    """The rows of `x_NR` that are nearest to each of these points, which are not among them."""
    squares_MN = _squares(points_MR, x_NR)
    return _smallest(squares_MN, min(count, len(x_NR)))


def nearest_centre(x_NR: Vectors, centres_CR: Vectors) -> Rows:
    blocks = (x_NR[start : start + 8 * BLOCK] for start in range(0, len(x_NR), 8 * BLOCK))
    return np.concatenate([_squares(block, centres_CR).argmin(axis=1) for block in blocks])


def _enough(near_C: Rows, starts: Rows, in_order: Rows, count: int) -> Rows:
    """The rows of the nearest cells; of more cells where these hold too few."""
    looked_into = CELLS_LOOKED_INTO
    while True:
        cells = near_C[:looked_into]
        rows = np.concatenate([in_order[starts[cell] : starts[cell + 1]] for cell in cells])
        if len(rows) > count or looked_into >= len(near_C):
            return rows
        looked_into *= 2


def _centres(x_NR: Vectors, count: int) -> Generator[Progress, None, Vectors]:
    """A few rounds of k-means on rows that lie evenly among all."""
    step = max(1, len(x_NR) // (count * SAMPLE_PER_CELL))
    sample_SR = x_NR[::step]
    centres_CR = sample_SR[:: max(1, len(sample_SR) // count)][:count].copy()
    for _ in range(ROUNDS):
        yield Progress(0, len(x_NR), NOTE)
        cell_S = nearest_centre(sample_SR, centres_CR)
        sizes_C = np.bincount(cell_S, minlength=len(centres_CR))
        in_order = np.argsort(cell_S, kind="stable")
        filled = np.flatnonzero(sizes_C)  # an empty cell stays where it is
        sums = np.add.reduceat(sample_SR[in_order], np.searchsorted(cell_S[in_order], filled), axis=0)
        centres_CR[filled] = sums / sizes_C[filled, None]
    return centres_CR


def _nearest_among(x_NR: Vectors, rows: Rows, others: Rows, count: int) -> Rows:
    squares_MO = _squares(x_NR[rows], x_NR[others])
    squares_MO[rows[:, None] == others] = np.inf  # nobody is their own neighbour
    return others[_smallest(squares_MO, count)]


def _smallest(values_MN: Vectors, count: int) -> Rows:
    if count < values_MN.shape[1]:
        few = np.argpartition(values_MN, count - 1, axis=1)[:, :count]
    else:
        few = np.broadcast_to(np.arange(values_MN.shape[1]), values_MN.shape)
    order = np.argsort(np.take_along_axis(values_MN, few, axis=1), axis=1, kind="stable")
    return np.take_along_axis(few, order, axis=1)


def _squares(a_MR: Vectors, b_NR: Vectors) -> Vectors:
    """Squared distances."""
    squares_MN: Vectors = a_MR @ b_NR.T
    squares_MN *= -2
    squares_MN += (a_MR**2).sum(axis=1)[:, None]
    squares_MN += (b_NR**2).sum(axis=1)
    return squares_MN
