"""Which way is up, when and with what a picture was taken, and EXIF that is broken."""

import io

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from engine.images import exif
from tests.images import picture_makers as make
from tests.images.looking import decoded, is_red_blue, is_upright, shows
from tests.images.picture_makers import BLUE, RED, jpeg, red_blue, saved

ORIENTATIONS = range(1, 9)


@pytest.mark.parametrize("name", ["JPEG", "MPO", "PNG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_all_orientations_come_out_upright(name, orientation):
    stored = make.as_stored(make.four_corners(96, 48), orientation)
    result = decoded(saved(stored, name, exif=make.exif_bytes(orientation)))
    assert is_upright(result.picture)
    assert result.picture.size == (result.width, result.height) == (96, 48)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_orientation_holds_in_heic(orientation):
    stored = make.as_stored(make.four_corners(96, 64), orientation)
    result = decoded(make.heic(stored, exif=make.exif_bytes(orientation)))
    assert is_upright(result.picture)
    assert (result.width, result.height) == (96, 64)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_orientation_holds_for_compressed_tiff(orientation):
    stored = make.as_stored(make.four_corners(96, 64), orientation)
    data = saved(stored, "TIFF", compression="tiff_lzw", tiffinfo={274: orientation})
    result = decoded(data)
    assert is_upright(result.picture)
    assert (result.width, result.height) == (96, 64)


@pytest.mark.parametrize("orientation", [5, 6, 7, 8])
def test_a_reduced_picture_is_turned_too(orientation):
    stored = make.as_stored(make.four_corners(800, 400), orientation)
    result = decoded(jpeg(stored, exif=make.exif_bytes(orientation)), 50)
    assert is_upright(result.picture)
    assert (result.width, result.height) == (800, 400)
    assert result.picture.size == (100, 50)


@pytest.mark.parametrize("said", ['tiff:Orientation="6"/>', "tiff:Orientation='6'/>", "><tiff:Orientation>6</"])
def test_an_orientation_in_xmp_counts_too(said: str):
    xmp = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description {said}</x:xmpmeta>'.encode()
    result = decoded(jpeg(make.as_stored(make.four_corners(), 6), xmp=xmp))
    assert is_upright(result.picture)


@pytest.mark.parametrize("format", ["JPEG", "WEBP", "PNG"])
@pytest.mark.parametrize("said", ['tiff:Orientation="6"', 'xmp:Rating="4"'])
def test_a_packet_of_xmp_stays_whether_it_tells_which_way_is_up_or_not(format: str, said: str):
    packet = f"""<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description {said}/></rdf:RDF></x:xmpmeta>"""
    more = PngInfo()
    more.add_itxt("XML:com.adobe.xmp", packet)
    options = {"pnginfo": more} if format == "PNG" else {"xmp": packet.encode()}
    picture = Image.open(io.BytesIO(saved(red_blue(), format, **options)))
    picture.load()
    before = dict(picture.info)
    assert exif.read(picture).orientation == (6 if "Orientation" in said else None)
    assert picture.info == before
    assert any(packet in str(value) for value in before.values())


# --- EXIF


def test_date_and_camera_are_read():
    exif = make.exif_bytes(taken="2024:05:31 17:03:59", make="Canon", model="Canon EOS R6")
    for name in ("JPEG", "PNG", "WEBP", "TIFF", "AVIF"):
        result = decoded(saved(red_blue(), name, exif=exif))
        assert (result.taken_at, result.camera) == ("2024-05-31T17:03:59", "Canon EOS R6"), name


@pytest.mark.parametrize(
    ("brand", "model", "camera"),
    [
        ("NIKON CORPORATION", "NIKON D750", "NIKON D750"),
        ("SONY", "ILCE-7M3", "SONY ILCE-7M3"),
        ("Apple", "iPhone 15", "Apple iPhone 15"),
        (None, "X100V", "X100V"),
        ("Leica", None, "Leica"),
        ("  ", " \t ", None),
        ("Evil\r\nCam\x1b[31m", "<b>Model\x7f</b>", "Evil Cam [31m <b>Model </b>"),
        ("A" * 5000, "B", "A" * 80),
    ],
)
def test_the_camera_is_one_short_printable_line(brand, model, camera):
    exif = Image.Exif()
    for tag, text in {0x010F: brand, 0x0110: model}.items():
        if text is not None:
            exif[tag] = text.encode()
    assert decoded(jpeg(exif=exif.tobytes())).camera == camera


@pytest.mark.parametrize(
    "taken", ["0000:00:00 00:00:00", "2023:02:31 10:00:00", "2023:01:01 24:00:00", "    :  :     :  :  ", "soon"]
)
def test_a_date_that_is_none_is_not_known(taken):
    assert decoded(jpeg(exif=make.exif_bytes(taken=taken))).taken_at is None


GOOD_EXIF = make.exif_bytes(6, taken="2024:05:31 17:03:59", make="Canon", model="R6")
BROKEN_EXIF = [
    b"Exif\0\0",
    b"Exif\0\0garbage that is no TIFF at all",
    b"Exif\0\0II*\0\xff\xff\xff\xff",
    b"Exif\0\0II*\0\x08\0\0\0\xff\xff" + bytes(20),
    GOOD_EXIF[:20],
    GOOD_EXIF[: len(GOOD_EXIF) // 2],
    b"Exif\0\0" + make.pack_tiff({0x8769: 0xFFFFFFF0, 0x0112: (9,)}),
    b"Exif\0\0" + make.pack_tiff({0x0112: "up", 0x010F: 7, 0x0110: (1, 2, 3)}),
]


@pytest.mark.parametrize("name", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("exif", BROKEN_EXIF)
def test_broken_exif_is_no_reason_to_skip(name, exif):
    assert is_red_blue(decoded(saved(red_blue(), name, exif=exif)).picture)


@pytest.mark.parametrize("maker", [lambda exif: saved(red_blue(), "AVIF", exif=exif), make.heic_with_exif])
def test_broken_exif_is_no_reason_to_skip_avif_and_heic(maker):
    data = maker(GOOD_EXIF)
    start = data.index(b"II*\0") if b"II*\0" in data else data.index(b"MM\0*")
    for damage in (b"\xff" * 8, b"II*\0\xff\xff\xff\x7f"):
        result = decoded(data[:start] + damage + data[start + 8 :])
        assert shows(result.picture, {(0.5, 0.1): RED, (0.5, 0.9): BLUE}) or is_red_blue(result.picture)


def test_a_broken_exif_directory_in_tiff_is_no_reason_to_skip():
    pixels = red_blue().tobytes()
    size = {256: 64, 257: 48, 258: (8, 8, 8), 259: (1,), 262: (2,), 277: (3,), 278: 48, 279: len(pixels)}
    for pointer in (0xFFFFFFF0, 4, 8):
        data = make.pack_tiff(size | {273: make.Block(pixels), 34665: pointer, 34853: pointer})
        assert is_red_blue(decoded(data).picture)
