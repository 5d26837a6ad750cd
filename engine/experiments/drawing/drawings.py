"""A figure of a report: what it is called, what it shows in a sentence, its numbers, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.experiments.spread import Number, mean_and_spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from engine.experiments.drawing.looks import Theme


@dataclass(frozen=True, slots=True)
class Drawing:
    """Its files are called `name`; `rows` are the numbers that are drawn, and often more, one row a line of CSV."""

    name: str
    title: str
    sentence: str
    rows: Sequence[dict[str, Any]]
    draw: Callable[[Theme], Figure]


@dataclass(frozen=True, slots=True)
class Averaged:
    """A curve over seeds, place by place."""

    mean: list[Number]
    spread: list[Number]


def averaged(lists: Sequence[Sequence[Number]]) -> Averaged:
    """As far as all of them go: where one seed stopped earlier, the mean of the others would jump."""
    pairs = [mean_and_spread(values) for values in zip(*lists, strict=False)]
    return Averaged([mean for mean, _ in pairs], [spread for _, spread in pairs])
