"""Where the months of the timeline stand: one below the other, each that has pictures. Arithmetic, no painting."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QLocale

from engine.search.date_words import Month
from gui.language import tr_n

HIGHEST = 20.0  # pixels a month, where there are few


@dataclass(frozen=True)
class TimelineBars:
    months: tuple[Month, ...] = ()  # as they are shown
    counts: tuple[int, ...] = ()
    top: float = 0.0
    height: float = 0.0

    @classmethod
    def of(cls, counted: Mapping[Month, int], newest_first: bool, top: float, height: float) -> "TimelineBars":
        months = sorted(counted, reverse=newest_first)
        return cls(tuple(months), tuple(counted[month] for month in months), top, max(1.0, height))

    @cached_property
    def pitch(self) -> float:
        """From one month to the next; with very many less than a pixel."""
        return min(HIGHEST, self.height / max(1, len(self.months)))

    @cached_property
    def most(self) -> int:
        return max(self.counts, default=1)

    def top_of(self, place: int) -> float:
        return self.top + place * self.pitch

    def length_of(self, place: int) -> float:
        """From 0 to 1. The root of its share, so that a quiet month is seen beside a busy one."""
        return float((self.counts[place] / max(1, self.most)) ** 0.5)

    def place_at(self, y: float) -> int:
        """The month there, or the nearest one."""
        return max(0, min(len(self.months) - 1, int((y - self.top) // self.pitch)))

    def places_between(self, first: Month | None, last: Month | None) -> range:
        """The months from the first to the last, whichever of them is shown above the other; None: it is open."""
        inside = [
            place
            for place, month in enumerate(self.months)
            if (first is None or month >= first) and (last is None or month <= last)
        ]
        return range(inside[0], inside[-1] + 1) if inside else range(0)

    def years(self, line: float) -> list[tuple[float, int]]:
        """Where each year begins, as many of them as fit with so much room for one; the first is always there."""
        found: list[tuple[float, int]] = []
        for place, (year, _) in enumerate(self.months):
            begins = place == 0 or self.months[place - 1][0] != year
            if begins and (not found or self.top_of(place) >= found[-1][0] + line):
                found.append((self.top_of(place), year))
        return found


def name_of(month: Month) -> str:
    return f"{month_name(month)} {month[0]}"


def month_name(month: Month) -> str:
    return QLocale().standaloneMonthName(month[1])


def pictures(count: int) -> str:
    return tr_n("{n:,} pictures", "{n:,} picture", count)
