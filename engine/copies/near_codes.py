"""Which of many 256-bit codes lie near each other, each of them also turned if that is asked for.

Up to DIRECT comparisons all are made. Beyond, codes are put into many tables by a few of their half bytes, and only
those that share a place in some table are compared. That misses a pair whose bits differ in some of them in every
table: of 100,000 none to speak of up to 40 bits, one of seven between 50 and 60; of a million more. (faiss's
inverted lists were tried: at the same cost they miss three times as many.)
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Codes, Rows

DIRECT = 1 << 31  # comparisons, some seconds' worth
TABLES, TABLES_OF_TURNED = 128, 64  # who turns a picture changes little else
THREADS = 2
ROWS, COLUMNS = 64, 4096  # of a tile
CROWD = 128  # codes in one place of a table: nothing can be told by what so many have in common
PAIRS = 1 << 20  # that are compared at once

Words = NDArray[np.uint64]
PlaceKeys = NDArray[np.uint32]
TurnCodes = Callable[[Codes, int], Codes]


@dataclass(frozen=True, slots=True)
class NearPairs:
    """Row `later` turned by `turn` is so many bits away from row `earlier`."""

    earlier_E: Rows
    later_E: Rows
    turn_E: NDArray[np.uint8]
    distance_E: NDArray[np.uint8]

    @staticmethod
    def none() -> "NearPairs":
        rows, small = np.empty(0, np.int64), np.empty(0, np.uint8)
        return NearPairs(rows, rows, small, small)

    def __len__(self) -> int:
        return len(self.later_E)

    def __iter__(self) -> Iterator[tuple[int, int, int, int]]:
        """(earlier, later, turn, distance)"""
        columns = (self.earlier_E, self.later_E, self.turn_E, self.distance_E)
        return zip(*(column.tolist() for column in columns), strict=True)


def nearest_first(pairs: NearPairs, most: int) -> NearPairs:
    """So many at the most, or the nearest one of each later row: the nearest of all later rows come before the
    second nearest of any, so that where all look the same, none is left without."""
    order_E = np.lexsort((pairs.earlier_E, pairs.distance_E, pairs.later_E))
    later_E = pairs.later_E[order_E]
    rank_E = np.arange(len(order_E)) - np.searchsorted(later_E, later_E)
    ranks = int(np.searchsorted(np.cumsum(np.bincount(rank_E)), most, "right"))
    kept_E = order_E[rank_E < max(1, ranks)]
    return NearPairs(pairs.earlier_E[kept_E], pairs.later_E[kept_E], pairs.turn_E[kept_E], pairs.distance_E[kept_E])


def each_once(parts: Sequence[NearPairs]) -> NearPairs:
    """Every pair in its nearest turn, in order."""
    earlier_E, later_E, turn_E, distance_E = (
        np.concatenate([getattr(part, name) for part in parts]) for name in NearPairs.__slots__
    )
    order_E = np.lexsort((turn_E, distance_E, later_E, earlier_E))
    earlier_E, later_E = earlier_E[order_E], later_E[order_E]
    first_E = np.ones(len(order_E), np.bool_)
    first_E[1:] = (np.diff(earlier_E) != 0) | (np.diff(later_E) != 0)
    chosen = order_E[first_E]
    return NearPairs(earlier_E[first_E], later_E[first_E], turn_E[chosen], distance_E[chosen])


def near_pairs(
    codes_NB: Codes, known: int, radius: int, turns: range, turned: TurnCodes
) -> Iterator[tuple[float, NearPairs]]:
    """Pairs at most `radius` bits apart of which at least the later one is not among the first `known`, with the
    share of the work that is done; a pair may come more than once. Codes of zeros are near none."""
    if (len(codes_NB) - known) * len(codes_NB) * len(turns) <= DIRECT:
        yield from _compared_with_all(codes_NB, known, radius, turns, turned)
    else:
        yield from _by_tables(codes_NB, known, radius, turns, turned)


def _compared_with_all(
    codes_NB: Codes, known: int, radius: int, turns: range, turned: TurnCodes
) -> Iterator[tuple[float, NearPairs]]:
    of_all_WN = _words(codes_NB).T.copy()
    tiles = range(known, len(codes_NB), ROWS)
    for done, turn in enumerate(turns):
        for top in tiles:
            rows_RW = _words(turned(codes_NB[top : top + ROWS], turn))
            parts = [
                _in_tile(rows_RW, of_all_WN[:, left : min(left + COLUMNS, top + ROWS)], top, left, radius)
                for left in range(0, top + ROWS, COLUMNS)
            ]
            later_E, earlier_E, distance_E = (np.concatenate(each) for each in zip(*parts, strict=True))
            share = (done + (top + ROWS - known) / (len(tiles) * ROWS)) / len(turns)
            yield share, _told(codes_NB, later_E, earlier_E, turn, distance_E)


def _in_tile(
    rows_RW: Words, columns_WC: Words, top: int, left: int, radius: int
) -> tuple[Rows, Rows, NDArray[np.uint8]]:
    distance_RC = np.zeros((len(rows_RW), columns_WC.shape[1]), np.uint16)
    for word in range(len(columns_WC)):
        distance_RC += np.bitwise_count(rows_RW[:, word, None] ^ columns_WC[word])
    row_E, column_E = np.nonzero(distance_RC <= radius)
    before_E = column_E + left < row_E + top
    row_E, column_E = row_E[before_E], column_E[before_E]
    return row_E + top, column_E + left, distance_RC[row_E, column_E].astype(np.uint8)


def _by_tables(
    codes_NB: Codes, known: int, radius: int, turns: range, turned: TurnCodes
) -> Iterator[tuple[float, NearPairs]]:
    asked = [(turn, np.ascontiguousarray(turned(codes_NB[known:], turn))) for turn in turns]
    of_all_NW = _words(codes_NB)

    def in_table(number: int, table: tuple[int, ...]) -> list[NearPairs]:
        keys_N = _keys(codes_NB, table)
        order_N = np.argsort(keys_N)
        sorted_N = keys_N[order_N]
        found = []
        for turn, codes_MB in asked if number < TABLES_OF_TURNED else asked[:1]:
            for row_E, earlier_E in _sharing_a_place(sorted_N, order_N, _keys(codes_MB, table), known):
                distance_E = _distances(_words(codes_MB), of_all_NW, row_E, earlier_E)
                near_E = distance_E <= radius
                row_E, earlier_E, distance_E = row_E[near_E], earlier_E[near_E], distance_E[near_E]
                found.append(_told(codes_NB, row_E + known, earlier_E, turn, distance_E.astype(np.uint8)))
        return found

    tables = _tables(len(codes_NB), codes_NB.shape[1])
    with ThreadPoolExecutor(THREADS) as threads:
        coming: deque[Future[list[NearPairs]]] = deque()
        try:
            for done, table in enumerate(tables):
                coming.append(threads.submit(in_table, done, table))
                if len(coming) > THREADS:
                    yield done / len(tables), each_once([NearPairs.none(), *coming.popleft().result()])
            while coming:
                yield 1.0, each_once([NearPairs.none(), *coming.popleft().result()])
        finally:
            for future in coming:
                future.cancel()


def _tables(count: int, code_bytes: int) -> list[tuple[int, ...]]:
    """Of which half bytes each table is made: as many as give about one place for each code."""
    chosen = max(4, round(np.log2(count) / 4))
    draw = np.random.default_rng(0)
    return [tuple(draw.choice(2 * code_bytes, chosen, replace=False).tolist()) for _ in range(TABLES)]


def _keys(codes_NB: Codes, table: tuple[int, ...]) -> PlaceKeys:
    keys_N = np.zeros(len(codes_NB), np.uint32)
    for half in table:
        keys_N = keys_N << np.uint32(4) | codes_NB[:, half // 2] >> np.uint8(4 * (half % 2)) & np.uint8(15)
    return keys_N


def _sharing_a_place(
    sorted_N: PlaceKeys, order_N: Rows, asked_M: PlaceKeys, known: int
) -> Iterator[tuple[Rows, Rows]]:
    """Each asked row with those before it that have the same key; not where there is a crowd."""
    by_key_M = np.argsort(asked_M)
    keys_M = asked_M[by_key_M]
    first_M = np.searchsorted(sorted_N, keys_M)
    count_M = np.searchsorted(sorted_N, keys_M, "right") - first_M
    count_M[count_M > CROWD] = 0
    ends_M = np.cumsum(count_M)
    start = 0
    while start < len(count_M):
        before = int(ends_M[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends_M, before + PAIRS, "right")))
        some_K = count_M[start:stop]
        total = int(some_K.sum())
        offset_E = np.arange(total) - np.repeat(ends_M[start:stop] - some_K - before, some_K)
        row_E = np.repeat(by_key_M[start:stop], some_K)
        earlier_E = order_N[np.repeat(first_M[start:stop], some_K) + offset_E]
        before_E = earlier_E < row_E + known
        yield row_E[before_E], earlier_E[before_E]
        start = stop


def _distances(a_NW: Words, b_MW: Words, a_E: Rows, b_E: Rows) -> NDArray[np.uint16]:
    distance_E: NDArray[np.uint16] = np.bitwise_count(a_NW[a_E] ^ b_MW[b_E]).sum(axis=1, dtype=np.uint16)
    return distance_E


def _told(codes_NB: Codes, later_E: Rows, earlier_E: Rows, turn: int, distance_E: NDArray[np.uint8]) -> NearPairs:
    said_E = codes_NB[later_E].any(axis=1) & codes_NB[earlier_E].any(axis=1)
    turn_E = np.full(int(said_E.sum()), turn, np.uint8)
    return NearPairs(earlier_E[said_E], later_E[said_E], turn_E, distance_E[said_E])


def _words(codes_NB: Codes) -> Words:
    return np.ascontiguousarray(codes_NB).view(np.uint64)
