"""What EXIF tells about a picture: which way is up, when it was taken, with what camera.

EXIF is often broken. That is never a reason to lose the picture: what cannot be read is not known.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from PIL import ExifTags, Image

_UPRIGHT_BY = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_DATE = re.compile(r"\s*(\d{4})[:/-](\d\d)[:/-](\d\d)[ T](\d\d):(\d\d):(\d\d)", re.ASCII)
_MAX_CAMERA_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Exif:
    orientation: int | None = None  # 1 to 8; None: not said
    taken_at: str | None = None  # "2024-05-31T17:03:59", as the camera's clock showed
    camera: str | None = None
    tags: Image.Exif | None = field(default=None, compare=False, repr=False)  # all that it says


def read(picture: Image.Image) -> Exif:
    """What a loaded picture's EXIF says. Loaded, since in PNG it may follow the pixels, and since
    loading a TIFF turns it upright already and takes the orientation away."""
    try:
        tags = picture.getexif()
    except Exception:
        return Exif()
    return Exif(_orientation(tags), _taken_at(tags), _camera(tags), tags)


def swaps_sides(orientation: int | None) -> bool:
    return orientation in (5, 6, 7, 8)


def upright(picture: Image.Image, orientation: int | None) -> Image.Image:
    turn = _UPRIGHT_BY.get(orientation or 1)
    return picture if turn is None else picture.transpose(turn)


def _orientation(tags: Mapping[int, Any]) -> int | None:
    try:
        value = tags.get(ExifTags.Base.Orientation)
    except Exception:  # Pillow decodes a value when it is asked for
        return None
    return value if isinstance(value, int) and 1 <= value <= 8 else None


def _taken_at(tags: Image.Exif) -> str | None:
    try:
        match = _DATE.match(str(tags.get_ifd(ExifTags.IFD.Exif).get(ExifTags.Base.DateTimeOriginal, "")))
        return datetime.fromisoformat("{}-{}-{}T{}:{}:{}".format(*match.groups())).isoformat() if match else None
    except Exception:  # a broken directory, or a 31st of February
        return None


def _camera(tags: Mapping[int, Any]) -> str | None:
    try:
        make, model = _plain(tags.get(ExifTags.Base.Make)), _plain(tags.get(ExifTags.Base.Model))
    except Exception:
        return None
    if make.split(" ")[0].lower() not in model.lower():  # "Canon" and "Canon EOS R6" already is a whole name
        model = f"{make} {model}"
    return model.strip()[:_MAX_CAMERA_LENGTH] or None


def _plain(value: object) -> str:
    """One line of printable text, whatever the tag holds."""
    text = value if isinstance(value, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in text.split("\0")[0]).split())
