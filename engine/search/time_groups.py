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
from engine.sentences import said
from engine.store import timeline
from engine.store.browsing import Browse, Browsed
from engine.store.timeline import DAY, NOT_DATED, Grouping, TimeGroup, date_of_day

EVENT_GAP = 4 * 3600  # seconds
UNDATED = said("Not dated yet")
# Not the system's words: they are in the language of all else.
WEEKDAYS = (
    said("Monday"),
    said("Tuesday"),
    said("Wednesday"),
    said("Thursday"),
    said("Friday"),
    said("Saturday"),
    said("Sunday"),
)
MONTHS = (
    said("January"),
    said("February"),
    said("March"),
    said("April"),
    said("May"),
    said("June"),
    said("July"),
    said("August"),
    said("September"),
    said("October"),
    said("November"),
    said("December"),
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
    first, last = date_of_day(group.first // DAY), date_of_day(group.last // DAY)
    day, month, year = first.day, MONTHS[first.month - 1], first.year
    if grouping is Grouping.MONTH:
        return said("{month} {year}", month=month, year=year)
    if grouping is Grouping.DAY:
        weekday = WEEKDAYS[first.weekday()]
        return said("{weekday}, {day} {month} {year}", weekday=weekday, day=day, month=month, year=year)
    if first != last:
        return _days(first, last)
    begun, ended = _clock(group.first), _clock(group.last)
    if begun == ended:
        return said("{day} {month} {year}, {begun}", day=day, month=month, year=year, begun=begun)
    return said(
        "{day} {month} {year}, {begun} to {ended}", day=day, month=month, year=year, begun=begun, ended=ended
    )


def _days(first: date, last: date) -> str:
    """What both have in common is said once."""
    if first.year != last.year:
        return said("{first} to {last}", first=_date(first), last=_date(last))
    if first.month == last.month:
        return said("{day} to {last}", day=first.day, last=_date(last))
    return said("{day} {month} to {last}", day=first.day, month=MONTHS[first.month - 1], last=_date(last))


def _date(day: date) -> str:
    return said("{day} {month} {year}", day=day.day, month=MONTHS[day.month - 1], year=day.year)


def _clock(second: int) -> str:
    minutes = second % DAY // 60
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
