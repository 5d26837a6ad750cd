"""Values of a directory are those that Pillow gives; whatever a file claims, little of it is read."""

import io
import struct

import pytest
from PIL.TiffImagePlugin import IFDRational, ImageFileDirectory_v2

from engine.images.tag_directory import MOST_BYTES, MOST_ENTRIES, TagDirectory

VALUES = {
    0x010F: "Canon",
    0x0110: "x",
    0x8827: 800,
    0x829A: IFDRational(1, 250),
    0x9204: IFDRational(-1, 3),
    0x9286: b"ASCII\0\0\0some words",
    0xA405: (1, 2, 3),
    0xA432: (IFDRational(24), IFDRational(70), IFDRational(28, 10), IFDRational(4)),
    0xC000: 3.5,
    0xC001: -70_000,
}


class CountedFile(io.BytesIO):
    """How many bytes were read, in all."""

    total = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.total += len(data)
        return data


def tiff(prefix: bytes) -> bytes:
    directory = ImageFileDirectory_v2(ifh=prefix + (b"*\0" if prefix == b"II" else b"\0*") + bytes(4))
    for tag, value in VALUES.items():
        directory[tag] = value
    header = struct.pack("<2sHL" if prefix == b"II" else ">2sHL", prefix, 42, 8)
    return header + directory.tobytes(8)


def entries(*listed: tuple[int, int, int, bytes], claimed: int | None = None) -> CountedFile:
    """A directory right after the header: tag, kind, number and value of each entry."""
    packed = b"".join(struct.pack("<HHL4s", *entry) for entry in listed)
    return CountedFile(b"II*\0\x08\0\0\0" + struct.pack("<H", len(listed) if claimed is None else claimed) + packed)


def plain(value: object) -> object:
    """A fraction as a pair; Pillow shortens it, and makes a whole number of a wide type one of a fraction."""
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    return (value.numerator, value.denominator) if isinstance(value, IFDRational) else value


@pytest.mark.parametrize("prefix", [b"II", b"MM"])
def test_each_kind_of_value_is_as_pillow_reads_it(prefix: bytes):
    data = tiff(prefix)
    ours, theirs = TagDirectory(io.BytesIO(data), data[:8], 8), ImageFileDirectory_v2(data[:8])
    stream = io.BytesIO(data)
    stream.seek(8)
    theirs.load(stream)
    for tag in VALUES:
        expected = theirs[tag]
        single = expected[0] if isinstance(expected, tuple) and len(expected) == 1 else expected
        assert ours.get(tag) == plain(single), hex(tag)
    assert ours.get(0x1234) is None


def test_bigtiff_has_wider_entries():
    entry = struct.pack("<HHQ8s", 0x8827, 3, 1, struct.pack("<H", 400).ljust(8, b"\0"))
    long = struct.pack("<HHQ8s", 0x010F, 2, 12, struct.pack("<Q", 16 + 8 + 40))
    data = b"II\x2b\0\x08\0\0\0" + bytes(8) + struct.pack("<Q", 2) + entry + long + b"Nikon Corp.\0"
    directory = TagDirectory(io.BytesIO(data), data[:16], 16)
    assert (directory.get(0x8827), directory.get(0x010F)) == (400, "Nikon Corp.")


@pytest.mark.parametrize("head", [b"", b"XX*\0\x08\0\0\0"])
def test_without_a_byte_order_there_is_none(head: bytes):
    with pytest.raises(KeyError):
        TagDirectory(io.BytesIO(head + bytes(20)), head, 8)


@pytest.mark.parametrize("offset", [8, 9, 10**6])
def test_a_directory_beyond_the_end_is_none(offset: int):
    file = io.BytesIO(b"II*\0\x08\0\0\0\xff")
    with pytest.raises(struct.error):
        TagDirectory(file, b"II*\0", offset)


def test_of_a_thousand_claimed_entries_only_those_that_are_there_are_read():
    file = entries((0x8827, 3, 1, b"\x90\x01\0\0"), claimed=65535)
    directory = TagDirectory(file, b"II*\0", 8)
    assert directory.get(0x8827) == 400
    many = entries(*((number, 3, 1, bytes(4)) for number in range(65535)))
    assert TagDirectory(many, b"II*\0", 8).get(MOST_ENTRIES - 1) == 0
    assert TagDirectory(many, b"II*\0", 8).get(MOST_ENTRIES) is None
    assert many.total < 3 * 12 * MOST_ENTRIES


def test_the_first_of_two_entries_counts():
    assert TagDirectory(entries((7, 3, 1, b"\x01\0\0\0"), (7, 3, 1, b"\x02\0\0\0")), b"II*\0", 8).get(7) == 1


@pytest.mark.parametrize(
    "entry",
    [
        (7, 2, 0xFFFFFFFF, b"\0\0\0\0"),  # longer than any file
        (7, 5, 1, b"\xff\xff\xff\xff"),  # beyond its end
        (7, 99, 1, b"\0\0\0\0"),  # of no kind
        (7, 3, 0, b"\0\0\0\0"),
    ],
)
def test_what_cannot_be_is_not_read(entry: tuple[int, int, int, bytes]):
    file = entries(entry)
    assert TagDirectory(file, b"II*\0", 8).get(7) is None
    assert file.total < 2 * MOST_BYTES


def test_of_a_huge_text_only_the_beginning_is_read():
    file = entries((7, 2, 50 << 20, struct.pack("<L", 22)))
    file.seek(0, io.SEEK_END)
    file.write(b"x" * (50 << 20))
    assert TagDirectory(file, b"II*\0", 8).get(7) == "x" * MOST_BYTES
    assert file.total < 2 * MOST_BYTES
