"""Keywords and other texts in IPTC (the old one, IIM): records of a dataset and a value; and Photoshop's blocks,
one of which is it."""

import struct
from collections.abc import Container, Iterator

_BLOCKS, _IPTC_BLOCK = (b"8BIM", b"MeSa", b"AgHg", b"PHUT", b"DCSR"), 0x0404  # of Photoshop and its relatives
_MARK = 0x1C
_CHARACTERS, _KEYWORD = (1, 90), (2, 25)
_UTF8 = b"\x1b%G"
_MOST_RECORDS = 10_000

Dataset = tuple[int, int]  # the number of its record, and its own


def in_photoshop_blocks(data: bytes) -> bytes:
    """The IPTC in Photoshop's blocks, which a JPEG may hold in several pieces; empty if there is none."""
    found, at = [], 0
    while data[at : at + 4] in _BLOCKS and at + 12 <= len(data):
        (kind,) = struct.unpack_from(">H", data, at + 4)
        name = 1 + data[at + 6]
        size_at = at + 6 + name + name % 2
        if size_at + 4 > len(data):
            break
        (size,) = struct.unpack_from(">I", data, size_at)
        if kind == _IPTC_BLOCK:
            found.append(data[size_at + 4 : size_at + 4 + size])
        at = size_at + 4 + size + size % 2
    return b"".join(found)


def keywords(data: bytes) -> list[str]:
    """Those that can be read."""
    return [text for _, text in texts(data, {_KEYWORD})]


def texts(data: bytes, wanted: Container[Dataset]) -> list[tuple[Dataset, str]]:
    """The values of these datasets, in their order; a broken record ends it, or it would be anything."""
    is_utf8, found = False, list[tuple[Dataset, bytes]]()
    for dataset, value in _records(data):
        if dataset == _CHARACTERS:
            is_utf8 = value.startswith(_UTF8)
        elif dataset in wanted:
            found.append((dataset, value))
    return [(dataset, _text(value, is_utf8)) for dataset, value in found]


def _records(data: bytes) -> Iterator[tuple[Dataset, bytes]]:
    at = 0
    for _ in range(_MOST_RECORDS):
        if at + 5 > len(data) or data[at] != _MARK:
            return
        record, dataset, size = struct.unpack_from(">BBH", data, at + 1)
        at += 5
        if size & 0x8000:  # an extended one: the size of its size
            digits = size & 0x7FFF
            if digits > 4:
                return
            size = int.from_bytes(data[at : at + digits], "big")
            at += digits
        if at + size > len(data):
            return
        yield (record, dataset), data[at : at + size]
        at += size


def _text(value: bytes, is_utf8: bool) -> str:
    """Programs that do not say which signs they use, use either of these."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("utf-8", "replace") if is_utf8 else value.decode("cp1252", "replace")
