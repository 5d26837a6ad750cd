"""Metadata as a person reads it."""

from engine.metadata import Metadata
from engine.metadata_text import focal_length, lines, place, zone
from tests.images.test_metadata_reading import ALL_OF_IT


def test_all_of_it_is_told():
    assert lines(ALL_OF_IT) == [
        ("Exposure", "1/250 s, f/2.8, ISO 800, -0.33 EV"),
        ("Lens", "EF50mm f/1.8 STM, 6.765 mm (26 mm on film)"),
        ("Flash", "fired"),
        ("Rating", "★★★★"),
        ("Place", "-33.853472, 151.200000"),
        ("Height", "-8 m"),
        ("Title", "Ein Titel"),
        ("Description", "A day at the sea"),
        ("Comment", "Größe"),
        ("Author", "Zoë"),
        ("Copyright", "(c) nobody"),
        ("Software", "Firmware 1.2"),
        ("Colours", "sRGB"),
    ]
    assert lines(Metadata()) == []


def test_exposures_zones_and_lengths():
    assert [lines(Metadata(exposure_ns=ns))[0][1] for ns in (31_250, 500_000_000, 30 * 10**9)] == [
        *("1/32000 s", "0.5 s", "30 s"),
    ]
    assert [zone(Metadata(zone=east)) for east in (120, -210, 0, None)] == ["+02:00", "-03:30", "+00:00", ""]
    assert focal_length(Metadata(focal_um=50_000, focal_35=50)) == "50 mm"
    assert focal_length(Metadata(focal_35=28)) == "28 mm on film"
    assert place(Metadata()) is None
    assert lines(Metadata(flash=16)) == [("Flash", "did not fire")]
