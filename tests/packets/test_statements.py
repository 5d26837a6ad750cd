"""What packets of any spelling say, beside a slow reader on another tree; and what broken ones cost."""

import random

import pytest

from engine.packets import statements
from engine.packets.statements import Statements
from tests.packets import random_packets

EACH = 120  # packets a test: some dozens show what is wrong with any spelling


@pytest.mark.parametrize("seed", range(5))
def test_a_packet_says_what_a_slow_reader_finds_in_it(seed: int):
    dice = random.Random(seed)
    packets = [random_packets.packet(dice) for _ in range(EACH)]
    expected = [random_packets.literally(packet) for packet in packets]
    assert [statements.of_packet(packet) for packet in packets] == expected
    assert sum(each != Statements() for each in expected) > EACH / 2


@pytest.mark.parametrize("seed", range(5))
def test_a_spoilt_packet_says_the_same_as_well_or_is_no_xml(seed: int):
    dice = random.Random(seed)
    for _ in range(EACH):
        packet = random_packets.spoilt(random_packets.packet(dice), dice)
        said, expected = statements.of_packet(packet), random_packets.literally(packet)
        assert expected in (None, said), packet


def test_a_long_packet_that_names_what_is_of_interest_at_its_end_alone_is_read():
    long = "<h:H xmlns:h='urn:h'>%s</h:H>" % ("a" * 50_000)
    packet = (
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:xmp='http://ns.adobe.com/xap/1.0/'>"
        f"<rdf:Description>{long}<xmp:Rating>3</xmp:Rating></rdf:Description></rdf:RDF>"
    )
    assert statements.of_packet(packet.encode(), with_dates=False).stars == 3
    assert statements.of_packet(packet.replace("Rating", "Label").encode()) == Statements()


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_one_broken_sign_costs_no_more_than_itself(codec: str):
    packet = (
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
        "<rdf:Description><dc:title>One @ sign</dc:title></rdf:Description></rdf:RDF>"
    )
    data = packet.encode(codec)
    size = 4 if "32" in codec else 2
    at = next(n for n in range(0, len(data), size) if b"@" in data[n : n + size])
    half = b"\0\xd8" if codec != "utf-16-be" else b"\xd8\0"
    broken = data[:at] + half.ljust(size, b"\0") + data[at + size :]
    assert statements.of_packet(broken).title == "One \N{REPLACEMENT CHARACTER} sign"
