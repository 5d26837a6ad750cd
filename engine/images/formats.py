"""What a file is, decided by its content alone: the first bytes, ISO-BMFF brands, TIFF tags, TGA's numbers.

The name of a file never decides. What we can decode is an allowlist; picture formats we know but
cannot decode are named, so that the reason for skipping a file can name them too.
"""

import struct
from dataclasses import dataclass
from typing import BinaryIO

from engine.images import targa

HEAD_BYTES = 1024


@dataclass(frozen=True, slots=True)
class Format:
    name: str  # as people call it: "JPEG", "HEIC", "JPEG XL"
    supported: bool = True


JPEG = Format("JPEG")  # with MPO, whose first picture is a whole JPEG
PNG = Format("PNG")
WEBP = Format("WebP")
GIF = Format("GIF")
BMP = Format("BMP")
TIFF = Format("TIFF")
AVIF = Format("AVIF")
TGA = Format("TGA")
HEIC = Format("HEIC")
HEIF = Format("HEIF")  # the same container with another codec inside
RAW = Format("RAW")

_ICO = Format("icon (ICO)", supported=False)
_CUR = Format("cursor (CUR)", supported=False)
_SVG = Format("SVG", supported=False)
_NETPBM = Format("Netpbm", supported=False)
_DICOM = Format("DICOM", supported=False)

_BY_FIRST_BYTES = {
    b"\xff\xd8\xff": JPEG,
    b"\x89PNG\r\n\x1a\n": PNG,
    b"GIF87a": GIF,
    b"GIF89a": GIF,
    b"FUJIFILMCCD-RAW": RAW,  # RAF
    b"II\x1a\0\0\0HEAPCCDR": RAW,  # CRW
    b"IIU\0": RAW,  # RW2 and RWL
    b"IIRO": RAW,  # ORF, in three spellings
    b"IIRS": RAW,
    b"MMOR": RAW,
    b"\0MRM": RAW,
    b"FOVb": RAW,  # X3F
} | {
    start: Format(name, supported=False)
    for start, name in {
        b"\xff\x0a": "JPEG XL",
        b"\0\0\0\x0cJXL \r\n\x87\n": "JPEG XL",
        b"\xff\x4f\xff\x51": "JPEG 2000",
        b"\0\0\0\x0cjP  \r\n\x87\n": "JPEG 2000",
        b"II\xbc\x01": "JPEG XR",
        b"8BPS": "Photoshop (PSD)",
        b"gimp xcf": "GIMP (XCF)",
        b"\xc5\xd0\xd3\xc6": "EPS",
        b"%!PS-Adobe": "EPS",
        b"icns": "icon (ICNS)",
        b"qoif": "QOI",
        b"DDS ": "DDS",
        b"v/1\x01": "OpenEXR",
        b"#?RADIANCE": "Radiance HDR",
        b"#?RGBE": "Radiance HDR",
        b"\x01\xda\0\1": "SGI",
        b"\x01\xda\1\1": "SGI",
        b"\x0a\5\1": "PCX",
        b"BLP1": "BLP",
        b"BLP2": "BLP",
        b"SIMPLE  =": "FITS",
        b"\x8aMNG\r\n\x1a\n": "MNG",
        b"\x8bJNG\r\n\x1a\n": "JNG",
        b"BPG\xfb": "BPG",
        b"FLIF": "FLIF",
        b"AT&TFORM": "DjVu",
        b"\x59\xa6\x6a\x95": "Sun raster",
        b"/* XPM */": "XPM",
        b"\xd7\xcd\xc6\x9a": "WMF",
    }.items()
}
# TIFF's magic number in both byte orders, as it should be and as some programs write it; BigTIFF
_TIFF_STARTS = (b"II*\0", b"MM\0*", b"MM*\0", b"II\0*", b"II+\0", b"MM\0+")
_BMP_HEADER_SIZES = {12, 16, 40, 52, 56, 64, 108, 124}

_HEVC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}
_HEIF_BRANDS = {b"mif1", b"mif2", b"mif3", b"msf1", b"miaf", b"avci", b"vvic", b"j2ki", b"jpeg", b"heif"}

# TIFF tags and the values that only a camera's sensor data has
_COMPRESSION, _PHOTOMETRIC, _SUB_IFDS, _DNG_VERSION = 259, 262, 330, 50706
_SENSOR_PHOTOMETRICS = {32803, 34892}  # colour filter array, linear raw
# Sony, Epson, Samsung, Nikon, Kodak, Pentax
_SENSOR_COMPRESSIONS = {32767, 32769, 32770, 34713, 65000, 65535}
_MAX_IFDS, _MAX_ENTRIES = 12, 512  # more is no camera's work


def identify(stream: BinaryIO) -> Format | None:
    """The format of a file; None: not a picture. May read anywhere in the file (TIFF, TGA)."""
    stream.seek(0)
    head = stream.read(HEAD_BYTES)
    if head.startswith(_TIFF_STARTS):
        return RAW if _has_sensor_data(stream, head) else TIFF
    for start, found in _BY_FIRST_BYTES.items():
        if head.startswith(start):
            return found
    return _by_structure(head) or (TGA if targa.is_tga(stream) else None)


def _by_structure(head: bytes) -> Format | None:
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return WEBP
    if head[4:8] == b"ftyp":
        return _by_brands(head)
    if head[:2] == b"BM" and int.from_bytes(head[14:18], "little") in _BMP_HEADER_SIZES:
        return BMP
    if head[:1] == b"P" and head[1:2] in b"1234567" and head[2:3].isspace():
        return _NETPBM
    if head[:4] in (b"\0\0\1\0", b"\0\0\2\0") and any(head[4:6]):  # with no picture inside it may be a TGA
        return _ICO if head[2] == 1 else _CUR
    if head[128:132] == b"DICM":
        return _DICOM
    if head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<" and b"<svg" in head:
        return _SVG
    return None


def _by_brands(head: bytes) -> Format | None:
    """ISO-BMFF: the major brand decides if it means something, else the compatible ones in their order."""
    size = int.from_bytes(head[:4], "big")
    major, compatible = head[8:12], head[16 : min(size, len(head))]
    brands = [major, *(compatible[i : i + 4] for i in range(0, len(compatible), 4))]
    if major == b"crx ":
        return RAW  # CR3
    for brand in brands:
        if brand in (b"avif", b"avis"):
            return AVIF
        if brand in _HEVC_BRANDS:
            return HEIC
    return HEIF if _HEIF_BRANDS.intersection(brands) else None


def _has_sensor_data(stream: BinaryIO, head: bytes) -> bool:
    """Whether a TIFF is a camera's RAW (NEF, ARW, DNG, CR2, PEF, IIQ...).

    The first picture in these is often a tiny thumbnail, so they must not be read as a plain TIFF.
    """
    if head[8:10] == b"CR" or head[8:12] in (b"IIII", b"MMMM"):
        return True
    order = "<" if head[:2] == b"II" else ">"
    if len(head) < 8 or head[2:4] not in (b"*\0", b"\0*"):
        return False  # BigTIFF: no camera writes it
    waiting = [struct.unpack(order + "I", head[4:8])[0]]
    seen: set[int] = set()
    while waiting and len(seen) < _MAX_IFDS:
        offset = waiting.pop(0)
        if offset in seen:
            continue
        seen.add(offset)
        tags, following = _read_ifd(stream, offset, order)
        if _DNG_VERSION in tags or _is_sensor_ifd(tags):
            return True
        waiting += tags.get(_SUB_IFDS, ()) + following
    return False


def _is_sensor_ifd(tags: dict[int, tuple[int, ...]]) -> bool:
    return bool(
        _SENSOR_PHOTOMETRICS.intersection(tags.get(_PHOTOMETRIC, ()))
        or _SENSOR_COMPRESSIONS.intersection(tags.get(_COMPRESSION, ()))
    )


def _read_ifd(stream: BinaryIO, offset: int, order: str) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
    """The few tags we look at, and where the next directory is; what does not parse is left out."""
    tags: dict[int, tuple[int, ...]] = {}
    if offset < 8:
        return tags, ()
    stream.seek(offset)
    count = int.from_bytes(stream.read(2), "little" if order == "<" else "big")
    entries = stream.read(12 * min(count, _MAX_ENTRIES))
    following = stream.read(4)
    for tag, kind, length, value in struct.iter_unpack(order + "HHI4s", entries[: len(entries) // 12 * 12]):
        if tag == _DNG_VERSION:
            tags[tag] = ()
        elif tag in (_COMPRESSION, _PHOTOMETRIC) and kind == 3:
            tags[tag] = struct.unpack(order + "H", value[:2])
        elif tag == _SUB_IFDS and kind in (4, 13):
            tags[tag] = _sub_ifds(stream, value, length, order)
    next_ifd = struct.unpack(order + "I", following) if len(following) == 4 and count <= _MAX_ENTRIES else ()
    return tags, next_ifd


def _sub_ifds(stream: BinaryIO, value: bytes, length: int, order: str) -> tuple[int, ...]:
    length = min(length, _MAX_IFDS)
    if length > 1:  # the value does not fit in its entry: it is an offset to the values
        stream.seek(struct.unpack(order + "I", value)[0])
        value = stream.read(4 * length)
    value = value[: len(value) // 4 * 4]
    return struct.unpack(f"{order}{len(value) // 4}I", value)
