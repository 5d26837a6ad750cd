"""Packets inside pictures: those that other programs wrote, and broken, huge and hostile ones."""

import hashlib
import io
import struct
import tracemalloc
import zlib
from pathlib import Path

import pytest
from PIL import Image

from engine.images.containers import MOST_PACKETS, embedded
from engine.packets import iptc
from engine.packets.safe_xml import MOST_BYTES
from engine.xmp import picture_labels
from engine.xmp.keywords import Keywords
from tests.shared_data import SHARED, needs_shared
from tests.xmp.others import HERE, PICTURES, bag, packet


def read(path: Path) -> Keywords:
    return picture_labels.read(str(path).encode()).keywords


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_others(name: str):
    assert read(HERE / name) == PICTURES[name]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_is_cut_off_anywhere_costs_its_keywords_at_most(name: str, tmp_path: Path):
    data = (HERE / name).read_bytes()
    file = tmp_path / "cut"
    for length in range(0, len(data), 43):
        file.write_bytes(data[:length])
        found = read(file)
        assert set(found.flat) <= set(PICTURES[name].flat) | {"a long keyword that IPTC would cut"}


def segment(marker: int, data: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(data) + 2) + data


def jpeg(*segments: bytes) -> bytes:
    return b"\xff\xd8" + b"".join(segments) + b"\xff\xda\0\0"


def main_packet(data: bytes) -> bytes:
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + data)


def extended(data: bytes, pieces: int, guid: bytes = b"") -> list[bytes]:
    guid = guid or hashlib.md5(data).hexdigest().upper().encode()
    step = -(-len(data) // pieces)
    return [
        segment(
            0xE1,
            b"http://ns.adobe.com/xmp/extension/\0"
            + guid
            + struct.pack(">II", len(data), at)
            + data[at : at + step],
        )
        for at in range(0, len(data), step)
    ]


def words_in(data: bytes) -> tuple[str, ...]:
    return picture_labels.of_embedded(embedded(io.BytesIO(data)), picture_labels.PictureLabels()).flat


def test_a_packet_that_is_split_into_an_extended_one_is_put_together_in_any_order():
    more = packet(bag("far", "away"))
    one, two, three = extended(more, 3)
    assert words_in(jpeg(main_packet(packet(bag("near"))), one, three, two)) == ("near", "far", "away")
    assert words_in(jpeg(main_packet(packet(bag("near"))), one, three)) == ("near",), "a piece is missing"
    other = extended(more, 2, b"0" * 32)
    assert words_in(jpeg(main_packet(packet(bag("near"))), *other)) == ("near",), "its checksum does not fit"
    assert words_in(jpeg(one, two, three)) == (), "an extension of nothing"


def test_thousands_of_packets_are_not_all_read():
    words = words_in(jpeg(*(main_packet(packet(bag(f"w{n}"))) for n in range(1000))))
    assert words == tuple(f"w{n}" for n in range(MOST_PACKETS))
    large = packet("<!--" + "x" * 60_000 + "-->" + bag("large"))
    assert len(embedded(io.BytesIO(jpeg(*[main_packet(large)] * 200))).packets) <= MOST_PACKETS
    depth_map = extended(b"d" * (3 * MOST_BYTES), 3 * MOST_BYTES // 60_000)
    app13 = segment(0xED, b"Photoshop 3.0\0" + block(0x0404, iptc_record(2, 25, b"cat")))
    assert words_in(jpeg(main_packet(packet("")), *depth_map, app13)) == ("cat",), "what comes after it counts"


def iptc_record(record: int, dataset: int, value: bytes) -> bytes:
    return struct.pack(">BBBH", 0x1C, record, dataset, len(value)) + value


def block(kind: int, data: bytes, name: bytes = b"") -> bytes:
    named = bytes([len(name)]) + name + b"\0" * (1 - len(name) % 2)
    return b"8BIM" + struct.pack(">H", kind) + named + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)


def test_iptc_in_photoshops_blocks_with_and_without_a_character_set():
    words = iptc_record(2, 25, "Grüße".encode()) + iptc_record(2, 5, b"title") + iptc_record(2, 25, b"cat")
    inside = block(0x03ED, b"12345", b"odd") + block(0x0404, iptc_record(1, 90, b"\x1b%G") + words)
    app13 = segment(0xED, b"Photoshop 3.0\0" + inside)
    assert words_in(jpeg(app13)) == ("Grüße", "cat")
    others = segment(0xED, b"Photoshop 3.0\0" + block(0x0FA0, b"").replace(b"8BIM", b"MeSa") + inside)
    assert words_in(jpeg(others)) == ("Grüße", "cat"), "a block of a relative of Photoshop"
    halves = [segment(0xED, b"Photoshop 3.0\0" + part) for part in (inside[:30], inside[30:])]
    assert words_in(jpeg(*halves)) == ("Grüße", "cat"), "split over two segments"
    assert iptc.keywords(iptc_record(2, 25, "Grüße".encode("latin-1"))) == ["Grüße"]
    assert words_in(jpeg(main_packet(packet(bag("xmp"))), app13)) == ("xmp",), "IPTC cuts long words"


@pytest.mark.parametrize(
    "data",
    [
        b"\x1c\x02\x19\xff\xff" + b"a" * 10,
        b"\x1c\x02\x19\x80\x04\xff\xff\xff\xff",
        b"\x1c\x02\x19\x80\x09aaaaaaaaa",
        b"\x1c\x02",
        b"junk" * 100,
    ],
)
def test_broken_iptc_gives_nothing(data: bytes):
    assert iptc.keywords(data) == []
    assert iptc.in_photoshop_blocks(data) == b""
    assert iptc.in_photoshop_blocks(b"8BIM\4\4\0\0\xff\xff\xff\xff" + data) == data, "as much as there is"


def png(*chunks: tuple[bytes, bytes]) -> bytes:
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def test_png_text_may_be_packed_and_may_not_swell():
    def chunk(data: bytes) -> bytes:
        return png((b"IHDR", b"\0" * 13), (b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + data), (b"IEND", b""))

    assert words_in(chunk(zlib.compress(packet(bag("cat"))))) == ("cat",)
    bomb = chunk(zlib.compress(b" " * (64 << 20), 9))
    tracemalloc.start()
    assert words_in(bomb) == ()
    assert tracemalloc.get_traced_memory()[1] < 6 * MOST_BYTES
    tracemalloc.stop()
    assert words_in(chunk(b"no such thing")) == ()


def test_numbers_that_lie_cost_nothing():
    for order, mark in (("<", b"II*\0"), (">", b"MM\0*")):
        entry = struct.pack(order + "HHII", 700, 1, 0xFFFFFFFF, 8)
        ifd = struct.pack(order + "H", 0xFFFF) + entry * 5
        assert embedded(io.BytesIO(mark + struct.pack(order + "I", 8) + ifd)).packets == []
        assert embedded(io.BytesIO(mark + struct.pack(order + "I", 0xFFFFFFFF))).packets == []
    riff = b"RIFF\xff\xff\xff\xffWEBPXMP \xff\xff\xff\xff"
    assert embedded(io.BytesIO(riff)).packets == []
    assert embedded(io.BytesIO(b"\xff\xd8" + b"\xff" * 100_000)).packets == []
    assert embedded(io.BytesIO(jpeg(segment(0xE1, b"")[:2] + b"\0\0"))).packets == []


def test_hostile_xml_in_a_picture_is_a_reason(tmp_path: Path):
    file = tmp_path / "a.jpg"
    file.write_bytes(jpeg(main_packet(b'<!DOCTYPE x [<!ENTITY a "b">]>' + packet(bag("&a;")))))
    found = picture_labels.read(str(file).encode())
    assert found.keywords == Keywords()
    assert found.troubles == ["the picture’s XMP: it has a document type of its own, which metadata has no use for"]


def test_a_sidecar_is_the_later_word_and_a_broken_one_costs_itself(tmp_path: Path):
    picture = tmp_path / "a.jpg"
    picture.write_bytes((HERE / "exiftool.jpg").read_bytes())
    beside = tmp_path / "a.jpg.xmp"
    beside.write_bytes(packet(bag("new")))
    assert read(picture) == Keywords(("new",), (), 4), "the rating comes from inside"
    (tmp_path / "a.xmp").write_bytes(packet(bag("too"), ' xmp:Rating="1"'))
    assert read(picture) == Keywords(("new", "too"), (), 1)
    beside.write_bytes(b"<broken")
    found = picture_labels.read(str(picture).encode())
    assert found.keywords == Keywords(("too",), (), 1)
    assert len(found.troubles) == 1
    (tmp_path / "a.xmp").unlink()
    beside.write_bytes(packet("", ' xmp:Rating="2"'))
    assert read(picture) == Keywords(("Cat", "Grüße", "Sea"), PICTURES["exiftool.jpg"].paths, 2), (
        "it has no keywords"
    )


def test_the_sidecar_of_a_picture_is_not_that_of_one_whose_name_begins_with_its(tmp_path: Path):
    for name in ("a.jpg", "a.jpg.png"):
        (tmp_path / name).write_bytes(b"\xff\xd8\xff\xda")
    (tmp_path / "a.jpg.xmp").write_bytes(packet(bag("cat")))
    assert read(tmp_path / "a.jpg") == Keywords(("cat",))
    assert read(tmp_path / "a.jpg.png") == Keywords()
    (tmp_path / "a.jpg").unlink()
    assert read(tmp_path / "a.jpg.png") == Keywords(("cat",)), "then it is as Lightroom would call it"


@needs_shared
def test_bad_pictures_cost_at_most_their_keywords():
    """Whatever they hold, there is an answer, and soon."""
    tried = 0
    for path in sorted((SHARED / "bad_images").rglob("*")):
        if path.is_file():
            picture_labels.read(str(path).encode())
            tried += 1
    assert tried > 1000


def test_a_picture_that_pillow_writes(tmp_path: Path):
    """The same packet through another writer."""
    for ending in ("jpg", "webp", "tif"):
        file = tmp_path / f"a.{ending}"
        options = {"tiffinfo": {700: packet(bag("cat"))}} if ending == "tif" else {"xmp": packet(bag("cat"))}
        Image.new("RGB", (8, 8)).save(file, **options)
        assert read(file) == Keywords(("cat",)), ending
