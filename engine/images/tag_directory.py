"""One directory of a TIFF structure, as EXIF has several. A value is read when it is asked for, and no more of it
than anybody wants.

Pillow's own takes apart each entry as it meets it, with a line for its log: ten times as long, and longer the more
entries a file claims to have.
"""

import struct
from typing import IO, Any, Protocol

MOST_ENTRIES = 1000  # of a directory; cameras write some dozens
MOST_BYTES = 1 << 14  # of a value that are looked at

_BIG = 43  # in the place of 42: offsets of eight bytes
_BYTES, _ASCII, _RATIONAL, _UNDEFINED, _SIGNED_RATIONAL = 1, 2, 5, 7, 10
_NUMBERS = {3: "H", 4: "L", 6: "b", 8: "h", 9: "l", 11: "f", 12: "d", 13: "L", 16: "Q"}
_RATIONALS = {_RATIONAL: "L", _SIGNED_RATIONAL: "l"}
_SIZES = {_BYTES: 1, _ASCII: 1, _UNDEFINED: 1, _RATIONAL: 8, _SIGNED_RATIONAL: 8} | {
    kind: struct.calcsize(f"<{letter}") for kind, letter in _NUMBERS.items()
}

_RawTag = tuple[int, int, bytes]  # kind, number of values, and the value or where it lies


class Directory(Protocol):
    """Values by tag: bytes, text, numbers, fractions as pairs, or tuples of these."""

    def get(self, tag: int, /) -> Any: ...


class TagDirectory:
    """At an offset of a file whose first bytes are the `head`. KeyError or struct.error if there is none."""

    def __init__(self, file: IO[bytes], head: bytes, offset: int, most_bytes: int = MOST_BYTES) -> None:
        self._file, self._order, self._big = file, {b"II": "<", b"MM": ">"}[head[:2]], _BIG in head[2:4]
        self._most_bytes = most_bytes
        self._entries = dict(self._listed(offset))

    def get(self, tag: int, /) -> Any:
        """None if it is not there, or is nothing that can be read."""
        entry = self._entries.get(tag)
        return None if entry is None else self._decoded(*entry)

    def _listed(self, offset: int) -> list[tuple[int, _RawTag]]:
        count, entry = ("Q", "HHQ8s") if self._big else ("H", "HHL4s")
        count, entry = self._order + count, self._order + entry
        self._file.seek(offset)
        (claimed,) = struct.unpack(count, self._file.read(struct.calcsize(count)))
        size = struct.calcsize(entry)
        listed = self._file.read(size * min(claimed, MOST_ENTRIES))
        found = struct.iter_unpack(entry, listed[: len(listed) // size * size])
        return [(tag, (kind, number, value)) for tag, kind, number, value in found][::-1]  # the first one counts

    def _decoded(self, kind: int, number: int, value: bytes) -> Any:
        size = _SIZES.get(kind)
        if size is None or not number:
            return None
        data = self._data(size * number, value)
        if data is None:
            return None
        if kind == _ASCII:
            return data.removesuffix(b"\0").decode("latin-1")
        if kind in (_BYTES, _UNDEFINED):
            return data
        letter = _RATIONALS.get(kind) or _NUMBERS[kind]
        numbers = struct.unpack(f"{self._order}{len(data) // struct.calcsize(f'<{letter}')}{letter}", data)
        found = tuple(zip(numbers[::2], numbers[1::2], strict=True)) if kind in _RATIONALS else numbers
        return found[0] if len(found) == 1 else found

    def _data(self, size: int, value: bytes) -> bytes | None:
        """None if the file does not hold all of it: then nothing of it can be believed."""
        if size <= len(value):
            return value[:size]
        (offset,) = struct.unpack(self._order + ("Q" if self._big else "L"), value)
        wanted = min(size, self._most_bytes)
        self._file.seek(offset)
        data = self._file.read(wanted)
        if len(data) < wanted or (size > wanted and not self._holds(offset + size)):
            return None
        return data

    def _holds(self, end: int) -> bool:
        self._file.seek(end - 1)
        return len(self._file.read(1)) == 1
