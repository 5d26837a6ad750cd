"""What a camera wrote into a picture is read; what cannot be is not believed; a broken value costs itself alone."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from PIL import Image, ImageCms, PngImagePlugin
from PIL.TiffImagePlugin import IFDRational

from engine.images.colour_profile import profile_name
from engine.images.plausible_dates import date_of, zone_of
from engine.metadata import Metadata, believed, is_within_bounds
from tests.images import picture_makers as make
from tests.images.looking import decoded, is_red_blue
from tests.images.picture_makers import jpeg, red_blue, saved

NOW = datetime(2026, 5, 1, 12, 0, 0, tzinfo=UTC)

SHOT: dict[int, Any] = {
    0x9003: "2024:05:31 17:03:59",
    0x9011: "+02:00",
    0x829A: IFDRational(1, 250),
    0x829D: IFDRational(28, 10),
    0x8827: 800,
    0x920A: IFDRational(6765, 1000),
    0xA405: 26,
    0x9204: IFDRational(-1, 3),
    0x9209: 25,
    0xA434: "EF50mm f/1.8 STM",
    0x9286: b"UNICODE\0" + "Größe".encode("utf-16-le"),
    0xA001: 1,
}
MAIN: dict[int, Any] = {
    0x010F: "Canon",
    0x0110: "Canon EOS R6",
    0x0131: "Firmware 1.2",
    0x013B: "Zoë".encode(),
    0x8298: b"(c) nobody",
    0x010E: b"A day at the sea",
    0x4746: 4,
    0x9C9B: "Ein Titel".encode("utf-16-le"),
}
PLACE: dict[int, Any] = {
    1: "S",
    2: (IFDRational(33), IFDRational(51), IFDRational(25, 2)),
    3: "E",
    4: (IFDRational(151), IFDRational(12), IFDRational(0)),
    5: b"\x01",
    6: IFDRational(15, 2),
}


def exif_of(main: dict[int, Any], shot: dict[int, Any] | None = None, place: dict[int, Any] | None = None) -> bytes:
    exif = Image.Exif()
    exif.update(main)
    for directory, values in ((0x8769, shot), (0x8825, place)):
        if values:
            exif.get_ifd(directory).update(values)
    return exif.tobytes()


def shot_with(**changed: Any) -> Metadata:
    """Of a picture whose second directory holds this, by tag in hexadecimal."""
    return decoded(jpeg(exif=exif_of({}, {int(tag[1:], 16): value for tag, value in changed.items()}))).metadata


def placed(**changed: Any) -> Metadata:
    return decoded(
        jpeg(exif=exif_of({}, {}, PLACE | {int(tag[1:]): value for tag, value in changed.items()}))
    ).metadata


ALL_OF_IT = Metadata(
    taken_at="2024-05-31T17:03:59",
    zone=120,
    exposure_ns=4_000_000,
    aperture=280,
    iso=800,
    focal_um=6765,
    focal_35=26,
    bias=-333,
    flash=25,
    latitude=-338_534_722,
    longitude=1_512_000_000,
    altitude=-750,
    rating=4,
    make="Canon",
    model="Canon EOS R6",
    lens="EF50mm f/1.8 STM",
    software="Firmware 1.2",
    author="Zoë",
    copyright="(c) nobody",
    title="Ein Titel",
    description="A day at the sea",
    comment="Größe",
    profile="sRGB",
)


@pytest.mark.parametrize("name", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
def test_all_that_a_camera_wrote_is_read(name):
    metadata = decoded(saved(red_blue(), name, exif=exif_of(MAIN, SHOT, PLACE))).metadata
    assert metadata == (replace(ALL_OF_IT, author="Zo??") if name == "TIFF" else ALL_OF_IT)  # as Pillow writes it
    assert metadata.camera == "Canon EOS R6"


def test_it_is_read_from_heic_too():
    assert decoded(make.heic(exif=exif_of(MAIN, SHOT, PLACE))).metadata == ALL_OF_IT


def test_a_picture_that_says_nothing_has_nothing():
    assert decoded(jpeg()).metadata == Metadata()


def test_the_texts_of_png_and_the_comment_of_jpeg_count():
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Title", "Sea")
    texts.add_itxt("Description", "Größe\nzwei")
    texts.add_text("Author", "Ann")
    metadata = decoded(saved(red_blue(), "PNG", pnginfo=texts)).metadata
    assert (metadata.title, metadata.description, metadata.author) == ("Sea", "Größe zwei", "Ann")
    assert decoded(jpeg(comment=b"from the scanner")).metadata.comment == "from the scanner"


def test_the_colour_profile_has_a_name():
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    assert decoded(jpeg(icc_profile=profile)).metadata.profile == "sRGB built-in"
    old = bytes(128) + (1).to_bytes(4) + b"desc" + (144).to_bytes(4) + (40).to_bytes(4)
    assert profile_name(old + b"desc" + bytes(4) + (10).to_bytes(4) + b"Adobe RGB\0" + bytes(20)) == "Adobe RGB"
    assert shot_with(xA001=2).profile == "Adobe RGB"


@pytest.mark.parametrize("profile", [b"", bytes(500), bytes(128) + b"\xff" * 400, bytes(130), None, "text"])
def test_a_broken_profile_has_none(profile):
    assert profile_name(profile) is None


def test_stops_and_other_iso_tags_stand_in():
    assert shot_with(x9201=IFDRational(8), x9202=IFDRational(4)).exposure_ns == 3_906_250
    assert shot_with(x9202=IFDRational(4)).aperture == 400
    assert shot_with(x8827=65535, x8832=102400).iso == 102400
    assert shot_with(x8827=(200, 400)).iso == 200


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("x829A", IFDRational(1, 0)),
        ("x829A", IFDRational(0, 1)),
        ("x829A", IFDRational(4_000_000_000, 1)),
        ("x829D", IFDRational(0, 1)),
        ("x829D", b"wide"),
        ("x8827", "many"),
        ("x8827", 0),
        ("x920A", IFDRational(0, 0)),
        ("xA405", 0),
        ("x9204", IFDRational(2000, 1)),
        ("x9201", IFDRational(4_000_000_000, 1)),
        ("xA434", b"\0\0\0\0"),
        ("x9286", b"UNICODE\0\xd8"),
    ],
)
def test_what_cannot_be_is_not_believed(tag, value):
    assert shot_with(**{tag: value}) == Metadata()


@pytest.mark.parametrize(
    "changed",
    [
        {"x2": (IFDRational(91), IFDRational(0), IFDRational(0))},
        {"x2": (IFDRational(1, 0), IFDRational(0), IFDRational(0))},
        {"x4": (IFDRational(181), IFDRational(0), IFDRational(0))},
        {"x2": (IFDRational(33),) * 4},
        {"x1": "up"},
        {"x2": (IFDRational(0),) * 3, "x4": (IFDRational(0),) * 3},
    ],
)
def test_a_place_that_is_none_is_not_known(changed):
    metadata = placed(**changed)
    assert (metadata.latitude, metadata.longitude) == (None, None)


def test_a_place_without_a_height_is_a_place():
    assert placed(x6=IFDRational(1, 0)).longitude == 1_512_000_000
    assert placed(x6=IFDRational(0, 1)).altitude == 0


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024:05:31 17:03:59", "2024-05-31T17:03:59"),
        ("2024-05-31T17:03:59.25", "2024-05-31T17:03:59"),
        ("2024-05-31T17:03", "2024-05-31T17:03:00"),
        ("2024:05:31 17:03:  ", "2024-05-31T17:03:00"),  # what is not known is blank
        ("2016:12:31 23:59:60", "2016-12-31T23:59:59"),
        ("2016:12:31 23:59:61", None),
        ("2024:05:31 24:00:00", None),
        ("2024:05:31 17:03:5", None),
        ("2024:05:31   :  :  ", None),
        ("1888:10:14 10:00:00", "1888-10-14T10:00:00"),
        ("2026:05:02 02:00:00", "2026-05-02T02:00:00"),  # a zone in the east
        ("2026:05:03 12:00:00", None),
        ("2099:01:01 00:00:00", None),
        ("0000:00:00 00:00:00", None),
        ("0001:01:01 00:00:00", None),
        ("1970:01:01 00:00:00", None),
        ("2023:02:31 10:00:00", None),
        ("", None),
        (7, None),
    ],
)
def test_only_a_date_that_can_be_is_one(text, date):
    assert date_of(text, NOW) == date


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("+02:00", 120),
        ("-0330", -210),
        ("Z", 0),
        ("+05:45", 345),
        ("+25:00", None),
        ("+02:17", None),
        ("CET", None),
    ],
)
def test_only_a_zone_that_exists_is_one(text, zone):
    assert zone_of(text) == zone


def test_a_wrong_zone_costs_the_zone_and_a_wrong_date_both():
    assert shot_with(x9003="2024:05:31 17:03:59", x9011="+99:00").taken_at == "2024-05-31T17:03:59"
    assert shot_with(x9003="0000:00:00 00:00:00", x9011="+02:00") == Metadata()
    assert shot_with(x9003="0000:00:00 00:00:00", x9004="2020:01:02 03:04:05").taken_at == "2020-01-02T03:04:05"


def test_a_broken_value_costs_that_value_alone():
    """It claims to be a hundred thousand times as long as the file."""
    exif = exif_of(MAIN, SHOT, PLACE)
    at = exif.index(0x829A.to_bytes(2) + (5).to_bytes(2)) + 4
    for length in (0x0FFFFFFF, 0, 2):
        broken = exif[:at] + length.to_bytes(4) + exif[at + 4 :]
        for picture in (jpeg(exif=broken), saved(red_blue(), "PNG", exif=broken)):
            result = decoded(picture)
            assert is_red_blue(result.picture)
            assert (result.metadata.exposure_ns, result.metadata.iso, result.metadata.rating) == (None, 800, 4)


def test_a_directory_that_points_at_itself_ends():
    exif = b"Exif\0\0" + make.pack_tiff({0x8769: 8, 0x8825: 8, 0x0110: "Loop"})
    assert decoded(jpeg(exif=exif)).metadata.model == "Loop"


def test_texts_are_cut_and_on_one_line():
    metadata = decoded(jpeg(exif=exif_of({0x010E: b"x\r\n\x1b[31m" * 5000}))).metadata
    assert len(metadata.description or "") <= 2000
    assert is_within_bounds(metadata)


def test_bounds_are_kept():
    assert believed(iso=10**9, latitude=5, title="t" * 999) == Metadata(title="t" * 300)
    for wrong in (
        Metadata(iso=-1),
        Metadata(latitude=1),
        Metadata(title="a\nb"),
        Metadata(title="t" * 999),
        Metadata(title="\udce9"),
        Metadata(taken_at="2024"),
        Metadata(taken_at="2024-05-31T17:03:59+00:00"),
        Metadata(zone=60),
    ):
        assert not is_within_bounds(wrong), wrong
    assert is_within_bounds(ALL_OF_IT)
