"""Why a file gives no picture: which kind of reason fits a decoder's error.

Reasons are made of our own words and of numbers, never of a decoder's message: those may quote the file.
"""

import errno
import os
import re
from collections.abc import Callable
from io import SEEK_END
from typing import BinaryIO

from PIL import Image, TiffImagePlugin

from engine.file_reasons import DISK_FAILED, FORMAT_DAMAGED, KIND_UNSUPPORTED, TOO_MANY_PIXELS
from engine.images import formats
from engine.images.formats import Format
from engine.sentences import said
from engine.skip_kinds import SkipKind

MAX_PIXELS = 178_956_970


class Undecodable(Exception):  # noqa: N818 - read as a finding, not as a fault of ours
    """A file gives no picture. `reason` is a plain fragment on one line: "the file is cut short"."""

    def __init__(self, kind: SkipKind, reason: str) -> None:
        super().__init__(kind, reason)
        self.kind = kind
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


# What the disk says when it fails. Other numbers, such as EINVAL, come from a broken offset in the file.
_DISK_ERRORS = {errno.EIO, errno.EACCES, errno.EPERM, errno.ENOENT, errno.ESTALE, errno.ENODEV, errno.ENXIO}
# How libheif and its plugin say that they know the container but not the codec or feature inside
_NO_SUCH_CODEC = ("nsupported", "not been built in", "not identified")
_TAIL_BYTES = _HEADER_BYTES = 65536


def too_large(width: int, height: int) -> Undecodable:
    return Undecodable(SkipKind.TOO_LARGE, TOO_MANY_PIXELS.with_values(width=width, height=height))


def explain(stream: BinaryIO, found: Format | None, error: Exception) -> Undecodable:
    """The reason for a person, given what the decoder raised on a file of this format."""
    if isinstance(error, Undecodable):
        return error
    if isinstance(error, Image.DecompressionBombError):
        return Undecodable(SkipKind.TOO_LARGE, said("too large (more pixels than can be handled)"))
    if isinstance(error, MemoryError):
        return Undecodable(SkipKind.TOO_LARGE, said("too large for the memory of this computer"))
    if isinstance(error, OSError) and error.errno in _DISK_ERRORS:
        return Undecodable(SkipKind.UNREADABLE, DISK_FAILED.with_values(why=os.strerror(error.errno)))
    if found is None:  # it broke before we knew what it is: the stream itself fails
        return Undecodable(SkipKind.UNREADABLE, said("the file could not be read"))
    if found in (formats.AVIF, formats.HEIC, formats.HEIF):
        width, height = _largest_declared(stream)
        if width * height > MAX_PIXELS:  # the decoders refuse such pictures without saying why
            return too_large(width, height)
    if _speaks_of_a_cut(error) or _is_cut_short(stream, found):
        return Undecodable(SkipKind.DAMAGED, said("the file is cut short"))
    if found in (formats.HEIC, formats.HEIF) and any(words in str(error) for words in _NO_SUCH_CODEC):
        return Undecodable(SkipKind.UNSUPPORTED, KIND_UNSUPPORTED.with_values(format=found.name))
    return Undecodable(SkipKind.DAMAGED, FORMAT_DAMAGED.with_values(format=found.name))


def _speaks_of_a_cut(error: Exception) -> bool:
    return isinstance(error, OSError | ValueError | SyntaxError) and "truncated" in str(error).lower()


def _largest_declared(stream: BinaryIO) -> tuple[int, int]:
    """ISO-BMFF: the largest of the sizes in "ispe" boxes near the beginning."""
    try:
        stream.seek(0)
        boxes = re.findall(rb"ispe\0{4}(.{4})(.{4})", stream.read(_HEADER_BYTES), re.DOTALL)
    except Exception:  # something failed already; this only words the reason
        return 0, 0
    sizes = [(int.from_bytes(width, "big"), int.from_bytes(height, "big")) for width, height in boxes]
    return max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))


def _is_cut_short(stream: BinaryIO, found: Format) -> bool:
    ends_early = _ENDS_EARLY.get(found)
    if ends_early is None:
        return False
    try:
        length = stream.seek(0, SEEK_END)
        stream.seek(0)
        return ends_early(stream, length)
    except Exception:  # the file is broken already; this only words the reason
        return False


def _jpeg_ends_early(stream: BinaryIO, length: int) -> bool:
    stream.seek(max(0, length - _TAIL_BYTES))
    return b"\xff\xd9" not in stream.read()


def _png_ends_early(stream: BinaryIO, length: int) -> bool:
    offset = 8
    while offset + 12 <= length:
        stream.seek(offset)
        size, kind = int.from_bytes(stream.read(4), "big"), stream.read(4)
        if kind == b"IEND":
            return False
        if not kind.isalpha():
            return False  # broken rather than cut
        offset += 12 + size
    return True


def _riff_ends_early(stream: BinaryIO, length: int) -> bool:
    return int.from_bytes(stream.read(8)[4:], "little") + 8 > length


def _boxes_end_early(stream: BinaryIO, length: int) -> bool:
    """ISO-BMFF: whether the last box at the top says that it goes on behind the end of the file."""
    offset = 0
    while offset + 8 <= length:
        stream.seek(offset)
        header = stream.read(16)
        size = int.from_bytes(header[:4], "big")
        if size == 1:
            size = int.from_bytes(header[8:16], "big")
        if size < 8:
            return False  # 0: up to the end, whatever that is; else broken rather than cut
        offset += size
    return offset != length


def _tiff_ends_early(stream: BinaryIO, length: int) -> bool:
    header = stream.read(8)
    first_ifd = int.from_bytes(header[4:8], "little" if header[:2] == b"II" else "big")
    if len(header) < 8 or (header[2:4] in (b"*\0", b"\0*") and first_ifd >= length):
        return True
    with Image.open(stream, formats=["TIFF"]) as picture:
        assert isinstance(picture, TiffImagePlugin.TiffImageFile)
        tags = picture.tag_v2
        for offsets, sizes in ((273, 279), (324, 325)):  # of strips, of tiles
            ends = [a + b for a, b in zip(tags.get(offsets, ()), tags.get(sizes, ()), strict=False)]
            if ends and max(ends) > length:
                return True
    return False


_ENDS_EARLY: dict[Format, Callable[[BinaryIO, int], bool]] = {
    formats.JPEG: _jpeg_ends_early,
    formats.PNG: _png_ends_early,
    formats.WEBP: _riff_ends_early,
    formats.AVIF: _boxes_end_early,
    formats.HEIC: _boxes_end_early,
    formats.HEIF: _boxes_end_early,
    formats.TIFF: _tiff_ends_early,
}
