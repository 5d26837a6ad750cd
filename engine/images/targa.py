"""TGA (Targa) pictures. The format has no magic number in front, and only its newer kind has one behind.

So a file is taken for one only if all that its header says is in order and agrees with the length of the file: to
the byte if the pixels are stored as they are, and with their packets counted if they are run-length encoded.
"""

import struct
from dataclasses import dataclass
from io import SEEK_END
from typing import BinaryIO

HEADER = struct.Struct("<BBBHHBHHHHBB")
FOOTER = b"TRUEVISION-XFILE.\0"
_PLAIN_DEPTHS = {1: (8,), 2: (16, 24, 32), 3: (8, 16)}  # by type: palette, colours, grey
_MAP_DEPTHS = (16, 24, 32)
_RUN_LENGTH = 8  # is added to the type
_ALPHA_BITS, _INTERLEAVED = 0x0F, 0xC0
_MOST_PACKETS = 1 << 20  # whatever agrees for so long is no accident
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class _Header:
    id_length: int
    has_map: int
    kind: int
    map_start: int
    map_length: int
    map_depth: int
    left: int
    top: int
    width: int
    height: int
    depth: int
    flags: int

    @property
    def pixels_at(self) -> int:
        return HEADER.size + self.id_length + self.map_length * self.map_depth // 8

    @property
    def is_sound(self) -> bool:
        """All numbers are ones that a program may have written."""
        return (
            self.depth in _PLAIN_DEPTHS.get(self.kind & ~_RUN_LENGTH, ())
            and self.width > 0
            and self.height > 0
            and not self.flags & _INTERLEAVED
            and self.flags & _ALPHA_BITS in (0, 1, 8)
            and self._map_is_sound
        )

    @property
    def _map_is_sound(self) -> bool:
        if self.kind & ~_RUN_LENGTH != 1:
            return (self.has_map, self.map_start, self.map_length, self.map_depth) == (0, 0, 0, 0)
        ends = self.map_start + self.map_length
        return self.has_map == 1 and self.map_length > 0 and ends <= 256 and self.map_depth in _MAP_DEPTHS


def is_tga(stream: BinaryIO) -> bool:
    length = stream.seek(0, SEEK_END)
    header = _header(stream)
    if header is None:
        return False
    stream.seek(max(0, length - len(FOOTER)))
    if stream.read(len(FOOTER)) == FOOTER:
        return True
    if not header.is_sound:
        return False
    if header.kind & _RUN_LENGTH:
        return _packets_fit(stream, header)
    return length == header.pixels_at + header.width * header.height * header.depth // 8


def has_alpha(stream: BinaryIO) -> bool:
    """The header says that the pixels have transparency."""
    header = _header(stream)
    return header is not None and bool(header.flags & _ALPHA_BITS)


def _header(stream: BinaryIO) -> _Header | None:
    stream.seek(0)
    head = stream.read(HEADER.size)
    return _Header(*HEADER.unpack(head)) if len(head) == HEADER.size else None


def _packets_fit(stream: BinaryIO, header: _Header) -> bool:
    """The packets, each of up to 128 pixels, make the whole picture and end with the file."""
    size, left = header.depth // 8, header.width * header.height
    stream.seek(header.pixels_at)
    data, at = stream.read(_PIECE), 0
    for _ in range(_MOST_PACKETS):
        if at >= len(data):
            data, at = stream.read(_PIECE), at - len(data)
            if at >= len(data):
                return left == 0 and at == 0 and not data
        if left <= 0:
            return False
        pixels = (data[at] & 0x7F) + 1
        left -= pixels
        at += 1 + (size if data[at] & 0x80 else pixels * size)
    return True
