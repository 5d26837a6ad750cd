"""Colours of the pictures on the map, and what they mean: by label, by date or by folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from engine.arrays import Numbers
from engine.sentences import said
from gui.widgets.label_colours import NAMED
from gui.widgets.theme import mixed

ColourNumbers = NDArray[np.uint8]  # which of the kinds

MOST_NAMED = 11  # kinds with a colour of their own; more could not be told apart
OTHERS = QColor(NAMED["Grey"])
OLD, MIDDLE, NEW = QColor("#3b4cc0"), QColor("#2aa198"), QColor("#e0a92e")


class ColouredBy(StrEnum):
    LABEL = said("Label")
    DATE = said("Date")
    FOLDER = said("Folder")


@dataclass(frozen=True, slots=True)
class MapKind:
    """What has one colour: pictures of a label, of a year, of a folder."""

    name: str
    colour: QColor
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class Colouring:
    """`number_N` is 1 and up: the place in `kinds`, and 1 more."""

    number_N: ColourNumbers
    kinds: tuple[MapKind, ...]


def by_names(kind_N: Numbers, names: Sequence[str], colours: Sequence[QColor | None], rest: str) -> Colouring:
    """`kind_N` are places in `names`, -1 for none of them. The most frequent have their own colour, or else one
    that no other has; what is left, and nothing else, is grey, and called `rest`."""
    counts = np.bincount(kind_N[kind_N >= 0], minlength=len(names))
    frequent = [int(kind) for kind in np.argsort(-counts, kind="stable") if counts[kind]][:MOST_NAMED]
    own = {kind: colour for kind in frequent if (colour := colours[kind]) is not None and colour != OTHERS}
    named = [colour for colour in map(QColor, NAMED.values()) if colour != OTHERS]
    free = cycle([colour for colour in named if colour not in own.values()] or named)
    kinds = [MapKind(names[kind], own.get(kind) or next(free), int(counts[kind])) for kind in frequent]
    number_of = np.full(len(names) + 1, len(kinds) + 1, np.uint8)  # the last is for -1
    number_of[frequent] = np.arange(1, len(kinds) + 1)
    left = len(kind_N) - sum(kind.count for kind in kinds)
    return Colouring(number_of[kind_N], (*kinds, MapKind(rest, OTHERS, left)))


def by_spans(span_N: Numbers, names: Sequence[str], rest: str) -> Colouring:
    """`span_N` are places in `names`, which follow each other in time; -1 where nothing is known."""
    counts = np.bincount(span_N[span_N >= 0], minlength=len(names))
    last = max(1, len(names) - 1)
    kinds = [MapKind(name, _between(place / last), int(counts[place])) for place, name in enumerate(names)]
    number_N = np.where(span_N < 0, len(names) + 1, span_N + 1).astype(np.uint8)
    return Colouring(number_N, (*kinds, MapKind(rest, OTHERS, int((span_N < 0).sum()))))


def _between(share: float) -> QColor:
    """From old to new."""
    first, second, at = (OLD, MIDDLE, 2 * share) if share < 0.5 else (MIDDLE, NEW, 2 * share - 1)
    return mixed(first, second, at)
