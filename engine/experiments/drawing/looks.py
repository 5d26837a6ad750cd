"""How methods look in every chart: a colour, a line and a marker each, the same throughout a report.

Colours are told apart by colour-blind eyes too (after Okabe and Ito). There are fewer colours than methods, so
lines and markers differ as well. DualHash has a colour of its own and thicker lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.learning.methods import METHODS

Dashes = Literal["-"] | tuple[float, tuple[float, ...]]

OWN = "dualhash"  # names that begin so are the method that all this is about
_DASHES: tuple[Dashes, ...] = ("-", (0, (5, 2)), (0, (1.2, 1.4)), (0, (6, 1.5, 1.2, 1.5)))
_MARKERS = "os^vPX<>phd8H*"
_OTHER_TITLES = {
    "itq": "ITQ",
    "dualhash-stom-library": "DualHash-StoM, whole library",
    "dualhash-storm-library": "DualHash-StoRM, whole library",
}


@dataclass(frozen=True, slots=True)
class Theme:
    """`own` is DualHash's colour, `others` the rest's; `near` and `far` are pairs that share a label or do not."""

    paper: str
    ink: str
    faint: str
    grid: str
    own: str
    others: tuple[str, ...]
    near: str
    far: str


LIGHT = Theme(
    paper="#ffffff",
    ink="#1d2126",
    faint="#5b636d",
    grid="#e3e6ea",
    own="#d55e00",
    others=("#0072b2", "#009e73", "#cc79a7", "#e6a400", "#56b4e9", "#6a6f76"),
    near="#0072b2",
    far="#e69f00",
)
DARK = Theme(
    paper="#16191d",
    ink="#e8eaed",
    faint="#a2aab4",
    grid="#30363d",
    own="#ff7f3f",
    others=("#4a9be8", "#25c795", "#e79cc8", "#f4c542", "#9fdcff", "#b4b9c0"),
    near="#4a9be8",
    far="#f4b942",
)


@dataclass(frozen=True, slots=True)
class Look:
    own: bool
    colour: int  # which of the theme's others
    dashes: Dashes
    marker: str
    hollow: bool

    def colour_in(self, theme: Theme) -> str:
        return theme.own if self.own else theme.others[self.colour]

    @property
    def width(self) -> float:
        return 2.6 if self.own else 1.4

    @property
    def layer(self) -> int:
        return 4 if self.own else 3


def looks(names: Sequence[str]) -> dict[str, Look]:
    """One for each name, by its place among them: up to 24 others look different from each other."""
    own = [name for name in dict.fromkeys(names) if name.startswith(OWN)]
    others = [name for name in dict.fromkeys(names) if not name.startswith(OWN)]
    colours = len(LIGHT.others)
    found = {
        name: Look(True, 0, _DASHES[place % len(_DASHES)], "oDs^"[place % 4], place > 0)
        for place, name in enumerate(own)
    }
    for place, name in enumerate(others):
        turn = place // colours % len(_DASHES)
        found[name] = Look(
            False, place % colours, _DASHES[turn], _MARKERS[place % len(_MARKERS)], hollow=turn % 2 == 1
        )
    return found


def title(name: str) -> str:
    """The method as its authors write it."""
    return METHODS[name].title if name in METHODS else _OTHER_TITLES.get(name, name)
