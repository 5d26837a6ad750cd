"""The packets inside a picture: XMP and IPTC in JPEG, PNG, WebP and TIFF, and in RAW files that are TIFF inside;
XMP in HEIC, AVIF and CR3.

Only the way to them is read, not the picture: it is looked at no further than the pixels. What is broken or too
large is left out, and what came before it counts.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from engine.images import boxes
from engine.packets.iptc import in_photoshop_blocks
from engine.packets.safe_xml import MOST_BYTES

MOST_PIECES = 20_000  # segments, chunks, tags
MOST_SEGMENTS = 256  # of Photoshop's, of 64 kB each
MOST_PACKETS = 16  # in one picture; programs write one, or one and an extended one
_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_TIFF = {b"II*\0": "<", b"MM\0*": ">", b"IIRO": "<", b"IIRS": "<", b"MMOR": ">", b"IIU\0": "<"}
_XMP_SEGMENT = b"http://ns.adobe.com/xap/1.0/\0"
_MORE_SEGMENT = b"http://ns.adobe.com/xmp/extension/\0"
_PHOTOSHOP_SEGMENT = b"Photoshop 3.0\0"
_PNG_KEYWORD = b"XML:com.adobe.xmp\0"
_XMP_TAG, _IPTC_TAG, _PHOTOSHOP_TAG = 700, 33723, 34377
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 6: 1, 7: 1, 13: 4}  # bytes of a value, by TIFF's kinds


@dataclass(slots=True)
class Embedded:
    packets: list[bytes] = field(default_factory=list)  # XMP, the main one first
    iptc: bytes = b""

    def put(self, packet: bytes) -> None:
        """Unless there is too much already: a file may hold thousands, each of which would be read."""
        if sum(map(len, self.packets)) + len(packet) <= MOST_BYTES and len(self.packets) < MOST_PACKETS:
            self.packets.append(packet)


def embedded(file: BinaryIO) -> Embedded:
    """What a picture carries. Raises OSError alone."""
    found = Embedded()
    try:
        file.seek(0)
        start = file.read(12)
        if start.startswith(_JPEG):
            _read_jpeg(file, found)
        elif start.startswith(_PNG):
            _read_png(file, found)
        elif start[:4] == b"RIFF" and start[8:] == b"WEBP":
            _read_webp(file, found)
        elif start[:4] in _TIFF:
            _read_tiff(file, _TIFF[start[:4]], found)
        elif boxes.is_built_of_boxes(start):
            for packet in boxes.packets(file):
                found.put(packet)
    except (struct.error, zlib.error, ValueError, OverflowError):
        pass  # it is broken from here on
    return found


def _read_jpeg(file: BinaryIO, found: Embedded) -> None:
    photoshop, more, held = list[bytes](), dict[tuple[bytes, int], dict[int, bytes]](), 0
    try:
        for marker, data in _segments(file):
            if marker == 0xE1 and data.startswith(_XMP_SEGMENT):
                found.put(data[len(_XMP_SEGMENT) :])
            elif marker == 0xE1 and data.startswith(_MORE_SEGMENT):
                at, held = len(_MORE_SEGMENT), held + len(data)
                if held > 2 * MOST_BYTES:  # depth maps and the like: no keywords are in there
                    continue
                guid, size, place = struct.unpack_from(">32sII", data, at)
                more.setdefault((guid, size), {})[place] = data[at + 40 :]
            elif marker == 0xED and data.startswith(_PHOTOSHOP_SEGMENT) and len(photoshop) < MOST_SEGMENTS:
                photoshop.append(data[len(_PHOTOSHOP_SEGMENT) :])
    finally:
        found.iptc = in_photoshop_blocks(b"".join(photoshop))
        if found.packets:
            for key, pieces in more.items():
                if whole := _put_together(*key, pieces):
                    found.put(whole)


def _segments(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The segments before the pixels."""
    file.seek(2)
    for _ in range(MOST_PIECES):
        mark = file.read(2)
        while mark[1:] == b"\xff":  # padding
            mark = b"\xff" + file.read(1)
        if len(mark) < 2 or mark[0] != 0xFF or mark[1] in (0xD9, 0xDA):
            return
        if mark[1] == 0x01 or 0xD0 <= mark[1] <= 0xD8:
            continue
        (size,) = struct.unpack(">H", file.read(2))
        if mark[1] in (0xE1, 0xED):
            yield mark[1], file.read(max(0, size - 2))
        else:
            file.seek(max(0, size - 2), 1)


def _put_together(guid: bytes, size: int, pieces: dict[int, bytes]) -> bytes:
    """An extended packet, which is too large for one segment; empty if it is not all there."""
    if size > MOST_BYTES:
        return b""
    whole = bytearray()
    for place in sorted(pieces):
        if place != len(whole):
            return b""
        whole += pieces[place]
    is_it = hashlib.md5(whole, usedforsecurity=False).hexdigest().upper().encode() == guid.upper()
    return bytes(whole) if is_it else b""


def _read_png(file: BinaryIO, found: Embedded) -> None:
    file.seek(len(_PNG))
    for _ in range(MOST_PIECES):
        size, kind = struct.unpack(">I4s", file.read(8))
        if kind == b"IEND" or size > 1 << 31:
            return
        if kind == b"iTXt" and size <= MOST_BYTES:
            data = file.read(size)
            if data.startswith(_PNG_KEYWORD):
                found.put(_png_text(data[len(_PNG_KEYWORD) :]))
            file.seek(4, 1)
        else:
            file.seek(size + 4, 1)


def _png_text(data: bytes) -> bytes:
    packed, text = data[0], data[2:].split(b"\0", 2)[2:]
    if not text:
        raise ValueError
    if not packed:
        return text[0]
    unpacking = zlib.decompressobj()
    return unpacking.decompress(text[0], MOST_BYTES)  # no more, whatever it swells to


def _read_webp(file: BinaryIO, found: Embedded) -> None:
    file.seek(12)
    for _ in range(MOST_PIECES):
        kind, size = struct.unpack("<4sI", file.read(8))
        if kind == b"XMP " and size <= MOST_BYTES:
            found.put(file.read(size))
            file.seek(size % 2, 1)
        else:
            file.seek(size + size % 2, 1)


def _read_tiff(file: BinaryIO, order: str, found: Embedded) -> None:
    """The tags of its first directory."""
    file.seek(4)
    (place,) = struct.unpack(order + "I", file.read(4))
    file.seek(place)
    (count,) = struct.unpack(order + "H", file.read(2))
    entries = file.read(12 * min(count, MOST_PIECES))
    tags = dict[int, bytes]()
    for tag, kind, length, value in struct.iter_unpack(order + "HHI4s", entries[: len(entries) // 12 * 12]):
        if tag in (_XMP_TAG, _IPTC_TAG, _PHOTOSHOP_TAG) and kind in _SIZES:
            tags[tag] = _tiff_value(file, order, value, length * _SIZES[kind])
    if tags.get(_XMP_TAG):
        found.put(tags[_XMP_TAG])
    found.iptc = tags.get(_IPTC_TAG) or in_photoshop_blocks(tags.get(_PHOTOSHOP_TAG, b""))


def _tiff_value(file: BinaryIO, order: str, value: bytes, size: int) -> bytes:
    if size <= 4:
        return value[:size]
    if size > MOST_BYTES:
        return b""
    file.seek(struct.unpack(order + "I", value)[0])
    return file.read(size)
