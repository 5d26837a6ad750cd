"""What a file is, from its content."""

import struct
from io import BytesIO

import pytest
from PIL import Image

from engine.images import formats
from engine.images.formats import Format, identify
from tests.images import picture_makers as make


def sniff(head: bytes) -> Format | None:
    return identify(BytesIO(head))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (make.jpeg(), formats.JPEG),
        (make.saved(make.red_blue(), "PNG"), formats.PNG),
        (make.saved(make.red_blue(), "WEBP"), formats.WEBP),
        (make.saved(make.red_blue(), "GIF"), formats.GIF),
        (make.saved(make.red_blue(), "BMP"), formats.BMP),
        (make.saved(make.red_blue(), "TIFF"), formats.TIFF),
        (make.saved(make.red_blue(), "TIFF", big_tiff=True), formats.TIFF),
        (make.saved(make.red_blue(), "TIFF", compression="tiff_lzw"), formats.TIFF),
        (make.saved(make.red_blue(), "AVIF"), formats.AVIF),
        (make.saved(make.red_blue(), "TGA"), formats.TGA),
        (make.heic(), formats.HEIC),
        (make.dng(make.red_blue()), formats.RAW),
    ],
)
def test_real_files_are_known_by_their_content(data, expected):
    assert sniff(data) is expected


def test_the_first_bytes_are_enough_for_most():
    for data in (make.jpeg(), make.saved(make.red_blue(), "PNG"), make.heic(), make.saved(make.red_blue(), "TIFF")):
        assert sniff(data[:64]) is sniff(data)


@pytest.mark.parametrize(
    "head",
    [
        b"FUJIFILMCCD-RAW 0201FF129502",
        b"II\x1a\0\0\0HEAPCCDR\2\0\1\0",
        b"IIU\0\x18\0\0\0",
        b"IIRO\x08\0\0\0",
        b"IIRS\x08\0\0\0",
        b"MMOR\0\0\0\x08",
        b"II*\0\x10\0\0\0CR\2\0",
        b"II*\0\x08\0\0\0IIII",
        b"\0\0\0\x18ftypcrx \0\0\0\1crx isom",
    ],
)
def test_cameras_own_magic_numbers_mean_raw(head):
    assert sniff(head) is formats.RAW


@pytest.mark.parametrize("sub_ifds", [1, 2])
@pytest.mark.parametrize("marker", [{262: (32803,)}, {262: (34892,)}, {259: (34713,)}, {259: (32767,)}])
def test_a_tiff_with_sensor_data_in_a_sub_directory_is_raw(marker, sub_ifds):
    plain = {254: 1, 256: 16, 257: 12, 262: (2,)}
    parts = [{256: 16, 257: 12} for _ in range(sub_ifds - 1)] + [{256: 128, 257: 96} | marker]
    assert sniff(make.pack_tiff(plain | {330: parts})) is formats.RAW


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_tiff_with_sensor_data_in_a_later_directory_is_raw(order):
    def directory(tag: int, following: int) -> bytes:
        return struct.pack(order + "HHHIHHI", 1, tag, 3, 1, 16, 0, following)

    head = struct.pack(order + "2sHI", b"II" if order == "<" else b"MM", 42, 8)
    first, width, dng_version = len(head), 256, 50706
    second = first + len(directory(width, 0))
    assert sniff(head + directory(width, second) + directory(dng_version, 0)) is formats.RAW
    assert sniff(head + directory(width, 0) + directory(dng_version, 0)) is formats.TIFF


def test_a_plain_tiff_of_a_camera_maker_with_sub_directories_is_no_raw():
    tiff = {256: 16, 257: 12, 259: (1,), 262: (2,), 271: "NIKON CORPORATION", 330: [{254: 1, 262: (2,)}]}
    assert sniff(make.pack_tiff(tiff)) is formats.TIFF


def test_a_tiff_whose_directories_point_at_themselves_is_a_tiff():
    assert sniff(b"II*\0\x08\0\0\0" + struct.pack("<HHHIII", 1, 330, 4, 1, 8, 8)) is formats.TIFF


def test_a_tiff_cut_anywhere_is_still_a_tiff_or_raw():
    data = make.dng(make.red_blue())
    for length in range(4, len(data), 97):
        assert sniff(data[:length]) in (formats.TIFF, formats.RAW)


@pytest.mark.parametrize(
    ("brands", "expected"),
    [
        ((b"avif", b"mif1", b"miaf"), formats.AVIF),
        ((b"mif1", b"avif"), formats.AVIF),
        ((b"mif1", b"heic"), formats.HEIC),
        ((b"heix", b"mif1"), formats.HEIC),
        ((b"mif1", b"miaf"), formats.HEIF),
        ((b"isom", b"mp42"), None),
        ((b"qt  ",), None),
    ],
)
def test_brands_tell_pictures_from_films(brands, expected):
    major, *others = brands
    box = b"ftyp" + major + bytes(4) + b"".join(others)
    assert sniff(struct.pack(">I", len(box) + 4) + box) is expected


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"\xff\x0a\xfa\x1f", "JPEG XL"),
        (b"\0\0\0\x0cJXL \r\n\x87\n", "JPEG XL"),
        (b"\0\0\0\x0cjP  \r\n\x87\n", "JPEG 2000"),
        (make.saved(make.red_blue(), "JPEG2000", no_jp2=True), "JPEG 2000"),
        (b"8BPS\0\1", "Photoshop (PSD)"),
        (make.saved(make.red_blue(), "ICO"), "icon (ICO)"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "EPS"),
        (b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', "SVG"),
        (make.saved(make.red_blue(), "PPM"), "Netpbm"),
        (make.saved(make.red_blue(), "PCX"), "PCX"),
        (make.saved(make.red_blue(), "SGI"), "SGI"),
        (bytes(128) + b"DICM", "DICOM"),
    ],
)
def test_formats_without_a_decoder_are_named(head, name):
    found = sniff(head)
    assert found is not None
    assert (found.name, found.supported) == (name, False)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"\0",
        b"BM is how this letter begins",
        b"P5-like text",
        b"<html><body>no picture</body></html>",
        b"PK\x03\x04",
        b"%PDF-1.7",
        b"RIFF\x24\0\0\0WAVEfmt ",
        bytes(5000),
        "Füße und Äpfel".encode(),
    ],
)
def test_all_else_is_not_a_picture(head):
    assert sniff(head) is None


def test_the_name_of_a_file_is_not_even_asked_for():
    stream = BytesIO(make.saved(Image.new("L", (3, 3)), "PNG"))
    stream.name = "holiday.jpg"
    assert identify(stream) is formats.PNG


@pytest.mark.parametrize("size", [12, 16, 40, 52, 56, 64, 108, 124])
def test_a_bitmap_has_a_header_of_a_known_size(size):
    assert sniff(b"BM" + bytes(12) + struct.pack("<I", size) + bytes(size)) is formats.BMP
    assert sniff(b"BM" + bytes(12) + struct.pack("<I", size + 1) + bytes(size)) is None
