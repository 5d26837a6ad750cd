"""Which images a person wants to see, as values: terms that all hold. Browsing and queries take the same filter.

`engine.search.filter_language` makes it of what is typed, `filter_ids` finds the images.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.store.words import FRAGMENT


class Column(StrEnum):
    """Where a word is looked for."""

    NAME = "name"
    FOLDER = "folder"
    CAMERA = "camera"
    LENS = "lens"
    TEXT = "text"

    @classmethod
    def but(cls, left_out: "Column") -> "list[Column]":
        return [column for column in cls if column is not left_out]


class NumberColumn(StrEnum):
    """A number to compare, by its column."""

    ISO = "iso"
    APERTURE = "aperture"
    FOCAL = "focal_um"
    RATING = "rating"


class Trait(StrEnum):
    """What an image has or is."""

    PLACE = "gps"
    RATING = "rating"
    CAMERA = "camera"
    LENS = "lens"
    CAMERA_DATE = "date"
    LABEL = "label"
    MISSING = "missing"
    UNLABELLED = "unlabelled"


@dataclass(frozen=True, slots=True)
class WordTerm:
    """These words stand next to each other, the last one maybe further on; None: in any column, or as a label."""

    words: tuple[str, ...]
    column: Column | None = None
    minus: bool = False

    @property
    def may_be_inside(self) -> bool:
        """They are looked for inside of names and folders, too; fewer letters than that are in most of them."""
        return self.column in (None, Column.NAME, Column.FOLDER) and sum(map(len, self.words)) >= FRAGMENT


@dataclass(frozen=True, slots=True)
class LabelTerm:
    """It has the label of this name; if there is none, one that holds these words."""

    name: str
    minus: bool = False


@dataclass(frozen=True, slots=True)
class NumberTerm:
    number: NumberColumn
    least: int | None = None  # both are included
    most: int | None = None
    minus: bool = False


@dataclass(frozen=True, slots=True)
class DateTerm:
    """Taken from the first to the last of these days, counted since 1970; both are included."""

    first: int | None = None
    last: int | None = None
    minus: bool = False


@dataclass(frozen=True, slots=True)
class TraitTerm:
    trait: Trait
    minus: bool = False


Term = WordTerm | LabelTerm | NumberTerm | DateTerm | TraitTerm


@dataclass(frozen=True, slots=True)
class Filter:
    terms: tuple[Term, ...] = ()
    text: str = field(default="", compare=False)  # as it was typed, where it was

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __and__(self, other: "Filter") -> "Filter":
        return Filter((*self.terms, *other.terms), f"{self.text} {other.text}".strip())


EVERYTHING = Filter()
