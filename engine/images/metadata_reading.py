"""All that is kept of what a file says about its picture: EXIF, XMP, IPTC, the texts of PNG, comments, the colour
profile. EXIF counts first.

Files say anything: each value is read by itself, so that a broken one costs that value and nothing else.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from PIL import ExifTags, Image
from PIL.ExifTags import GPS, IFD, Base
from PIL.TiffImagePlugin import IFDRational

from engine.images.colour_profile import profile_name
from engine.images.packet_reading import date_stated, stated_in_iptc, stated_in_xmp
from engine.images.plausible_dates import date_of, zone_of
from engine.images.tag_directory import Directory
from engine.images.tags import Tags
from engine.metadata import Metadata, believed
from engine.packets.statements import NOTHING_STATED, Statements

_RATING = 0x4746
_XP_TITLE, _XP_COMMENT, _XP_AUTHOR, _XP_SUBJECT = 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9F
_LONGEST = 4_000  # characters of any text that are looked at
_SHORTEST_CUT = 30  # characters that a text has left when it was cut
_TOLD_ELSEWHERE = 65535  # an ISO number that did not fit
_SRGB, _ADOBE_RGB = 1, 2
_BELOW_THE_SEA = (1, b"\x01")


def metadata_of(picture: Image.Image, tags: Tags) -> Metadata:
    """Of a loaded picture, and its EXIF."""
    shot, place, main = tags.inside(IFD.Exif), tags.inside(IFD.GPSInfo), tags.main
    info = picture.info
    date = _date(shot)
    xmp, iptc = stated_in_xmp(picture, main, with_dates=not date), stated_in_iptc(picture, main)
    return believed(
        **(date or date_stated(xmp)),
        **_shot(shot),
        **_place(place),
        rating=_first(_value(main, _RATING) or None, xmp.stars),
        make=_text(_value(main, Base.Make)),
        model=_text(_value(main, Base.Model)),
        lens=_text(_value(shot, Base.LensModel)),
        software=_first(_text(_value(main, Base.Software)), _text(info.get("Software"))),
        author=_first(
            _text(_value(main, Base.Artist)),
            _wide(_value(main, _XP_AUTHOR)),
            _text(info.get("Author")),
            _stated(xmp.author),
            _stated(iptc.author),
        ),
        copyright=_first(_text(_value(main, Base.Copyright)), _text(info.get("Copyright"))),
        title=_all_of(
            _first(_wide(_value(main, _XP_TITLE)), _text(info.get("Title")), _wide(_value(main, _XP_SUBJECT))),
            *map(_stated, (xmp.title, iptc.title, xmp.headline, iptc.headline)),
        ),
        description=_all_of(
            _first(_text(_value(main, Base.ImageDescription)), _text(info.get("Description"))),
            *map(_stated, (xmp.caption, iptc.caption)),
        ),
        comment=_first(
            _comment(_value(shot, Base.UserComment)),
            _wide(_value(main, _XP_COMMENT)),
            _text(info.get("comment")),
            _text(info.get("Comment")),
        ),
        profile=_first(_text(profile_name(info.get("icc_profile"))), _colour_space(shot)),
    )


def with_earlier(said: Metadata, stated: Statements) -> Metadata:
    """Also what was stated, where nothing was said; texts are joined."""
    return _joined(
        said,
        stated,
        stars=_first(said.rating, stated.stars),
        author=_first(said.author, _stated(stated.author)),
        title=_all_of(said.title, *map(_stated, (stated.title, stated.headline))),
        description=_all_of(said.description, _stated(stated.caption)),
    )


def with_later(said: Metadata, stated: Statements) -> Metadata:
    """Also what was stated, which is the later word, but for the date: that of the camera is the surer one."""
    return _joined(
        said,
        stated,
        stars=_first(stated.stars, said.rating),
        author=_first(_stated(stated.author), said.author),
        title=_all_of(*map(_stated, (stated.title, stated.headline)), said.title),
        description=_all_of(_stated(stated.caption), said.description),
    )


def _joined(said: Metadata, stated: Statements, stars: int | None, **texts: str | None) -> Metadata:
    if stated == NOTHING_STATED:
        return said
    date = {} if said.taken_at is not None else date_stated(stated)
    return believed(**(asdict(said) | texts | date | {"rating": stars}))


def _value(directory: Directory, tag: int) -> Any:
    try:
        value = directory.get(tag)
        return value[0] if isinstance(value, tuple) and len(value) == 1 else value
    except Exception:  # Pillow decodes a value when it is asked for
        return None


def _date(shot: Directory) -> dict[str, Any]:
    for date, zone in (
        (Base.DateTimeOriginal, Base.OffsetTimeOriginal),
        (Base.DateTimeDigitized, Base.OffsetTimeDigitized),
    ):
        taken_at = date_of(_value(shot, date))
        if taken_at is not None:
            return {"taken_at": taken_at, "zone": zone_of(_text(_value(shot, zone)))}
    return {}


def _shot(shot: Directory) -> dict[str, Any]:
    iso = _first(*(_whole(_value(shot, tag)) for tag in _ISO_TAGS))
    return {
        "exposure_ns": _first(
            _scaled(_value(shot, Base.ExposureTime), 10**9) or None,
            _by_stops(_value(shot, Base.ShutterSpeedValue), lambda stops: 10**9 / 2**stops),
        ),
        "aperture": _first(
            _scaled(_value(shot, Base.FNumber), 100) or None,
            _by_stops(_value(shot, Base.ApertureValue), lambda stops: 100 * math.sqrt(2) ** stops),
        ),
        "iso": iso,
        "focal_um": _scaled(_value(shot, Base.FocalLength), 1000),
        "focal_35": _whole(_value(shot, Base.FocalLengthIn35mmFilm)),
        "bias": _scaled(_value(shot, Base.ExposureBiasValue), 1000),
        "flash": _whole(_value(shot, Base.Flash)),
    }


_ISO_TAGS = (Base.ISOSpeedRatings, Base.RecommendedExposureIndex, Base.ISOSpeed, Base.StandardOutputSensitivity)


def _place(place: Directory) -> dict[str, Any]:
    latitude = _degrees(place, GPS.GPSLatitude, GPS.GPSLatitudeRef, "NS")
    longitude = _degrees(place, GPS.GPSLongitude, GPS.GPSLongitudeRef, "EW")
    if latitude is None or longitude is None or latitude == longitude == 0:  # what is written when nothing is known
        return {}
    altitude = _scaled(_value(place, GPS.GPSAltitude), 100)
    if altitude is not None and _value(place, GPS.GPSAltitudeRef) in _BELOW_THE_SEA:
        altitude = -altitude
    return {"latitude": latitude, "longitude": longitude, "altitude": altitude}


def _degrees(place: Directory, tag: int, side_tag: int, sides: str) -> int | None:
    """`sides` are the two letters, for more and for less than 0."""
    parts, side = _value(place, tag), (_text(_value(place, side_tag)) or " ")[0].upper()
    if not isinstance(parts, tuple) or side not in sides:
        return None
    numbers = [_number(part) for part in (parts if isinstance(parts[0], tuple | IFDRational) else [parts])]
    if len(numbers) > 3:
        return None
    if any(number is None or number < 0 for number in numbers):
        return None
    degrees = sum((number or 0) / 60**at for at, number in enumerate(numbers))
    return _rounded(degrees * (-1 if side == sides[1] else 1), 10**7)


def _number(value: Any) -> float | None:
    """Of a whole number, a fraction as Pillow has it, or one as a pair."""
    if isinstance(value, IFDRational):
        value = int(value.numerator), value.denominator
    match value:
        case int() | float():
            return value
        case (int(above), int(below)) if below:
            return above / below
    return None


def _scaled(value: Any, by: int) -> int | None:
    number = _number(value)
    return None if number is None else _rounded(number, by)


def _rounded(number: float, by: int) -> int | None:
    return round(number * by) if math.isfinite(number) else None


def _by_stops(value: Any, meaning: Callable[[float], float]) -> int | None:
    number = _number(value)
    return round(meaning(number)) if number is not None and -100 < number < 100 else None


def _whole(value: Any) -> int | None:
    """The first, if there are several."""
    if isinstance(value, tuple) and value:
        value = value[0]
    return value if isinstance(value, int) and value != _TOLD_ELSEWHERE else None


def _first(*found: Any) -> Any:
    return next((each for each in found if each is not None), None)


def _colour_space(shot: Directory) -> str | None:
    return {_SRGB: "sRGB", _ADOBE_RGB: "Adobe RGB"}.get(_whole(_value(shot, ExifTags.Base.ColorSpace)) or 0)


# -- texts --------------------------------------------------------------------------------------------------------


def _all_of(*texts: str | None) -> str | None:
    """Each once: programs write the same into several places, of which IPTC cuts what is long."""
    kept = list[str]()
    for text in filter(None, texts):
        beginning = next((at for at, each in enumerate(kept) if _is_cut(each, text)), None)
        if beginning is not None:
            kept[beginning] = text
        elif text not in kept and not any(_is_cut(text, each) for each in kept):
            kept.append(text)
    return " · ".join(kept) or None


def _is_cut(text: str, whole: str) -> bool:
    return len(whole) > len(text) >= _SHORTEST_CUT and whole.startswith(text)


def _stated(text: str | None) -> str | None:
    return _line(text[:_LONGEST]) if text else None


def _text(value: Any) -> str | None:
    """One line of printable text, whatever the tag holds. Pillow takes each byte of EXIF for a letter, but most
    programs write UTF-8."""
    if isinstance(value, bytes):
        value = value[:_LONGEST].decode("latin-1")
    if not isinstance(value, str):
        return None
    text = value[:_LONGEST].split("\0")[0]
    with suppress(UnicodeError):  # it is no UTF-8, or was decoded rightly already
        text = text.encode("latin-1").decode("utf-8")
    return _line(text)


def _wide(value: Any) -> str | None:
    """What Windows writes: UTF-16 in bytes."""
    if isinstance(value, tuple) and all(isinstance(each, int) and 0 <= each < 256 for each in value):
        value = bytes(value[:_LONGEST])
    return _decoded(value, "utf-16-le") if isinstance(value, bytes) else None


def _comment(value: Any) -> str | None:
    """Its first eight bytes say how the others are to be read; mostly they do."""
    if not isinstance(value, bytes):
        return _text(value)
    kind, text = value[:8], value[8:]
    if kind == b"UNICODE\0":
        return _decoded(text, "utf-16-le" if text[1:2] == b"\0" else "utf-16-be")
    if kind.startswith(b"JIS"):
        return _decoded(text, "iso2022_jp")
    return _text(text.lstrip(b"\0 ")) if kind in (b"ASCII\0\0\0", bytes(8)) else _text(value)


def _decoded(text: bytes, kind: str) -> str | None:
    return _line(text[:_LONGEST].decode(kind, "ignore").split("\0")[0])


def _line(text: str) -> str | None:
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split()) or None
