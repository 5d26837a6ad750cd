"""What a camera, or a program after it, wrote into a picture's file: values only, each within bounds.

Numbers are whole ones, in units small enough that nothing is lost, so that they are stored and compared exactly.
What lies outside of its bounds is not believed, and counts as not said.
"""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

# Each number with its bounds, both included
NUMBERS: dict[str, tuple[int, int]] = {
    "zone": (-12 * 60, 14 * 60),
    "exposure_ns": (1, 10**14),
    "aperture": (10, 100_000),
    "iso": (1, 10_000_000),
    "focal_um": (100, 20_000_000),
    "focal_35": (1, 20_000),
    "bias": (-20_000, 20_000),
    "flash": (0, 255),
    "latitude": (-90 * 10**7, 90 * 10**7),
    "longitude": (-180 * 10**7, 180 * 10**7),
    "altitude": (-12_000 * 100, 100_000 * 100),
    "rating": (1, 5),
}
# Each text with the number of characters that are kept
TEXTS: dict[str, int] = {
    "make": 80,
    "model": 80,
    "lens": 120,
    "software": 120,
    "author": 200,
    "copyright": 300,
    "title": 300,
    "description": 2000,
    "comment": 2000,
    "profile": 120,
}
LONGEST_CAMERA = 80
_DATE_LENGTH = 19


@dataclass(frozen=True, slots=True)
class Metadata:
    taken_at: str | None = None  # "2024-05-31T17:03:59", as the camera's clock showed
    zone: int | None = None  # of that clock: minutes east of Greenwich
    exposure_ns: int | None = None
    aperture: int | None = None  # hundredths: 280 is f/2.8
    iso: int | None = None
    focal_um: int | None = None  # 50,000 is 50 mm
    focal_35: int | None = None  # mm of a lens that shows as much on 35 mm film
    bias: int | None = None  # thousandths of a stop
    flash: int | None = None  # as EXIF has it; the lowest bit: it fired
    latitude: int | None = None  # ten-millionths of a degree, north
    longitude: int | None = None  # and east
    altitude: int | None = None  # cm above the sea
    rating: int | None = None  # stars
    make: str | None = None
    model: str | None = None
    lens: str | None = None
    software: str | None = None
    author: str | None = None
    copyright: str | None = None
    title: str | None = None
    description: str | None = None
    comment: str | None = None
    profile: str | None = None  # of its colours

    @property
    def camera(self) -> str | None:
        """Make and model in one line; "Canon" and "Canon EOS R6" already is a whole name."""
        make, model = self.make or "", self.model or ""
        if make.split(" ")[0].lower() not in model.lower():
            model = f"{make} {model}"
        return model.strip()[:LONGEST_CAMERA] or None


NOTHING_SAID = Metadata()
NAMES = tuple(field.name for field in fields(Metadata))


def believed(**found: Any) -> Metadata:
    """Of what was found, all that lies within its bounds; texts are cut to their length."""
    for name, (least, most) in NUMBERS.items():
        value = found.get(name)
        if not isinstance(value, int) or not least <= value <= most:
            found[name] = None
    for name, longest in TEXTS.items():
        found[name] = (found.get(name) or "")[:longest].strip() or None
    if found["latitude"] is None or found["longitude"] is None:
        found["latitude"] = found["longitude"] = None
    if found.get("taken_at") is None:
        found["zone"] = None
    return Metadata(**found)


def is_within_bounds(metadata: Metadata) -> bool:
    """Whether it is as `believed` makes it, on one line, with a date that is one."""
    said = {name: getattr(metadata, name) for name in NAMES}
    return (
        believed(**said) == metadata
        and all((said[name] or "").isprintable() for name in TEXTS)
        and (metadata.taken_at is None or _is_date(metadata.taken_at))
    )


def _is_date(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).isoformat() == text and len(text) == _DATE_LENGTH
    except ValueError:
        return False
