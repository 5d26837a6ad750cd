"""Pictures made on the spot, of every format and kind, whose look is known beforehand.

Most show red on the left and blue on the right; `is_red_blue` in the tests looks for just that.
"""

import struct
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image, ImageCms

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def red_blue(width: int = 64, height: int = 48) -> Image.Image:
    """Red left half, blue right half."""
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(BLUE, (width // 2, 0, width, height))
    return picture


def four_corners(width: int = 64, height: int = 48) -> Image.Image:
    """Red, green / blue, white: no turn or flip of it looks like another."""
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (0, height // 2, width // 2, height))
    picture.paste(WHITE, (width // 2, height // 2, width, height))
    return picture


def saved(picture: Image.Image, name: str, **options: Any) -> bytes:
    stream = BytesIO()
    picture.save(stream, name, **options)
    return stream.getvalue()


def jpeg(picture: Image.Image | None = None, **options: Any) -> bytes:
    return saved(picture or red_blue(), "JPEG", **{"quality": 95, "subsampling": 0} | options)


def without_jfif(data: bytes) -> bytes:
    """EXIF comes first in what cameras write; Pillow puts a JFIF header before it."""
    assert data[6:10] == b"JFIF"
    return data[:2] + data[20:]


def with_green_pages(name: str) -> bytes:
    """Red and blue, followed by two green pictures."""
    return saved(red_blue(), name, save_all=True, append_images=[Image.new("RGB", (64, 48), GREEN) for _ in "12"])


def heic(picture: Image.Image | None = None, **options: Any) -> bytes:
    from pillow_heif import from_pillow

    stream = BytesIO()
    from_pillow(picture or red_blue()).save(stream, quality=-1, chroma=444, **options)
    return stream.getvalue()


# The transposition that undoes each orientation's turn: what a camera held so would have stored
STORED_AS = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def as_stored(picture: Image.Image, orientation: int) -> Image.Image:
    turn = STORED_AS[orientation]
    return picture if turn is None else picture.transpose(turn)


def exif_bytes(
    orientation: int | None = None,
    taken: str | None = None,
    make: str | None = None,
    model: str | None = None,
) -> bytes:
    exif = Image.Exif()
    for tag, value in {0x0112: orientation, 0x010F: make, 0x0110: model}.items():
        if value is not None:
            exif[tag] = value
    if taken is not None:
        exif.get_ifd(0x8769)[0x9003] = taken
    return exif.tobytes()


def grey_ramp_16() -> np.ndarray:
    """0 to 65535 from left to right."""
    return np.tile(np.linspace(0, 65535, 256).astype(np.uint16), (32, 1))


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_with_chunk(chunk: bytes) -> bytes:
    """A good picture with one more chunk, right behind the header."""
    data = saved(red_blue(), "PNG")
    return data[:33] + chunk + data[33:]


def png_16_bit_rgb() -> bytes:
    """Pillow cannot write it: two pixels of 16-bit red and blue, each at about half strength."""
    header = struct.pack(">IIBBBBB", 2, 1, 16, 2, 0, 0, 0)
    row = b"\0" + struct.pack(">6H", 0x8000, 0, 0, 0, 0, 0x8000)
    chunks = png_chunk(b"IHDR", header) + png_chunk(b"IDAT", zlib.compress(row)) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


# --- headers of pictures far too large, with next to nothing behind them


def png_bomb(side: int) -> bytes:
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    data = png_chunk(b"IDAT", zlib.compress(bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + header + data + png_chunk(b"IEND", b"")


def gif_bomb(side: int) -> bytes:
    data = bytearray(saved(red_blue(), "GIF"))
    data[6:10] = struct.pack("<HH", side, side)
    return bytes(data)


def gif_frame_bomb(side: int) -> bytes:
    """A small canvas, and on it a frame that is huge and to be wiped away with colour 7."""
    canvas = b"GIF89a" + struct.pack("<HHBBB", 64, 48, 0, 0, 0)
    wipe = b"!\xf9\4\x09\0\0\7\0"
    return canvas + wipe + b"," + struct.pack("<4HB", 0, 0, side, side, 0) + b"\2\0;"


def bmp_bomb(side: int) -> bytes:
    data = bytearray(saved(red_blue(), "BMP"))
    data[18:26] = struct.pack("<ii", side, side)
    return bytes(data)


def jpeg_bomb(side: int) -> bytes:
    data = bytearray(jpeg())
    frame = data.index(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", side, side)
    return bytes(data)


def webp_bomb(side: int) -> bytes:
    size = (side - 1).to_bytes(3, "little")
    canvas = b"VP8X" + struct.pack("<I", 10) + bytes(4) + size + size
    body = b"WEBP" + canvas + b"VP8L" + struct.pack("<I", 4) + bytes(4)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def tiff_bomb(side: int) -> bytes:
    strip = Block(bytes(64))
    size = {256: side, 257: side, 278: side}
    return pack_tiff(size | {258: (8, 8, 8), 259: (1,), 262: (2,), 273: strip, 277: (3,), 279: 64})


def _with_image_size(data: bytes, side: int) -> bytes:
    """An ISO-BMFF picture whose "ispe" boxes claim another size."""
    changed = bytearray(data)
    at = changed.find(b"ispe")
    while at >= 0:
        changed[at + 8 : at + 16] = struct.pack(">II", side, side)
        at = changed.find(b"ispe", at + 4)
    return bytes(changed)


def avif_bomb(side: int) -> bytes:
    return _with_image_size(saved(red_blue(), "AVIF"), side)


def heic_bomb(side: int) -> bytes:
    return _with_image_size(heic(), side)


def bombs() -> dict[str, bytes]:
    return {
        "PNG": png_bomb(100_000),
        "GIF": gif_bomb(60_000),
        "GIF frame": gif_frame_bomb(20_000),
        "BMP": bmp_bomb(100_000),
        "JPEG": jpeg_bomb(60_000),
        "WebP": webp_bomb(100_000),
        "TIFF": tiff_bomb(100_000),
        "AVIF": avif_bomb(60_000),
        "AVIF that its decoder would take": avif_bomb(15_000),
        "HEIC": heic_bomb(60_000),
    }


# --- TIFF by hand


@dataclass(frozen=True)
class Block:
    """Bytes placed somewhere in the file, pointed to by the tag."""

    data: bytes


Ifd = dict[int, Any]


def pack_tiff(ifd: Ifd) -> bytes:
    """A little-endian TIFF. Values: int (long), tuple (shorts), str, bytes, Block, Ifd, list of Ifds."""
    out = bytearray(b"II*\0\0\0\0\0")
    out[4:8] = struct.pack("<I", _place_ifd(out, ifd))
    return bytes(out)


def _place(out: bytearray, data: bytes) -> int:
    out += bytes(len(out) % 2)
    out += data
    return len(out) - len(data)


def _place_ifd(out: bytearray, ifd: Ifd) -> int:
    entries = b""
    for tag, value in sorted(ifd.items()):
        kind, count, data = _packed(out, value)
        inline = data.ljust(4, b"\0") if len(data) <= 4 else struct.pack("<I", _place(out, data))
        entries += struct.pack("<HHI", tag, kind, count) + inline
    return _place(out, struct.pack("<H", len(ifd)) + entries + bytes(4))


def _packed(out: bytearray, value: Any) -> tuple[int, int, bytes]:
    match value:
        case int():
            return 4, 1, struct.pack("<I", value)
        case tuple():
            return 3, len(value), struct.pack(f"<{len(value)}H", *value)
        case str():
            return 2, len(value) + 1, value.encode() + b"\0"
        case bytes():
            return 1, len(value), value
        case Block():
            return 4, 1, struct.pack("<I", _place(out, value.data))
        case dict():
            return 4, 1, struct.pack("<I", _place_ifd(out, value))
        case list():
            return 4, len(value), struct.pack(f"<{len(value)}I", *(_place_ifd(out, each) for each in value))
    raise TypeError(value)


def dng(preview: Image.Image | None, orientation: int = 1, xmp: bytes = b"", **preview_options: Any) -> bytes:
    """A camera's RAW file: a tiny green thumbnail in front, sensor data, and maybe a preview in JPEG."""
    thumbnail = Image.new("RGB", (16, 12), GREEN).tobytes()
    sensor = np.full((96, 128), 1000, np.uint16).tobytes()
    parts: list[Ifd] = [
        {254: 0, 256: 128, 257: 96, 258: (16,), 259: (1,), 262: (32803,), 273: Block(sensor), 277: (1,)}
        | {278: 96, 279: len(sensor), 33421: (2, 2), 33422: bytes([0, 1, 1, 2])}
    ]
    if preview is not None:
        data = without_jfif(jpeg(preview, **preview_options))
        parts.append(
            {254: 1, 256: preview.width, 257: preview.height, 258: (8, 8, 8), 259: (7,), 262: (6,)}
            | {273: Block(data), 277: (3,), 278: preview.height, 279: len(data)}
        )
    main: Ifd = {254: 1, 256: 16, 257: 12, 258: (8, 8, 8), 259: (1,), 262: (2,), 273: Block(thumbnail)}
    main |= {700: xmp} if xmp else {}
    main |= {
        277: (3,),
        278: 12,
        279: len(thumbnail),
        271: "Testcam",
        272: "T1",
        274: (orientation,),
        330: parts,
    }
    main |= {34665: {36867: "2021:03:04 05:06:07"}, 50706: bytes([1, 4, 0, 0]), 50707: bytes([1, 1, 0, 0])}
    return pack_tiff(main | {50708: "Testcam T1"})


# --- colour profiles


def matrix_profile(red: tuple[float, float], green: tuple[float, float], blue: tuple[float, float]) -> bytes:
    """An ICC profile with these primaries (xy), white D65 and gamma 2.2, such as Adobe RGB or Display P3."""
    xyz = np.array([[x / y, 1.0, (1 - x - y) / y] for x, y in (red, green, blue)]).T
    white = np.array([0.3127 / 0.3290, 1.0, (1 - 0.3127 - 0.3290) / 0.3290])
    xyz = xyz * np.linalg.solve(xyz, white)
    bradford = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
    d50 = np.array([0.9642, 1.0, 0.8249])
    adapted = np.linalg.solve(bradford, np.diag((bradford @ d50) / (bradford @ white)) @ bradford @ xyz)
    curve = b"curv" + bytes(4) + struct.pack(">IH", 1, round(2.2 * 256)) + bytes(2)
    name = b"Wide colours\0"
    description = b"desc" + bytes(4) + struct.pack(">I", len(name)) + name + bytes(78)
    tags = {b"desc": description, b"wtpt": _icc_xyz(d50), b"rTRC": curve, b"gTRC": curve, b"bTRC": curve}
    tags |= {key: _icc_xyz(adapted[:, i]) for i, key in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))}
    return _icc_file(tags)


def _icc_xyz(values: Any) -> bytes:
    return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(float(v) * 65536) for v in values))


def _icc_file(tags: dict[bytes, bytes], kind: bytes = b"mntrRGB XYZ ") -> bytes:
    table, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for tag, data in tags.items():
        data += bytes(-len(data) % 4)
        table += tag + struct.pack(">II", start + len(body), len(data))
        body += data
    size = struct.pack(">I", start + len(body))
    header = size + bytes(4) + struct.pack(">I", 0x02400000) + kind + bytes(12) + b"acsp"
    header = header.ljust(68, b"\0") + struct.pack(">3i", 63190, 65536, 54061)
    return header.ljust(128, b"\0") + table + body


def srgb_profile() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


ADOBE_RGB = ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))


def cmyk_profile_that_prints_red_as_green() -> bytes:
    """A printer's profile on whose paper full magenta with full yellow looks green, and all else white."""
    white, green = bytes([255, 128, 128]), bytes([224, 42, 211])  # CIE Lab in 8 bits
    grid = b"".join(
        green if (m, y) == (1, 1) else white for _c in (0, 1) for m in (0, 1) for y in (0, 1) for _k in (0, 1)
    )
    straight = bytes(range(256))
    unit = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    table = b"mft1" + bytes(4) + bytes([4, 3, 2, 0]) + unit + straight * 4 + grid + straight * 3
    description = b"desc" + bytes(4) + struct.pack(">I", 6) + b"Paper\0" + bytes(78)
    tags = {b"desc": description, b"A2B0": table, b"wtpt": _icc_xyz((0.9642, 1.0, 0.8249))}
    return _icc_file(tags, b"prtrCMYKLab ")


def heic_with_exif(exif: bytes) -> bytes:
    return heic(exif=exif)


def dng_without_preview() -> bytes:
    """Sensor data and nothing else."""
    sensor = np.full((96, 128), 1000, np.uint16).tobytes()
    main: Ifd = {254: 0, 256: 128, 257: 96, 258: (16,), 259: (1,), 262: (32803,), 273: Block(sensor), 277: (1,)}
    main |= {278: 96, 279: len(sensor), 33421: (2, 2), 33422: bytes([0, 1, 1, 2]), 271: "Testcam", 272: "T1"}
    return pack_tiff(main | {50706: bytes([1, 4, 0, 0]), 50707: bytes([1, 1, 0, 0]), 50708: "Testcam T1"})
