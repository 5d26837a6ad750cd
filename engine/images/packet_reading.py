"""What XMP and IPTC inside a picture say of it, beside its EXIF: where Pillow keeps them, and their texts as lines.

Strangers wrote them: what is broken, hostile or too large says nothing, and costs nothing else.
"""

import re
from typing import Any

from PIL import Image

from engine.images.plausible_dates import date_of, zone_of
from engine.images.tag_directory import Directory
from engine.packets import iptc
from engine.packets.statements import MOST_BYTES, NOTHING_STATED, Statements, of_iptc, of_packet

_XMP, _IPTC, _PHOTOSHOP = 700, 33723, 34377  # tags of TIFF
_IPTC_BLOCK = 0x0404
_DATE_AND_ZONE = re.compile(r"\s*(.{10,}?)\s*(Z|[+-]\d\d:?\d\d)?\s*", re.ASCII | re.DOTALL)
_LONGEST_DATE = 64


def stated_in_xmp(picture: Image.Image, main: Directory, with_dates: bool) -> Statements:
    try:
        packet = _packet(picture, main)
        return of_packet(packet, with_dates) if packet else NOTHING_STATED
    except Exception:  # broken in a way that nobody thought of
        return NOTHING_STATED


def stated_in_iptc(picture: Image.Image, main: Directory) -> Statements:
    try:
        records = _iptc(picture, main)
        return of_iptc(records) if records else NOTHING_STATED
    except Exception:
        return NOTHING_STATED


def date_stated(said: Statements) -> dict[str, Any]:
    """The first date that can be, as the camera's clock showed it, and that clock's zone."""
    for text in said.dates:
        match = _DATE_AND_ZONE.fullmatch(text[:_LONGEST_DATE])
        if match and (taken_at := date_of(match[1])) is not None:
            return {"taken_at": taken_at, "zone": zone_of(match[2])}
    return {}


def _packet(picture: Image.Image, main: Directory) -> bytes:
    """By format, it has one of several names."""
    packet = picture.info.get("xmp") or picture.info.get("XML:com.adobe.xmp") or main.get(_XMP)
    if isinstance(packet, str):
        return packet[: MOST_BYTES + 1].encode("utf-8", "ignore")
    return packet if isinstance(packet, bytes) else b""


def _iptc(picture: Image.Image, main: Directory) -> bytes:
    blocks = picture.info.get("photoshop")
    if isinstance(blocks, dict) and isinstance(found := blocks.get(_IPTC_BLOCK), bytes):
        return found
    found = main.get(_IPTC)
    if isinstance(found, bytes) and found:
        return found
    blocks = main.get(_PHOTOSHOP)
    return iptc.in_photoshop_blocks(blocks) if isinstance(blocks, bytes) else b""
