"""How strongly a JPEG file was compressed, by the quantisation tables that it was written with: a quality from 1 to
100, as most programs ask for it.

The tables stand before the picture, so only the beginning of the file is read, and nothing is decoded. A program
that has tables of its own gets the quality of the usual ones that are nearest.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

import numpy as np

from engine.arrays import Reals
from engine.images.opening import open_file

BEST = 100
_MOST_SEGMENTS = 200
_START, _TABLES, _SCAN = b"\xff\xd8", 0xDB, 0xDA
_STAND_ALONE = (0x01, *range(0xD0, 0xD8))
_COEFFICIENTS = 64
_MOST_REMEMBERED = 50_000

# The tables of the JPEG standard, annex K, in the order in which files hold them
_LUMINANCE = (
    *(16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58),
    *(51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103),
    *(62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99),
)
_CHROMINANCE = (17, 18, 18, 24, 21, 24, 47, 26, 26, 47, *(99,) * 54)


@lru_cache(_MOST_REMEMBERED)
def quality_at(path: bytes, size: int, mtime_ns: int) -> int | None:
    """Of the file that had this size and time when it was indexed; None if it is no JPEG, or away."""
    try:
        with open_file(path) as file:
            return quality_of(file)
    except OSError:
        return None


def quality_of(file: BinaryIO) -> int | None:
    """None if what is there is no JPEG, or has no tables."""
    tables = dict(_tables(file))
    wanted = [(tables[number], _USUAL[number]) for number in (0, 1) if number in tables]
    if not wanted or 0 not in tables:
        return None
    far_Q = sum(np.abs(np.log(usual_QC) - np.log(table_C)).sum(axis=1) for table_C, usual_QC in wanted)
    return int(np.argmin(far_Q)) + 1


def _tables(file: BinaryIO) -> Iterator[tuple[int, Reals]]:
    """Those before the picture, each with its number: 0 is that of brightness, 1 that of colours."""
    if file.read(2) != _START:
        return
    for _ in range(_MOST_SEGMENTS):
        marker = _next_marker(file)
        if marker is None or marker == _SCAN:
            return
        if marker in _STAND_ALONE:
            continue
        length = int.from_bytes(file.read(2), "big") - 2
        if length < 0:
            return
        if marker == _TABLES:
            yield from _in_segment(file.read(length))
        else:
            file.seek(length, 1)


def _next_marker(file: BinaryIO) -> int | None:
    if file.read(1) != b"\xff":
        return None
    for _ in range(_MOST_SEGMENTS):
        byte = file.read(1)
        if byte != b"\xff":  # any number of these may stand before it
            return byte[0] if byte else None
    return None


def _in_segment(data: bytes) -> Iterator[tuple[int, Reals]]:
    at = 0
    while at < len(data):
        wide, number = data[at] >> 4, data[at] & 15
        end = at + 1 + _COEFFICIENTS * (2 if wide else 1)
        table_C = np.frombuffer(data[at + 1 : end], ">u2" if wide else np.uint8) if end <= len(data) else None
        if table_C is None:
            return
        yield number, np.maximum(table_C.astype(np.float64), 1.0)
        at = end


def _usual(of_standard: tuple[int, ...]) -> Reals:
    """The tables of each quality, as the library that nearly all programs use makes them of the standard's."""
    quality_Q = np.arange(1, BEST + 1)
    scale_Q = np.where(quality_Q < 50, 5000 // quality_Q, 200 - 2 * quality_Q)
    tables_QC: Reals = np.clip((np.array(of_standard) * scale_Q[:, None] + 50) // 100, 1, 255).astype(np.float64)
    return tables_QC


_USUAL = {0: _usual(_LUMINANCE), 1: _usual(_CHROMINANCE)}
