"""What EXIF tells about a picture: which way is up, and all that `metadata_reading` makes of it.

EXIF is often broken. That is never a reason to lose the picture: what cannot be read is not known.
"""

from dataclasses import dataclass, field

from PIL import ExifTags, Image

from engine.images.metadata_reading import metadata_of
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
_PACKETS = ("xmp", "XML:com.adobe.xmp")  # by format, a picture has one under one of these


@dataclass(frozen=True, slots=True)
class Exif:
    orientation: int | None = None  # 1 to 8; None: not said
    metadata: Metadata = NOTHING_SAID
    tags: Image.Exif | None = field(default=None, compare=False, repr=False)  # all that it says


def read(picture: Image.Image) -> Exif:
    """What a loaded picture's EXIF says. Loaded, since in PNG it may follow the pixels, and since
    loading a TIFF turns it upright already and takes the orientation away."""
    try:
        tags: Image.Exif | None = _tags(picture)
    except Exception:
        tags = None
    return Exif(_orientation(tags), _metadata(picture, tags), tags)


def _tags(picture: Image.Image) -> Image.Exif:
    """Where EXIF does not say which way is up, Pillow looks through XMP for it, by a pattern. In a long packet
    without that word, to look for the word alone takes half as long."""
    packets = {key: packet for key in _PACKETS if (packet := picture.info.get(key))}
    hidden = {key: packet for key, packet in packets.items() if not _says_which_way_is_up(packet)}
    for key in hidden:
        del picture.info[key]
    try:
        return picture.getexif()
    finally:
        picture.info.update(hidden)


def _says_which_way_is_up(packet: str | bytes) -> bool:
    return "tiff:Orientation" in packet if isinstance(packet, str) else b"tiff:Orientation" in packet


def _metadata(picture: Image.Image, tags: Image.Exif | None) -> Metadata:
    try:
        return metadata_of(picture, tags)
    except Exception:  # broken in a way that nobody thought of
        return NOTHING_SAID


def swaps_sides(orientation: int | None) -> bool:
    return orientation in (5, 6, 7, 8)


def upright(picture: Image.Image, orientation: int | None) -> Image.Image:
    turn = _UPRIGHT_BY.get(orientation or 1)
    return picture if turn is None else picture.transpose(turn)


def _orientation(tags: Image.Exif | None) -> int | None:
    try:
        value = None if tags is None else tags.get(ExifTags.Base.Orientation)
    except Exception:  # Pillow decodes a value when it is asked for
        return None
    return value if isinstance(value, int) and 1 <= value <= 8 else None
