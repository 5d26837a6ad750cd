"""The directories of a picture's EXIF: the main one, and those that it names."""

import io
import struct
from typing import IO

from PIL import Image
from PIL.ExifTags import IFD

from engine.images.tag_directory import Directory, TagDirectory

_BEGIN = b"Exif\0\0"  # stands before EXIF in most formats
_CLASSIC = (b"II*\0", b"MM\0*")
_BYTES_AN_ENTRY = 12
_MOST_BYTES = 4 << 20  # of a value of the main directory: packets of XMP may be in there


class Tags:
    """Each value is decoded when it is asked for, by itself; Pillow's own way is to decode all, or none."""

    def __init__(self, main: Directory, file: IO[bytes] | None = None, head: bytes = b"") -> None:
        self.main = main
        self._file, self._head = file, head

    def inside(self, which: IFD) -> Directory:
        """Nothing, if it is broken."""
        try:
            offset = self.main.get(which)
            if isinstance(offset, dict):
                return offset
            if isinstance(offset, int) and self._file is not None:
                return TagDirectory(self._file, self._head, offset)
        except Exception:
            pass
        return {}

    def by_pillow(self) -> Image.Exif | None:
        """All that can be read; None if it is broken."""
        if isinstance(self.main, Image.Exif):
            return self.main
        if not isinstance(self._file, io.BytesIO):
            return None
        tags = Image.Exif()
        try:
            tags.load(self._file.getvalue())
        except Exception:
            return None
        return tags


NO_TAGS = Tags({})


def tags_of(picture: Image.Image) -> Tags:
    """Of a loaded picture. Where the format has EXIF as a block of bytes, these are read as they lie; of others,
    TIFF above all, Pillow knows the way."""
    block = picture.info.get("exif")
    try:
        if isinstance(block, bytes) and (found := _in_block(block)) is not None:
            return found
        tags = picture.getexif()
        return Tags(tags, getattr(tags, "fp", None), getattr(tags, "head", b""))
    except Exception:  # it is broken
        return NO_TAGS


def _in_block(block: bytes) -> Tags | None:
    """None if it is of another kind, or its directory is cut off."""
    while block.startswith(_BEGIN):
        block = block[len(_BEGIN) :]
    if block[:4] not in _CLASSIC:
        return None
    file, head, order = io.BytesIO(block), block[:8], "<" if block.startswith(b"I") else ">"
    (offset,) = struct.unpack(f"{order}L", head[4:])
    (entries,) = struct.unpack_from(f"{order}H", block, offset)
    if offset + 2 + _BYTES_AN_ENTRY * entries > len(block):
        return None
    return Tags(TagDirectory(file, head, offset, _MOST_BYTES), file, head)
