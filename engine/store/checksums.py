"""Checksums of rows. SQLite has none of its own: a flipped bit in a blob would go unnoticed."""

import zlib


def checksum(*parts: bytes | int | str) -> int:
    """CRC-32 over the parts, each with its length, so that ('ab', 'c') differs from ('a', 'bc')."""
    value = 0
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode()
        value = zlib.crc32(raw, zlib.crc32(len(raw).to_bytes(4, "little"), value))
    return value
