"""Checksums of rows. SQLite has none of its own: a flipped bit would go unnoticed.

A CRC-32 does more than to find one flipped bit: it tells which one it was, so that it can be turned back.
"""

import zlib
from collections.abc import Sequence

Cell = bytes | int | None  # what a column holds, texts as their bytes

_NOTHING = b"\xff\xff\xff\xff"  # a length that no part has
_LENGTHS = [length.to_bytes(4, "little") for length in range(256)]
_TABLE = [zlib.crc32(bytes([n])) ^ zlib.crc32(b"\0") for n in range(256)]
_BY_TOP_BYTE = {value >> 24: n for n, value in enumerate(_TABLE)}
_BIT = {_TABLE[1 << bit]: bit for bit in range(8)}  # what one flipped bit of the last byte does to the checksum


def checksum(*parts: bytes | int | str | None) -> int:
    """CRC-32 over the parts, each with its length, so that ('ab', 'c') differs from ('a', 'bc')."""
    pieces: list[bytes] = []
    for part in parts:  # called for every row that is written, so in the quickest way
        if part is None:
            pieces.append(_NOTHING)
            continue
        raw = part if isinstance(part, bytes) else b"%d" % part if isinstance(part, int) else part.encode()
        length = len(raw)
        pieces.append(_LENGTHS[length] if length < len(_LENGTHS) else length.to_bytes(4, "little"))
        pieces.append(raw)
    return zlib.crc32(b"".join(pieces))


def before_the_flip(cells: Sequence[Cell], stored: int | None) -> tuple[Cell, ...] | None:
    """The cells as they were before one bit of them, or of their checksum, flipped; None if more is wrong."""
    if stored is None:
        return None
    wrong = checksum(*cells) ^ stored
    if wrong >> 32 or wrong.bit_count() <= 1:  # no checksum is that large, or negative: it is what is damaged
        return tuple(cells)
    return _flipped_number(cells, stored) or _flipped_byte(cells, wrong)


def _flipped_number(cells: Sequence[Cell], stored: int) -> tuple[Cell, ...] | None:
    for at, cell in enumerate(cells):
        if isinstance(cell, int):
            for bit in range(64):
                tried = (*cells[:at], _signed(cell ^ (1 << bit)), *cells[at + 1 :])
                if checksum(*tried) == stored:
                    return tried
    return None


def _flipped_byte(cells: Sequence[Cell], wrong: int) -> tuple[Cell, ...] | None:
    """From the last byte to the first, take back what the bytes behind a flip made of it."""
    for at in reversed(range(len(cells))):
        cell = cells[at]
        raw = b"" if cell is None else cell if isinstance(cell, bytes) else str(cell).encode()
        for place in reversed(range(len(raw))):
            if isinstance(cell, bytes) and wrong in _BIT:
                flipped = bytes([raw[place] ^ (1 << _BIT[wrong])])
                return (*cells[:at], raw[:place] + flipped + raw[place + 1 :], *cells[at + 1 :])
            wrong = _one_byte_before(wrong)
        for _ in range(4):  # its length
            wrong = _one_byte_before(wrong)
    return None


def _one_byte_before(wrong: int) -> int:
    n = _BY_TOP_BYTE[wrong >> 24]
    return ((wrong ^ _TABLE[n]) << 8) & 0xFFFF_FFFF | n


def _signed(number: int) -> int:
    """As SQLite reads 64 bits."""
    number &= 0xFFFF_FFFF_FFFF_FFFF
    return number - (1 << 64) if number >> 63 else number
