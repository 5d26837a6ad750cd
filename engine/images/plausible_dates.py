"""When a picture was taken, as a camera says it, and whether that can be.

Clocks that were never set, stand at zero or run ahead are common: what cannot be is no date, and the file's own
counts instead. The zone is told apart from the date, which stays what the camera's clock showed.
"""

import re
from datetime import UTC, datetime, timedelta

# Seconds may be left out, or blank, which EXIF has for what is not known.
_DATE = re.compile(r"\s*(\d{4})[:/-](\d\d)[:/-](\d\d)[ T](\d\d):(\d\d)(?::(\d\d)|:?\s*\Z)", re.ASCII)
_ZONE = re.compile(r"\s*([+-])(\d\d):?(\d\d)\s*\Z", re.ASCII)
_FIRST_PHOTOGRAPH = datetime(1826, 1, 1)
_CLOCK_AT_ZERO = datetime(1970, 1, 1)
AHEAD = timedelta(days=1)  # a clock of another zone may show tomorrow


def date_of(text: object, now: datetime | None = None) -> str | None:
    """The date as in "2024-05-31T17:03:59"; None if the text is none, or cannot be true at `now` (in UTC)."""
    match = _DATE.match(text) if isinstance(text, str) else None
    if match is None:
        return None
    try:
        year, month, day, hour, minute, second = map(int, match.groups("0"))
        date = datetime(year, month, day, hour, minute, 59 if second == 60 else second)  # a leap second
    except ValueError:  # a 31st of February
        return None
    return date.isoformat() if is_plausible(date, now) else None


def is_plausible(date: datetime, now: datetime | None = None) -> bool:
    """`date` by any clock of the world."""
    latest = (now or datetime.now(UTC)).replace(tzinfo=None) + AHEAD
    return _FIRST_PHOTOGRAPH <= date <= latest and date != _CLOCK_AT_ZERO


def zone_of(text: object) -> int | None:
    """Minutes east of Greenwich; None if there is no such zone."""
    if not isinstance(text, str):
        return None
    if text.strip() == "Z":
        return 0
    match = _ZONE.match(text)
    if match is None:
        return None
    sign, hours, minutes = match.groups()
    east = (60 * int(hours) + int(minutes)) * (-1 if sign == "-" else 1)
    return east if -12 * 60 <= east <= 14 * 60 and int(minutes) in (0, 15, 30, 45) else None
