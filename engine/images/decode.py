"""From the bytes of a file to an upright 8-bit sRGB picture, or to the reason why there is none.

This runs in worker processes that are killed when they hang and restarted when they die, so only what
Python can catch is caught here. The one decoder for index, search and view.
"""

import logging
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import SEEK_END, BytesIO
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from PIL import (  # the plugins register themselves; asked for another format, Pillow would load all it has
    AvifImagePlugin,
    BmpImagePlugin,
    GifImagePlugin,
    Image,
    JpegImagePlugin,
    PngImagePlugin,
    TgaImagePlugin,
    TiffImagePlugin,
    WebPImagePlugin,
)

from engine.file_reasons import FORMAT_UNSUPPORTED, TOO_MANY_BYTES
from engine.images import colour, exif, formats, targa, turbo_jpeg
from engine.images.damage import MAX_PIXELS, Undecodable, explain, too_large
from engine.images.exif import Exif
from engine.images.formats import Format
from engine.images.plausible_dates import date_of
from engine.images.salvage import without_metadata
from engine.images.tags import NO_TAGS, Tags
from engine.metadata import NOTHING_SAID, Metadata
from engine.sentences import said
from engine.skip_kinds import SkipKind

if TYPE_CHECKING:
    import rawpy

__all__ = ["MAX_BYTES", "MAX_JPEG_PIXELS", "MAX_PIXELS", "Decoded", "Undecodable", "decode"]

MAX_JPEG_PIXELS = 2 * MAX_PIXELS  # telephones take 200 million; mostly decoded at a fraction of the size
MAX_BYTES = 1 << 29  # of the formats whose decoders hold the whole file in memory

_PILLOW_PLUGINS = {
    formats.JPEG: JpegImagePlugin.JpegImageFile.format,
    formats.PNG: PngImagePlugin.PngImageFile.format,
    formats.GIF: GifImagePlugin.GifImageFile.format,
    formats.BMP: BmpImagePlugin.BmpImageFile.format,
    formats.TGA: TgaImagePlugin.TgaImageFile.format,
    formats.TIFF: TiffImagePlugin.TiffImageFile.format,
    formats.WEBP: WebPImagePlugin.WebPImageFile.format,
    formats.AVIF: AvifImagePlugin.AvifImageFile.format,
}
_HELD_IN_MEMORY = {formats.WEBP, formats.AVIF, formats.HEIC, formats.HEIF, formats.RAW}
_ALLOCATES_WHEN_OPENED = {formats.GIF, formats.WEBP}
# How LibRaw says which way is up, as EXIF says it
_ORIENTATION_OF_FLIP = {0: 1, 1: 2, 2: 4, 3: 3, 4: 5, 5: 8, 6: 6, 7: 7}

AvifImagePlugin.DEFAULT_MAX_THREADS = 1  # one process per core already
PngImagePlugin.MAX_TEXT_MEMORY = 4 << 20  # beyond this, the picture is read without texts
# Pillow's remarks about broken files are not for the terminal
logging.getLogger("PIL").addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Decoded:
    picture: Image.Image  # RGB, 8 bit, upright, sRGB; maybe smaller than the original
    format: str
    width: int  # of the whole picture, upright
    height: int
    metadata: Metadata = NOTHING_SAID
    # All that it says of itself, to be read while the file is open
    tags: Tags = field(default=NO_TAGS, compare=False, repr=False)

    @property
    def taken_at(self) -> str | None:
        return self.metadata.taken_at

    @property
    def camera(self) -> str | None:
        return self.metadata.camera


def decode(stream: BinaryIO, side: int, of_longer: bool = False) -> Decoded:
    """The picture in a file, its shorter side at least `side` unless the original's is less; or its longer side, of
    which a JPEG is often decoded in a quarter of the time.

    Raises Undecodable and nothing else.
    """
    with warnings.catch_warnings():  # Pillow warns of what we check ourselves or do not mind
        warnings.simplefilter("ignore")
        found: Format | None = None
        try:
            found = _identify(stream)
            return _decode_as(found, stream, _WantedSize(side, of_longer))
        except Exception as error:
            failure = explain(stream, found, error)
    raise failure  # out here it does not hold on to the decoder's error and all its memory


def metadata_in(stream: BinaryIO) -> Metadata:
    """What a file says of its picture, without decoding more of it than that takes. Raises Undecodable, as `decode`
    does, where the file cannot even be opened as a picture."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found: Format | None = None
        try:
            found = _identify(stream)
            if found is formats.RAW:
                return _decode_raw(stream, _WantedSize(1)).metadata
            picture = _open(found, stream)
            if found in (formats.PNG, formats.TIFF):  # it may follow the pixels, or be told once these are known
                _check_size(found, *picture.size)
                picture.load()
            return exif.read(picture).metadata
        except Exception as error:
            failure = explain(stream, found, error)
    raise failure


def _identify(stream: BinaryIO) -> Format:
    length = stream.seek(0, SEEK_END)
    if length == 0:
        raise Undecodable(SkipKind.DAMAGED, said("the file is empty"))
    found = formats.identify(stream)
    if found is None:
        raise Undecodable(SkipKind.NOT_A_PICTURE, said("not a picture"))
    if not found.supported:
        raise Undecodable(SkipKind.UNSUPPORTED, FORMAT_UNSUPPORTED.with_values(format=found.name))
    if found in _HELD_IN_MEMORY and length > MAX_BYTES:
        raise Undecodable(SkipKind.TOO_LARGE, TOO_MANY_BYTES.with_values(megabytes=length >> 20))
    return found


@dataclass(frozen=True, slots=True)
class _WantedSize:
    """How large a picture is wanted."""

    side: int
    of_longer: bool = False

    def short_side(self, width: int, height: int) -> int:
        """Of a picture of this size."""
        if not self.of_longer or not (width and height):
            return self.side
        return max(1, math.ceil(self.side * min(width, height) / max(width, height)))


def _decode_as(found: Format, stream: BinaryIO, wanted: _WantedSize) -> Decoded:
    if found is formats.RAW:
        return _decode_raw(stream, wanted)
    try:
        return _upright(found, _read(found, stream, wanted))
    except Undecodable:
        raise
    except Exception:
        bare = without_metadata(stream, found)
        if bare is None:
            raise
    return _upright(found, _read(found, bare, wanted))


@dataclass(frozen=True, slots=True)
class _Stored:
    """A picture as the camera stored it, made small, perhaps lying on its side."""

    picture: Image.Image
    width: int
    height: int
    about: Exif


def _read(found: Format, stream: BinaryIO, wanted: _WantedSize) -> _Stored:
    picture = _open(found, stream)
    width, height = picture.size
    _check_size(found, width, height)
    short_side = wanted.short_side(width, height)
    picture.draft(None, (short_side, short_side))
    quickly = turbo_jpeg.decoded(stream, picture) if found is formats.JPEG else None
    if quickly is not None:
        return _Stored(colour.to_srgb(quickly, short_side), width, height, exif.read(picture))
    picture.load()
    if found is formats.TGA and picture.mode in ("LA", "RGBA") and not targa.has_alpha(stream):
        picture.putalpha(255)  # what Pillow takes for transparency may be anything
    about = exif.read(picture)
    return _Stored(colour.to_srgb(picture, short_side), width, height, about)


def _upright(found: Format, stored: _Stored) -> Decoded:
    about, width, height = stored.about, stored.width, stored.height
    if exif.swaps_sides(about.orientation):
        width, height = height, width
    picture = exif.upright(stored.picture, about.orientation)
    return Decoded(picture, found.name, width, height, about.metadata, about.tags)


def _open(found: Format, stream: BinaryIO) -> Image.Image:
    if found in (formats.HEIC, formats.HEIF):
        from pillow_heif import HeifImageFile, options

        options.DECODE_THREADS = 1
        # Not through Image.open: it looks at the major brand alone and so refuses files that can be read
        stream.seek(0)
        return HeifImageFile(stream)  # type: ignore[no-untyped-call]
    if found in _ALLOCATES_WHEN_OPENED:  # so Pillow's own limit stays on
        _check_size(found, *_size_in_header(found, stream))
        return Image.open(stream, formats=[_PILLOW_PLUGINS[found]])
    with _any_size():
        return Image.open(stream, formats=[_PILLOW_PLUGINS[found]])


@contextmanager
def _any_size() -> Iterator[None]:
    """Lets Pillow open a header of any size, so that our own check can say which size it is."""
    limit = Image.MAX_IMAGE_PIXELS
    Image.MAX_IMAGE_PIXELS = None
    try:
        yield
    finally:
        Image.MAX_IMAGE_PIXELS = limit


def _size_in_header(found: Format, stream: BinaryIO) -> tuple[int, int]:
    """The size of the canvas in GIF and extended WebP; plain WebP is left to Pillow's limit."""
    stream.seek(0)
    head = stream.read(30)
    if found is formats.GIF:
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    if head[12:16] == b"VP8X":
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    return 0, 0


def _check_size(found: Format, width: int, height: int) -> None:
    if width * height > (MAX_JPEG_PIXELS if found is formats.JPEG else MAX_PIXELS):
        raise too_large(width, height)


def _decode_raw(stream: BinaryIO, wanted: _WantedSize) -> Decoded:
    """The preview that the camera put into the file, with the size of the whole picture."""
    import rawpy

    stream.seek(0)
    try:
        with rawpy.imread(stream) as raw:
            preview, sizes = raw.extract_thumb(), raw.sizes
            shot_at = _shot_at(raw)
            if preview.format is rawpy.ThumbFormat.BITMAP:
                bitmap = Image.fromarray(np.asarray(preview.data))
                bitmap = colour.to_srgb(bitmap, wanted.short_side(*bitmap.size))
                stored = _Stored(bitmap, sizes.width, sizes.height, Exif())
            else:
                stored = _read(formats.JPEG, BytesIO(bytes(preview.data)), wanted)
    except (rawpy.LibRawNoThumbnailError, rawpy.LibRawUnsupportedThumbnailError):
        raise Undecodable(SkipKind.UNSUPPORTED, said("the RAW file holds no preview picture")) from None
    except rawpy.LibRawFileUnsupportedError:
        raise Undecodable(SkipKind.UNSUPPORTED, said("this kind of RAW file is not supported")) from None
    except rawpy.LibRawIOError:
        raise Undecodable(SkipKind.DAMAGED, said("the file is cut short")) from None
    turned = _turned_already(stored, sizes)
    orientation = None if turned else _orientation_of_raw(stored, sizes)
    written = stored.about.metadata
    metadata = written if written.taken_at else replace(written, taken_at=shot_at)
    about = replace(stored.about, orientation=orientation, metadata=metadata)
    width, height = (sizes.height, sizes.width) if turned else (sizes.width, sizes.height)
    return _upright(formats.RAW, _Stored(stored.picture, width, height, about))


def _orientation_of_raw(stored: _Stored, sizes: "rawpy.ImageSizes") -> int | None:
    return stored.about.orientation or _ORIENTATION_OF_FLIP.get(sizes.flip)


def _turned_already(stored: _Stored, sizes: "rawpy.ImageSizes") -> bool:
    """Some programs store the preview upright: it stands where the sensor's picture lies, or vice versa."""
    preview_lies = stored.picture.width > stored.picture.height
    sensor_lies = sizes.width > sizes.height
    return exif.swaps_sides(_orientation_of_raw(stored, sizes)) and preview_lies != sensor_lies


def _shot_at(raw: "rawpy.RawPy") -> str | None:
    try:
        shot_at = raw.other.timestamp
    except Exception:  # a date out of all bounds, or an older rawpy
        return None
    return date_of(shot_at.isoformat())
