"""Pictures in the order of their dates as groups: by day, by month, or by event, which ends where nothing was taken
for some hours; and what each group is called."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engine.library import Library
from engine.search.word_list import asked
from engine.store import timeline
from engine.store.browsing import Browse, Browsed
from engine.store.timeline import DAY, NOT_DATED, Grouping, TimeGroup, date_of_day

EVENT_GAP = 4 * 3600  # seconds
UNDATED = "Not dated yet"
# Not the system's words: all else is in English, too.
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)


def in_groups(library: Library, found: Browsed, browse: Browse) -> Browsed:
    """What is browsed by its dates, in the groups that are wanted. An image has one date, whichever of its files
    comes first."""
    if browse.grouping is None:
        return found
    seconds_N = asked(library, lambda words_db: timeline.seconds(words_db, found.ids))
    undated_N = seconds_N == NOT_DATED
    keys_N = np.where(undated_N, 0, -seconds_N if browse.descending else seconds_N)
    order_N = np.lexsort((keys_N, undated_N))
    dated = len(seconds_N) - int(np.count_nonzero(undated_N))
    groups = time_groups(seconds_N[order_N[:dated]], browse.grouping)
    if dated < len(seconds_N):
        groups.append(TimeGroup(dated, len(seconds_N), NOT_DATED, NOT_DATED))
    return replace(found, ids=found.ids[order_N], groups=tuple(groups))


def time_groups(
    seconds: Sequence[int] | NDArray[np.int64], grouping: Grouping, gap: int = EVENT_GAP
) -> list[TimeGroup]:
    """`seconds` are sorted, from the first or from the last."""
    seconds_N = np.asarray(seconds, np.int64)
    if not len(seconds_N):
        return []
    if grouping is Grouping.EVENT:
        parts_N = np.abs(np.diff(seconds_N)) > gap
    else:
        parts_N = np.diff(_units(seconds_N, grouping)) != 0
    edges = [0, *(np.flatnonzero(parts_N) + 1).tolist(), len(seconds_N)]
    return [
        TimeGroup(start, stop, *sorted((int(seconds_N[start]), int(seconds_N[stop - 1]))))
        for start, stop in pairwise(edges)
    ]


def _units(seconds_N: NDArray[np.int64], grouping: Grouping) -> NDArray[np.int64]:
    """A number for each day or month."""
    days_N = seconds_N // DAY
    if grouping is Grouping.DAY:
        return days_N
    known, at_N = np.unique(days_N, return_inverse=True)
    dates = [date_of_day(day) for day in known.tolist()]
    of_days: NDArray[np.int64] = np.array([12 * when.year + when.month for when in dates], np.int64)
    return of_days[at_N]


# -- in words -----------------------------------------------------------------------------------------------------


def title(group: TimeGroup, grouping: Grouping) -> str:
    """As in “Saturday, 6 July 2024”, “July 2024”, “6 July 2024, 14:05 to 18:30”."""
    if group.first == NOT_DATED:
        return UNDATED
    first = date_of_day(group.first // DAY)
    if grouping is Grouping.MONTH:
        return f"{MONTHS[first.month - 1]} {first.year}"
    if grouping is Grouping.DAY:
        return f"{WEEKDAYS[first.weekday()]}, {_date(first)}"
    last = date_of_day(group.last // DAY)
    if first != last:
        return _days(first, last)
    begun, ended = _clock(group.first), _clock(group.last)
    return f"{_date(first)}, {begun}" if begun == ended else f"{_date(first)}, {begun} to {ended}"


def _days(first: date, last: date) -> str:
    """What both have in common is said once."""
    if first.year != last.year:
        return f"{_date(first)} to {_date(last)}"
    month = "" if first.month == last.month else f" {MONTHS[first.month - 1]}"
    return f"{first.day}{month} to {_date(last)}"


def _date(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def _clock(second: int) -> str:
    minutes = second % DAY // 60
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
