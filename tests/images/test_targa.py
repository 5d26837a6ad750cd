"""TGA pictures: read with and without the magic number behind, and nothing else taken for one."""

import random
from io import BytesIO

import pytest
from PIL import Image

from engine.images import formats
from engine.images.decode import Undecodable, decode
from engine.images.formats import identify
from engine.images.targa import FOOTER, HEADER
from tests.images import picture_makers as make

FOOTER_BYTES = 26
KINDS = [(mode, rle) for mode in ("RGB", "RGBA", "L", "LA", "P") for rle in (False, True)]


def tga(mode: str = "RGB", rle: bool = False, **options: object) -> bytes:
    """Without the magic number that Pillow puts behind."""
    data = make.saved(make.red_blue().convert(mode), "TGA", rle=rle, **options)
    assert data.endswith(FOOTER)
    return data[:-FOOTER_BYTES]


def with_flags(data: bytes, flags: int) -> bytes:
    return data[:17] + bytes([flags]) + data[18:]


@pytest.mark.parametrize(("mode", "rle"), KINDS)
@pytest.mark.parametrize("ending", [b"", bytes(8) + FOOTER])
def test_pictures_of_all_kinds_are_read(mode: str, rle: bool, ending: bytes):
    data = tga(mode, rle, id_section=b"made here") + ending
    read = decode(BytesIO(data), 1000)
    assert (read.format, read.width, read.height) == ("TGA", *make.red_blue().size)
    expected = make.red_blue().convert(mode).convert("RGB")
    assert read.picture.tobytes() == expected.tobytes()


@pytest.mark.parametrize(("mode", "rle"), KINDS)
def test_one_byte_less_or_more_is_no_picture(mode: str, rle: bool):
    data = tga(mode, rle)
    assert identify(BytesIO(data)) is formats.TGA
    assert identify(BytesIO(data[:-1])) is None
    assert identify(BytesIO(data + b"\0")) is None


def test_transparency_counts_only_if_the_header_says_so():
    clear = make.red_blue().convert("RGBA")
    clear.putalpha(0)
    data = make.saved(clear, "TGA")[:-FOOTER_BYTES]
    assert decode(BytesIO(data), 1000).picture.getcolors() == [(64 * 48, (255, 255, 255))]
    solid = decode(BytesIO(with_flags(data, 0)), 1000).picture
    assert solid.tobytes() == make.red_blue().convert("RGB").tobytes()


def test_a_picture_stored_from_the_top_is_upright():
    data = with_flags(tga(), 0x20)
    turned = make.red_blue().convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    assert decode(BytesIO(data), 1000).picture.tobytes() == turned.tobytes()


def test_a_cut_picture_with_the_magic_number_is_called_damaged():
    with pytest.raises(Undecodable, match="cut short") as said:
        decode(BytesIO(tga()[:3000] + bytes(8) + FOOTER), 1000)
    assert said.value.kind == "damaged"


def test_a_header_with_a_huge_size_is_too_large():
    header = HEADER.pack(0, 0, 10, 0, 0, 0, 0, 0, 65535, 65535, 24, 0)
    with pytest.raises(Undecodable, match=r"too large \(65535 × 65535 pixels\)"):
        decode(BytesIO(header + bytes(100) + FOOTER), 1000)


@pytest.mark.parametrize("depth", [1, 15, 64])
def test_an_unusual_kind_with_the_magic_number_is_called_by_its_name(depth: int):
    with pytest.raises(Undecodable, match="TGA"):
        decode(BytesIO(HEADER.pack(0, 0, 2, 0, 0, 0, 0, 0, 4, 4, depth, 0) + bytes(100) + FOOTER), 1000)


@pytest.mark.parametrize(
    "header",
    [
        (0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 24, 0),  # no picture inside
        (0, 0, 4, 0, 0, 0, 0, 0, 4, 4, 24, 0),  # no such type
        (0, 0, 18, 0, 0, 0, 0, 0, 4, 4, 24, 0),
        (0, 2, 2, 0, 0, 0, 0, 0, 4, 4, 24, 0),
        (0, 0, 2, 1, 0, 0, 0, 0, 4, 4, 24, 0),  # a palette that it does not have
        (0, 0, 2, 0, 0, 24, 0, 0, 4, 4, 24, 0),
        (0, 0, 1, 0, 0, 0, 0, 0, 4, 4, 8, 0),  # none that it needs
        (0, 1, 1, 0, 0, 24, 0, 0, 4, 4, 8, 0),
        (0, 0, 2, 0, 0, 0, 0, 0, 0, 4, 24, 0),  # no pixels
        (0, 0, 2, 0, 0, 0, 0, 0, 4, 4, 8, 0),  # colours of 8 bits
        (0, 0, 3, 0, 0, 0, 0, 0, 4, 4, 24, 0),  # grey of 24
        (0, 0, 2, 0, 0, 0, 0, 0, 4, 4, 24, 0xC0),
        (0, 0, 2, 0, 0, 0, 0, 0, 4, 4, 24, 5),
    ],
)
def test_a_header_with_anything_odd_is_no_picture(header: tuple[int, ...]):
    for length in (0, 16, 48, 64, 1000):
        assert identify(BytesIO(HEADER.pack(*header) + bytes(length))) is None


def test_random_bytes_are_never_taken_for_one():
    chance = random.Random(0)
    for _ in range(20_000):
        few = bytes(chance.choices((0, 0, 0, 1, 2, 3, 8, 10, 16, 24, 32, 255), k=chance.randrange(18, 120)))
        assert identify(BytesIO(few)) is not formats.TGA
