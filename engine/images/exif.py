"""What EXIF tells about a picture: which way is up, and all that `metadata_reading` makes of it.

EXIF is often broken. That is never a reason to lose the picture: what cannot be read is not known.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from PIL import ExifTags, Image

from engine.images.metadata_reading import metadata_of
from engine.images.tags import NO_TAGS, Tags, tags_of
from engine.metadata import NOTHING_SAID, Metadata

_UPRIGHT_BY = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_PACKETS = ("XML:com.adobe.xmp", "xmp")  # of XMP, one or both of them by format
_ORIENTED = "tiff:Orientation"
_ORIENTATION = _ORIENTED + r"""(?:=["']|>)([0-9])"""


@dataclass(frozen=True, slots=True)
class Exif:
    orientation: int | None = None  # 1 to 8; None: not said
    metadata: Metadata = NOTHING_SAID
    tags: Tags = field(default=NO_TAGS, compare=False, repr=False)  # all that it says


def read(picture: Image.Image) -> Exif:
    """What a loaded picture's EXIF says. Loaded, since in PNG it may follow the pixels, and since
    loading a TIFF turns it upright already and takes the orientation away."""
    packets = {key: picture.info.pop(key) for key in _PACKETS if key in picture.info}
    try:
        tags = tags_of(picture)  # without packets, or Pillow looks through them
    finally:
        picture.info.update(packets)
    orientation = _orientation(tags)
    if orientation is None:
        orientation = next(filter(None, map(_orientation_in, packets.values())), None)
    return Exif(orientation, _metadata(picture, tags), tags)


def _orientation_in(packet: Any) -> int | None:
    """What XMP says; Pillow's pattern takes twice as long as to look for the word alone."""
    match: re.Match[str] | re.Match[bytes] | None = None
    if isinstance(packet, str) and _ORIENTED in packet:
        match = re.search(_ORIENTATION, packet)
    elif isinstance(packet, bytes) and _ORIENTED.encode() in packet:
        match = re.search(_ORIENTATION.encode(), packet)
    return int(match[1]) if match else None


def _metadata(picture: Image.Image, tags: Tags) -> Metadata:
    try:
        return metadata_of(picture, tags)
    except Exception:  # broken in a way that nobody thought of
        return NOTHING_SAID


def swaps_sides(orientation: int | None) -> bool:
    return orientation in (5, 6, 7, 8)


def upright(picture: Image.Image, orientation: int | None) -> Image.Image:
    turn = _UPRIGHT_BY.get(orientation or 1)
    return picture if turn is None else picture.transpose(turn)


def _orientation(tags: Tags) -> int | None:
    try:
        value = tags.main.get(ExifTags.Base.Orientation)
    except Exception:  # a value is decoded when it is asked for
        return None
    return value if isinstance(value, int) and 1 <= value <= 8 else None
