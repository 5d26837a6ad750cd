"""Queries against a database: the histograms of distances that all metrics are computed from.

The work is done in blocks of queries times database items, so that memory does not grow with the database. In a
block each pair gets a bin, row of the query · 2D + D if relevant + distance, and the bins are counted.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Counts, Labels, Vectors
from engine.blas_threads import blas_threads
from engine.errors import BugError, UserError
from engine.model import codes
from engine.piecework import in_pieces
from engine.progress import Progress
from engine.sentences import said

RelevantBlock = Callable[[slice, slice], Labels]

QUERY_BLOCK, DATABASE_BLOCK = 128, 4096  # a few megabytes: what the caches hold is fastest
EXACT = 2**23  # up to here float32 holds each multiple of one half
MOST_BITS = EXACT // (2 * QUERY_BLOCK) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """What is compared: packed codes and multi-hot labels of the queries, and those of the database.

    Where the queries are part of the database, `own_row_Q` says which row each of them is; that row is left out.
    """

    query_codes_QB: Codes
    query_labels_QC: Labels
    database_codes_NB: Codes
    database_labels_NC: Labels
    bits: int
    own_row_Q: NDArray[np.integer] | None = None

    def __post_init__(self) -> None:
        if not 0 < self.bits <= MOST_BITS:
            raise BugError(f"Codes have 1 to {MOST_BITS} bits, not {self.bits}.")
        _check_side("query", self.query_codes_QB, self.query_labels_QC, self.bits)
        _check_side("database", self.database_codes_NB, self.database_labels_NC, self.bits)
        labels, others = self.query_labels_QC.shape[1], self.database_labels_NC.shape[1]
        if labels != others:
            raise BugError(f"Queries have {labels} columns of labels, the database has {others}.")
        if self.queries == 0:
            raise UserError(said("There is no labelled picture to ask for, so nothing can be measured."))
        if self.database == 0:
            raise UserError(said("There is no labelled picture to search among, so nothing can be measured."))
        if self.own_row_Q is not None:
            _check_own_rows(self.own_row_Q, self.queries, self.database)

    @property
    def queries(self) -> int:
        return len(self.query_codes_QB)

    @property
    def database(self) -> int:
        return len(self.database_codes_NB)

    def asking(self, rows: slice) -> "Sides":
        """The same for some of the queries."""
        own_rows = None if self.own_row_Q is None else self.own_row_Q[rows]
        queries = self.query_codes_QB[rows], self.query_labels_QC[rows]
        return Sides(*queries, self.database_codes_NB, self.database_labels_NC, self.bits, own_rows)


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """For each query, how many database items lie at each distance 0..K, and how many of them are relevant."""

    counts_QD: Counts
    relevant_QD: Counts

    @property
    def queries(self) -> int:
        return len(self.counts_QD)

    @property
    def bits(self) -> int:
        return int(self.counts_QD.shape[1]) - 1

    @property
    def database(self) -> int:
        """How many items a query is compared with; its own row, when left out, does not count."""
        return int(self.counts_QD.sum(axis=1).max())


def rank(sides: Sides) -> Ranking:
    """Compare each query with the whole database."""
    relevant = relevance(sides.query_labels_QC, sides.database_labels_NC)
    # The products are small: more threads win little, and lose much time waiting for each other on a busy machine.
    with blas_threads(1):
        bins_Q2D = _bins(sides, relevant)
    if sides.own_row_Q is not None:
        own_codes_QB = sides.database_codes_NB[sides.own_row_Q]
        differ_QK = signs(sides.query_codes_QB, sides.bits) != signs(own_codes_QB, sides.bits)
        shared_Q = (sides.query_labels_QC & sides.database_labels_NC[sides.own_row_Q]).any(axis=1)
        bins_Q2D[np.arange(len(bins_Q2D)), shared_Q.astype(np.intp), differ_QK.sum(axis=1)] -= 1
    return Ranking(bins_Q2D.sum(axis=1), bins_Q2D[:, 1].copy())


def ranking(sides: Sides, *, at_once: int, note: str) -> Generator[Progress, None, Ranking]:
    """As `rank`, which takes seconds for many queries: there is a report before every `at_once` of them."""
    bins_Q2D = yield from in_pieces(partial(_both_counts, sides), sides.queries, at_once, note)
    return Ranking(bins_Q2D[:, 0].copy(), bins_Q2D[:, 1].copy())


def _both_counts(sides: Sides, queries: slice) -> Counts:
    found = rank(sides.asking(queries))
    return np.stack([found.counts_QD, found.relevant_QD], axis=1)


def _bins(sides: Sides, relevant: RelevantBlock) -> Counts:
    """How many items fall into each bin, as (queries, relevant or not, distance)."""
    bins_Q2D = np.zeros((sides.queries, 2, sides.bits + 1), np.int64)
    for items in blocks(sides.database, DATABASE_BLOCK):
        signs_NK = signs(sides.database_codes_NB[items], sides.bits)
        signs_and_one_NK1 = np.column_stack([signs_NK, np.ones(len(signs_NK), np.float32)])
        for rows in blocks(sides.queries, QUERY_BLOCK):
            signs_QK = signs(sides.query_codes_QB[rows], sides.bits)
            bins_Q2D[rows] += _block_bins(signs_QK, signs_and_one_NK1, relevant(rows, items))
    return bins_Q2D


def _block_bins(signs_QK: Vectors, signs_and_one_NK1: Vectors, relevant_QN: Labels) -> Counts:
    queries, bits = signs_QK.shape
    distances = bits + 1
    # The distance, K/2 - <b, c>/2, and the offset of the row in one product. All sums are multiples of one half
    # within EXACT, so nothing is rounded, in whatever order they are added.
    offsets_Q = bits / 2 + 2 * distances * np.arange(queries)
    halves_and_offset_QK1 = np.column_stack([signs_QK / -2, offsets_Q]).astype(np.float32)
    bins_QN = halves_and_offset_QK1 @ signs_and_one_NK1.T
    bins_QN += relevant_QN * np.float32(distances)
    counts = np.bincount(bins_QN.astype(np.intp).ravel(), minlength=queries * 2 * distances)
    return counts.reshape(queries, 2, distances)


def relevance(query_labels_QC: Labels, database_labels_NC: Labels) -> RelevantBlock:
    """Which pairs of a block of queries and a block of the database share a label."""
    if _single(query_labels_QC) and _single(database_labels_NC):
        query_label_Q = _label_numbers(query_labels_QC, none=-1)
        database_label_N = _label_numbers(database_labels_NC, none=-2)  # no label is not a label in common
        return lambda rows, items: query_label_Q[rows, None] == database_label_N[None, items]

    def share_some(rows: slice, items: slice) -> Labels:
        shared_QN = query_labels_QC[rows].astype(np.float32) @ database_labels_NC[items].astype(np.float32).T
        return shared_QN > 0

    return share_some


def _single(labels_NC: Labels) -> bool:
    return int(labels_NC.sum(axis=1).max()) <= 1


def _label_numbers(labels_NC: Labels, none: int) -> NDArray[np.int32]:
    if labels_NC.shape[1] == 0:
        return np.full(len(labels_NC), none, np.int32)
    return np.where(labels_NC.any(axis=1), labels_NC.argmax(axis=1), none).astype(np.int32)


def signs(codes_NB: Codes, bits: int) -> Vectors:
    return codes.unpack(codes_NB)[:, :bits].astype(np.float32)


def blocks(total: int, size: int) -> list[slice]:
    return [slice(start, start + size) for start in range(0, total, size)]


def _check_side(side: str, codes_NB: Codes, labels_NC: Labels, bits: int) -> None:
    if codes_NB.ndim != 2 or codes_NB.shape[1] != (bits + 7) // 8 or codes_NB.dtype != np.uint8:
        raise BugError(f"The {side} codes are {codes_NB.dtype} of shape {codes_NB.shape}: not {bits} bits a row.")
    if labels_NC.ndim != 2 or len(labels_NC) != len(codes_NB) or labels_NC.dtype != np.bool_:
        raise BugError(
            f"The {side} labels are {labels_NC.dtype} of shape {labels_NC.shape}: "
            f"not a multi-hot row for each of {len(codes_NB)} codes."
        )


def _check_own_rows(own_row_Q: NDArray[np.integer], queries: int, database: int) -> None:
    if own_row_Q.shape != (queries,) or not np.issubdtype(own_row_Q.dtype, np.integer):
        raise BugError(f"Own rows are {own_row_Q.dtype} of shape {own_row_Q.shape}, not one for each query.")
    if own_row_Q.min() < 0 or own_row_Q.max() >= database:
        raise BugError(f"Own rows must lie in the database, between 0 and {database - 1}.")
