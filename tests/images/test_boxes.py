"""Packets in files built of boxes; what other programs wrote is in test_containers."""

import io
import struct

import pytest

from engine.images.containers import embedded
from engine.xmp import picture_labels
from tests.xmp.others import HERE, bag, packet

ADOBE = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")
CAT = packet(bag("cat"))


def box(kind: bytes, data: bytes, size: int | None = None) -> bytes:
    return struct.pack(">I4s", 8 + len(data) if size is None else size, kind) + data


def words(*boxes: bytes) -> tuple[str, ...]:
    found = embedded(io.BytesIO(box(b"ftyp", b"heic") + b"".join(boxes)))
    return picture_labels.of_embedded(found, picture_labels.PictureLabels()).flat


def item(number: int, kind: bytes = b"application/rdf+xml") -> bytes:
    return box(b"infe", b"\2\0\0\0" + struct.pack(">HH4s", number, 0, b"mime") + b"\0" + kind + b"\0")


def info(*items: bytes) -> bytes:
    return box(b"iinf", b"\0\0\0\0" + struct.pack(">H", len(items)) + b"".join(items))


def location(number: int, at: int, length: int, in_idat: bool = True) -> bytes:
    head = b"\1\0\0\0\x44\0" + struct.pack(">H", 1)
    return box(b"iloc", head + struct.pack(">HHHHII", number, in_idat, 0, 1, at, length))


def meta(*inside: bytes) -> bytes:
    return box(b"meta", b"\0\0\0\0" + b"".join(inside))


def test_a_box_of_adobes_own_and_an_item_in_a_box():
    assert words(box(b"uuid", ADOBE + CAT)) == ("cat",)
    assert words(box(b"uuid", b"x" * 16 + CAT)) == ()
    assert words(meta(info(item(7)), location(7, 0, len(CAT)), box(b"idat", CAT))) == ("cat",)
    assert words(meta(info(item(7, b"image/jpeg")), location(7, 0, len(CAT)), box(b"idat", CAT))) == ()
    large = struct.pack(">I4sQ", 1, b"uuid", 32 + len(CAT)) + ADOBE + CAT
    assert words(large) == ("cat",), "a size of eight bytes"
    assert words(box(b"uuid", ADOBE + CAT, 0)) == ("cat",), "all that is left"


@pytest.mark.parametrize(
    "boxes",
    [
        box(b"uuid", ADOBE + CAT, 4),
        box(b"uuid", ADOBE + CAT, 0xFFFFFFFF),
        struct.pack(">I4sQ", 1, b"uuid", (1 << 64) - 1) + ADOBE,
        meta(info(item(7)), location(7, 0, 0xFFFFFFFF), box(b"idat", CAT)),
        meta(info(item(7)), location(7, 0xFFFFFFFF, 9), box(b"idat", CAT)),
        meta(info(item(7)), location(7, 0xFFFFFFFF, 9, in_idat=False)),
        meta(info(item(7)), location(8, 0, len(CAT)), box(b"idat", CAT)),
        meta(info(item(7)), box(b"iloc", b"\2\0\0\0\xff\xff\xff\xff\xff\xff")),
        meta(info(item(7)[:20]), box(b"iloc", b"")),
        box(b"free", b"") * 50_000 + box(b"uuid", ADOBE + CAT),
    ],
)
def test_numbers_that_lie_cost_the_packet_alone(boxes: bytes):
    assert words(boxes) == ()


@pytest.mark.parametrize("name", ["exiftool.heic", "exiftool.avif"])
def test_any_byte_may_be_another(name: str):
    """Whatever comes of it, it comes soon and is no error."""
    data = (HERE / name).read_bytes()
    for place in range(min(len(data), 1200)):
        broken = data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]
        assert len(embedded(io.BytesIO(broken)).packets) <= 1
