"""What a picture's EXIF says that goes along when the picture is exported: when, with what and how it was taken,
and by whom.

Only tags that are listed here, and of these only what can be written again: no serial numbers, no notes of the
maker, no small picture of what was cropped away since. Where it was taken goes along only if that is asked for: who
gives pictures away may not want to tell where they live. Which way is up is not carried: an exported picture is.
"""

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from PIL import ExifTags, Image
from PIL.ExifTags import IFD, Base
from PIL.TiffImagePlugin import IFDRational

MOST_BYTES = 60_000  # a JPEG holds 65,533
_MOST_TEXT, _MOST_VALUES = 2000, 16
_SRGB, _UPRIGHT = 1, 1
_VERSION = b"0232"

_OF_THE_PICTURE = (Base.ImageDescription, Base.Make, Base.Model, Base.DateTime, Base.Artist, Base.Copyright)
_OF_THE_SHOT = (
    Base.DateTimeOriginal,
    Base.DateTimeDigitized,
    Base.OffsetTime,
    Base.OffsetTimeOriginal,
    Base.OffsetTimeDigitized,
    Base.SubsecTime,
    Base.SubsecTimeOriginal,
    Base.SubsecTimeDigitized,
    Base.ExposureTime,
    Base.FNumber,
    Base.ExposureProgram,
    Base.ISOSpeedRatings,
    Base.ShutterSpeedValue,
    Base.ApertureValue,
    Base.ExposureBiasValue,
    Base.MaxApertureValue,
    Base.SubjectDistance,
    Base.MeteringMode,
    Base.LightSource,
    Base.Flash,
    Base.FocalLength,
    Base.FocalLengthIn35mmFilm,
    Base.ExposureMode,
    Base.WhiteBalance,
    Base.DigitalZoomRatio,
    Base.SceneCaptureType,
    Base.LensMake,
    Base.LensModel,
)
_OF_THE_PLACE = tuple(ExifTags.GPS)


def carried(
    tags: Image.Exif | None, taken_at: str | None, width: int, height: int, with_place: bool = False
) -> bytes:
    """The EXIF of an upright sRGB picture of this size, made of `tags`; `taken_at`, as in 2024-05-31T17:03:59, is
    believed where these do not say it. Whatever the tags hold, there is an answer."""
    made = Image.Exif()
    shot = made.get_ifd(IFD.Exif)
    if tags is not None:
        made.update(_fit(None, tags, _OF_THE_PICTURE))
        shot.update(_fit(IFD.Exif, _directory(tags, IFD.Exif), _OF_THE_SHOT))
        if with_place and (place := _fit(IFD.GPSInfo, _directory(tags, IFD.GPSInfo), _OF_THE_PLACE)):
            made.get_ifd(IFD.GPSInfo).update(place)
    if taken_at is not None:
        shot.setdefault(Base.DateTimeOriginal, taken_at[:19].replace("-", ":").replace("T", " "))
    whole = _finished(made, width, height)
    return whole if len(whole) <= MOST_BYTES else _finished(Image.Exif(), width, height)


def _finished(made: Image.Exif, width: int, height: int) -> bytes:
    made[Base.Orientation] = _UPRIGHT
    made[Base.Software] = "DualHash"
    shot = made.get_ifd(IFD.Exif)
    shot[Base.ExifVersion] = _VERSION
    shot[Base.ColorSpace] = _SRGB
    shot[Base.ExifImageWidth], shot[Base.ExifImageHeight] = width, height
    return made.tobytes()


def _directory(tags: Image.Exif, which: IFD) -> Mapping[int, Any]:
    try:
        return tags.get_ifd(which)
    except Exception:  # it is broken
        return {}


def _fit(which: IFD | None, found: Mapping[int, Any], wanted: Iterable[int]) -> dict[int, Any]:
    """Those of the tags that can be written again."""
    fit = {}
    for tag in map(int, wanted):
        value = _plain(_value(found, tag))
        if isinstance(value, str) and which is None:
            value = value.encode("latin-1", "replace")  # the bytes as they were: it may be UTF-8
        if value is not None and _can_be_written(which, tag, value):
            fit[tag] = value
    return fit


def _value(found: Mapping[int, Any], tag: int) -> Any:
    try:
        return found.get(tag)
    except Exception:  # Pillow decodes a value when it is asked for
        return None


def _plain(value: Any) -> Any:
    """The value if it is a text, a number or some of these, and says something; else None."""
    if isinstance(value, str):
        return value.split("\0")[0].strip()[:_MOST_TEXT] or None
    if isinstance(value, tuple):
        several = [_plain(each) for each in value[:_MOST_VALUES]]
        return None if not several or None in several else tuple(several)
    if isinstance(value, IFDRational):
        return value if value.denominator else None
    if isinstance(value, bytes):
        return value if 0 < len(value) <= _MOST_TEXT else None
    return value if isinstance(value, int) else None


def _can_be_written(which: IFD | None, tag: int, value: Any) -> bool:
    alone = Image.Exif()
    into: MutableMapping[int, Any] = alone if which is None else alone.get_ifd(which)
    into[tag] = value
    try:
        alone.tobytes()
    except Exception:  # of another kind than the tag's, or out of its bounds
        return False
    return True
