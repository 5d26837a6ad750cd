"""Features as bytes: float16, little-endian, and those that are zero left out.

A network that ends in a rectifier gives a zero for every second feature, and a page of SQLite's, which holds one
row of 1280 numbers, then holds two. Nothing is rounded. Packed are MARK, how many numbers there are, a bit for each
that says whether it is not zero, and those that are not. Where that is no shorter, and in libraries of before, the
plain numbers stand there: MARK is none with which they can begin.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Halves, Vectors

F16 = np.dtype("<f2")
MARK = b"\xff\xff"  # not a number
COUNT = 4  # bytes


def packed(numbers_ND: NDArray[np.floating]) -> list[bytes]:
    """Each row as its bytes."""
    halves_ND = np.ascontiguousarray(numbers_ND, F16)
    there_ND = halves_ND.view(np.uint16) != 0  # minus zero is kept
    heads_NB = np.packbits(there_ND, axis=1)
    begin = MARK + halves_ND.shape[1].to_bytes(COUNT, "little")
    rows = []
    for halves_D, there_D, head_B in zip(halves_ND, there_ND, heads_NB, strict=True):
        plain = halves_D.tobytes()
        short = begin + head_B.tobytes() + halves_D[there_D].tobytes()
        rows.append(short if len(short) < len(plain) or plain.startswith(MARK) else plain)
    return rows


def unpacked(rows: Sequence[bytes]) -> Vectors:
    """The numbers of all rows, which have as many each."""
    halves_ND = np.zeros((len(rows), _count(rows[0])), F16)
    is_short_N = np.fromiter((row.startswith(MARK) for row in rows), np.bool_, len(rows))
    if is_short_N.any():
        halves_ND[is_short_N] = _filled_up([row for row in rows if row.startswith(MARK)])
    if not is_short_N.all():
        plain = b"".join(row for row in rows if not row.startswith(MARK))
        halves_ND[~is_short_N] = np.frombuffer(plain, F16).reshape(-1, halves_ND.shape[1])
    return halves_ND.astype(np.float32)


def _filled_up(rows: Sequence[bytes]) -> Halves:
    count, begin = _count(rows[0]), len(MARK) + COUNT
    end = begin + (count + 7) // 8
    heads_NB = np.frombuffer(b"".join(row[begin:end] for row in rows), np.uint8).reshape(len(rows), -1)
    there_ND = np.unpackbits(heads_NB, axis=1, count=count).view(np.bool_)
    halves_ND = np.zeros(there_ND.shape, F16)
    halves_ND[there_ND] = np.frombuffer(b"".join(row[end:] for row in rows), F16)
    return halves_ND


def _count(row: bytes) -> int:
    if row.startswith(MARK):
        return int.from_bytes(row[len(MARK) : len(MARK) + COUNT], "little")
    return len(row) // F16.itemsize
