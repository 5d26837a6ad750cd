"""Times and sizes of files as numbers that SQLite can hold: its integers end at 2^63 - 1, in nanoseconds the year
2262.

A file system can give any date. One from 1678 to 2262 is stored as it is. One further off is stored in whole
seconds, in the few minutes that are left free at either end: the order of dates is kept, and a changed one is
noticed. What lies beyond the years 0 to 9999 is taken for the nearest of these dates.
"""

LARGEST = (1 << 63) - 1
_SECOND = 10**9
_FIRST, _LAST = (
    -62_167_219_200,
    253_402_387_199,
)  # seconds from 1970 to the years 0 and 9999, a day more for time zones
_LATEST = LARGEST - _LAST  # what is stored from here on are seconds
_EARLIEST = -LARGEST - _FIRST


def stored_time(mtime_ns: int) -> int:
    """The time as it is stored."""
    if mtime_ns >= _LATEST:
        return _LATEST + min(mtime_ns // _SECOND, _LAST)
    if mtime_ns <= _EARLIEST:
        return _EARLIEST + max(mtime_ns // _SECOND, _FIRST)
    return mtime_ns


def time_of(stored: int) -> int:
    """The time, in nanoseconds, that was stored so."""
    if stored >= _LATEST:
        return (stored - _LATEST) * _SECOND
    if stored <= _EARLIEST:
        return (stored - _EARLIEST) * _SECOND
    return stored


def stored_size(size: int) -> int:
    return min(size, LARGEST)
