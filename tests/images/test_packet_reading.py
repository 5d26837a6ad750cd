"""Titles, captions, authors, dates and stars that stand in XMP or IPTC alone are read; EXIF counts first."""

from dataclasses import replace

import pytest
from PIL import PngImagePlugin

from engine.metadata import Metadata, is_within_bounds
from engine.packets.statements import MOST_BYTES
from tests.images import picture_makers as make
from tests.images.looking import decoded, is_red_blue
from tests.images.picture_makers import jpeg, red_blue, saved
from tests.images.test_containers import block, iptc_record, segment
from tests.images.test_metadata_reading import ALL_OF_IT, MAIN, PLACE, SHOT, exif_of
from tests.xmp.others import bag, packet

UTF8 = iptc_record(1, 90, b"\x1b%G")

LATER = 'xmp:CreateDate="2020-01-01T01:00"'


def in_languages(of: str, **texts: str) -> str:
    listed = "".join(
        f'<rdf:li xml:lang="{language.replace("_", "-")}">{text}</rdf:li>' for language, text in texts.items()
    )
    return f"<{of}><rdf:Alt>{listed}</rdf:Alt></{of}>"


SPACES = ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"'
FULL = packet(
    in_languages("dc:title", de="Leuchtturm", x_default="Lighthouse")
    + in_languages("dc:description", x_default="The last\nsummer on Møn &amp; <![CDATA[<b>]]>")
    + bag("Ann Ray", "Bo", of="dc:creator", kind="Seq")
    + "<photoshop:Headline>Storm comes</photoshop:Headline>",
    SPACES + ' xmp:Rating="4" photoshop:DateCreated="2019-06-07T08:09:10.5+02:00"',
)
FULLY_READ = Metadata(
    taken_at="2019-06-07T08:09:10",
    zone=120,
    rating=4,
    author="Ann Ray, Bo",
    title="Lighthouse · Storm comes",
    description="The last summer on Møn & <b>",
)


def of_xmp(data: bytes) -> Metadata:
    return decoded(jpeg(xmp=data)).metadata


def with_iptc(records: bytes, **options: object) -> bytes:
    data = jpeg(**options)
    return data[:2] + segment(0xED, b"Photoshop 3.0\0" + block(0x0404, records)) + data[2:]


def of_iptc(records: bytes, **options: object) -> Metadata:
    return decoded(with_iptc(records, **options)).metadata


@pytest.mark.parametrize("name", ["JPEG", "WEBP", "AVIF", "PNG", "TIFF"])
def test_what_xmp_says_is_read_in_every_format(name: str):
    options: dict[str, object] = {"xmp": FULL}
    if name == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_itxt("XML:com.adobe.xmp", FULL.decode())
        options = {"pnginfo": texts}
    elif name == "TIFF":
        options = {"tiffinfo": {700: FULL}}
    assert decoded(saved(red_blue(), name, **options)).metadata == FULLY_READ


def test_also_in_heic():
    assert decoded(make.heic(xmp=FULL)).metadata == FULLY_READ


def test_exif_counts_first_and_what_only_xmp_says_is_added():
    metadata = decoded(jpeg(exif=exif_of(MAIN, SHOT, PLACE), xmp=FULL)).metadata
    both = replace(
        ALL_OF_IT,
        title="Ein Titel · Lighthouse · Storm comes",
        description="A day at the sea · The last summer on Møn & <b>",
    )
    assert metadata == both


def test_the_same_text_is_kept_once_also_where_iptc_cut_it():
    caption = "A very long caption, of which one place holds only the beginning"
    xmp = packet(
        in_languages("dc:title", x_default="Ein Titel")
        + in_languages("dc:description", x_default=caption)
        + "<photoshop:Headline>Ein Titel</photoshop:Headline>",
        SPACES,
    )
    records = UTF8 + iptc_record(2, 5, b"Ein Titel") + iptc_record(2, 120, caption[:40].encode())
    metadata = of_iptc(
        records, xmp=xmp, exif=exif_of({0x9C9B: "Ein Titel".encode("utf-16-le"), 0x010E: caption[:32]})
    )
    assert (metadata.title, metadata.description) == ("Ein Titel", caption)


@pytest.mark.parametrize(
    ("attributes", "inside", "stars"),
    [
        (' xmp:Rating="4"', "", 4),
        ("", "<xmp:Rating>5</xmp:Rating>", 5),
        ("", "<xmp:Rating> 3.0 </xmp:Rating>", 3),
        (' xmlns:a="http://ns.adobe.com/xap/1.0/" a:Rating="2"', "", 2),
        ("", '<z:Rating xmlns:z="http://ns.adobe.com/xap/1.0/">1</z:Rating>', 1),
        (' xmlns:xmp="http://example.org/" xmp:Rating="4"', "", None),
        (' xmp:Rating="-1"', "", None),
        (' xmp:Rating="0"', "", None),
        (' xmp:Rating="55"', "", None),
        (' xmp:Rating="many"', "", None),
        (' MicrosoftPhoto:Rating="75"', "", 4),
        (' MicrosoftPhoto:Rating="99" xmp:Rating="2"', "", 2),
        (' MicrosoftPhoto:Rating="99" xmp:Rating="0"', "", 5),
    ],
)
def test_stars_in_any_spelling_where_exif_has_none(attributes: str, inside: str, stars: int | None):
    data = packet(inside, attributes)
    assert of_xmp(data).rating == stars
    assert decoded(jpeg(exif=exif_of({0x4746: 2}), xmp=data)).metadata.rating == 2


@pytest.mark.parametrize(
    ("said", "taken_at", "zone"),
    [
        ('exif:DateTimeOriginal="2019-06-07T08:09:10"', "2019-06-07T08:09:10", None),
        ('xmp:CreateDate="2019-06-07T08:09-03:30"', "2019-06-07T08:09:00", -210),
        ('xmp:CreateDate="2019-06-07T08:09:10.123Z"', "2019-06-07T08:09:10", 0),
        (f'{LATER} photoshop:DateCreated="2019-06-07T08:09:10"', "2019-06-07T08:09:10", None),
        (f'{LATER} photoshop:DateCreated="0000-00-00T00:00:00"', "2020-01-01T01:00:00", None),
        ('xmp:CreateDate="2999-01-01T00:00:00"', None, None),
        ('xmp:CreateDate="2019-06-07"', None, None),
        ('xmp:CreateDate="+99:99"', None, None),
        ('xmp:ModifyDate="2019-06-07T08:09:10"', None, None),
    ],
)
def test_a_date_in_xmp_counts_where_exif_has_none(said: str, taken_at: str | None, zone: int | None):
    data = packet("", f"{SPACES} {said}")
    metadata = of_xmp(data)
    assert (metadata.taken_at, metadata.zone) == (taken_at, zone)
    assert decoded(jpeg(exif=exif_of({}, SHOT), xmp=data)).metadata.taken_at == "2024-05-31T17:03:59"


def test_iptc_is_read_with_and_without_its_character_set():
    def records(code: str) -> bytes:
        return b"".join(
            iptc_record(2, dataset, text.encode(code))
            for dataset, text in ((5, "Tür"), (105, "Große Türen"), (120, "Eine\rTür\n"), (80, "Jörg"), (80, "Ann"))
        )

    read = Metadata(title="Tür · Große Türen", description="Eine Tür", author="Jörg, Ann")
    assert of_iptc(UTF8 + records("utf-8")) == read
    assert of_iptc(records("utf-8")) == read
    assert of_iptc(records("cp1252")) == read
    picture = decoded(saved(red_blue(), "TIFF", tiffinfo={33723: UTF8 + records("utf-8")}))
    assert picture.metadata == read
    picture = decoded(saved(red_blue(), "TIFF", tiffinfo={34377: block(0x0404, UTF8 + records("utf-8"))}))
    assert picture.metadata == read


@pytest.mark.parametrize(
    "hostile",
    [
        b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>' + FULL.replace(b"Lighthouse", b"&b;"),
        b'<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>' + FULL.replace(b"Lighthouse", b"&secret;"),
        FULL.replace(b"</rdf:RDF>", b""),
        FULL[: len(FULL) // 2],
        FULL.replace(b"rdf-syntax-ns", b"something-else"),
        packet("<a>" * 100 + "</a>" * 100 + in_languages("dc:title", x_default="deep")),
        b"title" * 1000,
        b"\0title",
        b"\xff\xfe<\0t\0i\0",
    ],
)
def test_a_packet_that_is_hostile_or_broken_costs_itself_alone(hostile: bytes):
    result = decoded(with_iptc(iptc_record(2, 120, b"still read"), xmp=hostile, exif=exif_of({0x0110: "Camera"})))
    assert is_red_blue(result.picture)
    assert result.metadata == Metadata(model="Camera", description="still read")


def test_a_packet_that_is_too_large_says_nothing_and_long_texts_are_cut():
    def png(data: bytes) -> Metadata:
        texts = PngImagePlugin.PngInfo()
        texts.add_itxt("XML:com.adobe.xmp", data.decode())
        return decoded(saved(red_blue(), "PNG", pnginfo=texts)).metadata

    long = packet(in_languages("dc:title", x_default="word " * 10_000))
    metadata = png(long)
    assert metadata.title == ("word " * 60).strip()
    assert is_within_bounds(metadata)
    assert png(long + b" " * MOST_BYTES) == Metadata()


@pytest.mark.parametrize(
    "records",
    [b"\x1c\x02\x05\xff\xff", b"\x1c\x02\x05\x80\x04\xff\xff\xff\xff", iptc_record(2, 5, b"\0\0"), b"junk"],
)
def test_broken_iptc_costs_itself_alone(records: bytes):
    assert of_iptc(iptc_record(2, 80, b"Ann") + records) == Metadata(author="Ann")
    assert of_iptc(records, xmp=FULL) == FULLY_READ


def test_packets_in_utf_16_are_read():
    assert of_xmp(b"\xff\xfe" + FULL.decode().encode("utf-16-le")) == FULLY_READ
