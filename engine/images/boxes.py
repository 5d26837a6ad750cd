"""The packet inside HEIC, AVIF and Canon's CR3, which are built of boxes (ISO base media file format): an item of
the kind "mime", or a box of Adobe's own.

Numbers are believed only as far as the file reaches; what is broken is a ValueError or a struct.error.
"""

import io
import struct
from collections.abc import Iterator
from typing import BinaryIO

from engine.packets.safe_xml import MOST_BYTES

MOST_BOXES = 10_000
MOST_ITEMS = 10_000
_ADOBE = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
_XMP_KIND = b"application/rdf+xml"


def is_built_of_boxes(start: bytes) -> bool:
    return start[4:8] == b"ftyp"


def packets(file: BinaryIO) -> Iterator[bytes]:
    for kind, begin, size in _boxes(file, 0, file.seek(0, 2)):
        if kind == b"uuid" and 16 <= size <= MOST_BYTES:
            data = _read(file, begin, size)
            if data.startswith(_ADOBE):
                yield data[16:]
        elif kind == b"meta" and size <= MOST_BYTES:
            yield from _of_items(file, _read(file, begin, size))


def _of_items(file: BinaryIO, meta: bytes) -> Iterator[bytes]:
    inside = io.BytesIO(meta)
    boxes = {kind: _read(inside, begin, size) for kind, begin, size in _boxes(inside, 4, len(meta))}
    wanted = _xmp_items(boxes.get(b"iinf", b""))
    for item, in_idat, extents in _places(boxes.get(b"iloc", b"")) if wanted else ():
        if item in wanted and sum(length for _, length in extents) <= MOST_BYTES:
            source = io.BytesIO(boxes.get(b"idat", b"")) if in_idat else file
            yield b"".join(_read(source, at, length) for at, length in extents)


def _boxes(file: BinaryIO, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each, where what is in it begins, and how long that is."""
    for _ in range(MOST_BOXES):
        if at + 8 > end:
            return
        size, kind = struct.unpack(">I4s", _read(file, at, 8))
        head = 8
        if size == 1:
            (size,), head = struct.unpack(">Q", _read(file, at + 8, 8)), 16
        elif size == 0:  # all that is left
            size = end - at
        if size < head or at + size > end:
            return
        yield kind, at + head, size - head
        at += size


def _xmp_items(info: bytes) -> set[int]:
    """The numbers of the items that are XMP."""
    inside, found = io.BytesIO(info), set[int]()
    counted = 2 if info[:1] == b"\0" else 4  # bytes that say how many there are
    for kind, begin, size in _boxes(inside, 4 + counted, len(info)):
        entry = _read(inside, begin, size)
        if kind != b"infe" or entry[:1] not in (b"\2", b"\3"):
            continue
        layout = ">H2x4s" if entry[0] == 2 else ">I2x4s"
        number, what = struct.unpack_from(layout, entry, 4)
        _, _, rest = entry[4 + struct.calcsize(layout) :].partition(b"\0")  # after its name
        if what == b"mime" and rest.split(b"\0")[0] == _XMP_KIND:
            found.add(number)
    return found


def _places(location: bytes) -> Iterator[tuple[int, bool, list[tuple[int, int]]]]:
    """Of each item its number, whether it lies in the box "idat", and its pieces."""
    if not location:
        return
    numbers = _NumberReader(location)
    version = numbers.next(1)
    numbers.next(3)
    sizes = numbers.next(2)
    offset, length, base, index = (sizes >> shift & 15 for shift in (12, 8, 4, 0))
    count = numbers.next(2 if version < 2 else 4)
    for _ in range(min(count, MOST_ITEMS)):
        item = numbers.next(2 if version < 2 else 4)
        method = numbers.next(2) & 15 if version in (1, 2) else 0
        numbers.next(2)
        start, extents = numbers.next(base), list[tuple[int, int]]()
        for _ in range(min(numbers.next(2), MOST_ITEMS)):
            if version in (1, 2):
                numbers.next(index)
            extents.append((start + numbers.next(offset), numbers.next(length)))
        if method in (0, 1):
            yield item, method == 1, extents


class _NumberReader:
    """Numbers of some bytes each, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def next(self, size: int) -> int:
        if self._at + size > len(self._data):
            raise ValueError
        piece = self._data[self._at : self._at + size]
        self._at += size
        return int.from_bytes(piece, "big")


def _read(file: BinaryIO, at: int, size: int) -> bytes:
    file.seek(at)
    data = file.read(size)
    if len(data) < size:
        raise ValueError
    return data
