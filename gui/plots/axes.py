"""Where a value lies on an axis, which ticks it has, how numbers are written."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.arrays import Reals
from gui.language import number

MOST_DECADES = 6  # with a tick each
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Axis:
    """From `low` to `high`."""

    low: float
    high: float
    log: bool = False
    whole: bool = False  # only whole numbers have a meaning

    def places(self, values_N: Reals) -> Reals:
        """Where values lie: 0 at the low end, 1 at the high one."""
        if self.log:
            return np.log10(values_N / self.low) / math.log10(self.high / self.low)
        return (values_N - self.low) / (self.high - self.low)

    def ticks(self, most: int) -> list[float]:
        if self.log:
            return self._decades(max(2, most))
        step = _round_step((self.high - self.low) / max(1, most))
        step = max(1.0, step) if self.whole else step
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [at * step for at in range(first, last + 1)]

    def text(self, tick: float) -> str:
        if self.log and not self.whole:
            return "10" + str(round(math.log10(tick))).translate(_SUPERSCRIPTS)
        return number_text(tick)

    def _decades(self, most: int) -> list[float]:
        """Powers of ten; of whole numbers, which are written out, also 2 and 5 between them if there is room."""
        first, last = math.ceil(math.log10(self.low) - 1e-9), math.floor(math.log10(self.high) + 1e-9)
        if self.whole and 3 * (last - first + 1) <= most:
            between = [factor * 10.0**power for power in range(first, last + 1) for factor in (1, 2, 5)]
            return [tick for tick in between if tick <= self.high]
        step = max(1, math.ceil((last - first) / min(most, MOST_DECADES)))
        return [10.0**exponent for exponent in range(first, last + 1, step)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What an axis is to be, whatever is shown: `low` and `high` are on it where they are given."""

    log: bool = False
    whole: bool = False
    low: float | None = None
    high: float | None = None


LINEAR = Scale()
WHOLE = Scale(whole=True)
SHARE = Scale(low=0.0, high=1.0)


def axis_around(values: Iterable[float], scale: Scale = LINEAR) -> Axis:
    """An axis that holds all values.

    A logarithmic one reaches from a power of ten to another, or, of whole numbers, just from the least to the most.
    """
    log, whole = scale.log, scale.whole
    held = [value for value in values if math.isfinite(value) and (value > 0 or not log)]
    held += [end for end in (scale.low, scale.high) if end is not None]
    if log and whole:
        least = min(held, default=1.0)
        return Axis(least, max(*held, 2 * least) if held else 2 * least, log=True, whole=True)
    if log:
        first = math.floor(math.log10(min(held, default=1.0)) + 1e-9)
        last = math.ceil(math.log10(max(held, default=1.0)) - 1e-9)
        return Axis(10.0**first, 10.0 ** max(last, first + 1), log=True)
    least, most = min(held, default=0.0), max(held, default=1.0)
    if most <= least:
        most = least + (1.0 if whole or least == 0 else abs(least) / 2)
    if whole:
        return Axis(least, most, whole=True)
    step = _round_step((most - least) / 4)
    return Axis(
        math.floor(least / step + 1e-9) * step if scale.low is None else scale.low,
        math.ceil(most / step - 1e-9) * step if scale.high is None else max(scale.high, most),
    )


def number_text(value: float) -> str:
    """Short, as a person would write it."""
    if value and not 1e-3 <= abs(value) < 1e5:
        digits = 0 if ".0e" in f"{value:.1e}" else 1
        return number(value, f".{digits}e").replace("e-0", "e-").replace("e+0", "e")
    return number(value, ",.4g" if abs(value) < 1000 else ",.0f")


def measured(label: str, value: str) -> str:
    """A value after the label of its axis: "Distance (bits)" and "12" are "Distance 12 bits"."""
    name, has_unit, unit = label.partition(" (")
    return f"{name} {with_unit(label, value)}" if has_unit and unit.endswith(")") else f"{label} {value}"


def with_unit(label: str, value: str) -> str:
    """A value with the unit that its axis has in brackets."""
    _, _, unit = label.partition(" (")
    return f"{value} {unit[:-1]}" if unit.endswith(")") else value


def _round_step(rough: float) -> float:
    """The least of 1, 2, 5 times a power of ten that is not below."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
