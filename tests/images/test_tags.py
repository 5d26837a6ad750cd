"""The directories of a picture's EXIF: read where they lie, as Pillow reads them, or by Pillow."""

import io

import pytest
from PIL import Image
from PIL.ExifTags import IFD, Base

from engine.images.tag_directory import TagDirectory
from engine.images.tags import NO_TAGS, Tags, tags_of
from tests.images.picture_makers import red_blue, saved
from tests.images.test_metadata_reading import MAIN, PLACE, SHOT, exif_of


def tags_in(data: bytes) -> Tags:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return tags_of(picture)


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
def test_what_is_read_where_it_lies_is_what_pillow_reads(format: str):
    tags = tags_in(saved(red_blue(), format, exif=exif_of(MAIN, SHOT, PLACE)))
    assert isinstance(tags.main, TagDirectory) == (format != "TIFF")
    pillow = tags.by_pillow()
    assert pillow is not None
    assert pillow[Base.Make] == "Canon"
    for tag in MAIN:
        assert tags.main.get(tag) == pillow.get(tag)
    for which, values in ((IFD.Exif, SHOT), (IFD.GPSInfo, PLACE)):
        assert all(tags.inside(which).get(tag) is not None for tag in values)
        assert set(pillow.get_ifd(which)) >= set(values)


def test_a_packet_in_the_main_directory_is_read_whole():
    packet = b"<x>" + b" " * 100_000 + b"</x>"
    block = Image.Exif()
    block[700] = packet
    # Longer than a segment of JPEG: PNG has room
    assert tags_in(saved(red_blue(), "PNG", exif=block.tobytes())).main.get(700) == packet


@pytest.mark.parametrize("cut", [7, 8, 9, 12, 40])
def test_a_block_that_is_cut_off_says_nothing(cut: int):
    block = exif_of(MAIN, SHOT, PLACE).removeprefix(b"Exif\0\0")
    tags = tags_in(saved(red_blue(), "WEBP", exif=b"Exif\0\0" + block[:cut]))
    assert tags.main.get(Base.Make) is None
    assert tags.inside(IFD.Exif).get(Base.DateTimeOriginal) is None


def test_a_picture_without_exif_says_nothing():
    tags = tags_in(saved(red_blue(), "JPEG"))
    assert tags.main.get(Base.Make) is NO_TAGS.main.get(Base.Make) is None
    assert tags.inside(IFD.GPSInfo).get(1) is None
    assert NO_TAGS.by_pillow() is None
