"""A file's picture data without its metadata, for a second attempt.

Some decoders give up on a broken checksum of a comment or on EXIF that is none, while every pixel is
there. What is left out is also what could be huge when unpacked (texts and profiles in PNG).
"""

import re
from io import SEEK_END, BytesIO
from typing import BinaryIO

from engine.images import formats
from engine.images.formats import Format

_MAX_BYTES = 1 << 28  # what is worth holding in memory twice
_PNG_PICTURE_CHUNKS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
_JPEG_SOS = 0xDA
_JPEG_METADATA = {0xFE, *range(0xE0, 0xF0)} - {0xEE}  # comments, APPn; Adobe's says how colours are stored


def without_metadata(stream: BinaryIO, found: Format) -> BinaryIO | None:
    """The same picture in a new stream; None where there is nothing to leave out."""
    strip = {formats.PNG: _bare_png, formats.JPEG: _bare_jpeg, formats.AVIF: _bare_avif}.get(found)
    if strip is None or stream.seek(0, SEEK_END) > _MAX_BYTES:
        return None
    stream.seek(0)
    return BytesIO(strip(stream.read()))


def _bare_png(data: bytes) -> bytes:
    parts, offset = [data[:8]], 8
    while offset + 8 <= len(data):
        end = offset + 12 + int.from_bytes(data[offset : offset + 4], "big")
        if data[offset + 4 : offset + 8] in _PNG_PICTURE_CHUNKS:
            parts.append(data[offset:end])
        offset = end
    return b"".join(parts)


def _bare_jpeg(data: bytes) -> bytes:
    parts, offset = [data[:2]], 2
    while offset + 4 <= len(data) and data[offset] == 0xFF and data[offset + 1] != _JPEG_SOS:
        end = offset + 2 + int.from_bytes(data[offset + 2 : offset + 4], "big")
        if data[offset + 1] not in _JPEG_METADATA:
            parts.append(data[offset:end])
        offset = end
    parts.append(data[offset:])
    return b"".join(parts)


def _bare_avif(data: bytes) -> bytes:
    """The EXIF item stays where it is but gets a type that nobody reads, so that no offset moves."""
    return re.sub(rb"(infe\x02.{7})Exif", rb"\1none", data, flags=re.DOTALL)
