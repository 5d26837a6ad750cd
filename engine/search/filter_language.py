"""The words that a person types into the search field, and the filter that they mean. All of them must hold.

    cat "two words"                   in names, folders, labels, cameras, lenses and texts; a word may be begun,
                                      and three letters inside of one are enough in names and folders
    name: folder: camera: lens: text: label:      there alone, as in camera:pixel or camera:"pixel 8"
    iso:>800 f:<2.8 f:1.4..2.8 focal:50mm rating:>=3      numbers
    2024  2024-07  2024-07-01..2024-08-15  ..2019          days, from the first to the last
    after:2019 before:2020                                 from 2019 on, until the end of 2019
    has:gps has:rating has:label is:missing is:unlabelled
    -label:dog                                             not that

What is not understood is left out, and said in a sentence: somebody may still be typing it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from engine.printable_text import printable
from engine.sentences import said, text_of
from engine.store.filters import (
    Column,
    DateTerm,
    Filter,
    LabelTerm,
    NumberColumn,
    NumberTerm,
    Term,
    Trait,
    TraitTerm,
    WordTerm,
)
from engine.store.word_rows import EPOCH
from engine.store.words import words_of

_TERM = re.compile(r'(?P<minus>-?)(?:(?P<field>[^\W\d_]+):)?(?P<value>"[^"]*"?|[^\s"]*)')
_DATE = re.compile(r"([12][0-9]{3})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_NUMBER = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,4}))?(?:mm)?")
OLDEST, LATEST = 1800, 2399  # years that are understood by themselves
_COMPARED = re.compile(r"(>=|<=|>|<|=)?(.+)")


@dataclass(frozen=True, slots=True)
class Understood:
    filter: Filter
    notes: tuple[str, ...] = ()  # what was not, in sentences


@dataclass(frozen=True, slots=True)
class Typed:
    """One word or phrase of what is typed, and where it stands."""

    start: int
    end: int
    minus: bool
    field: str  # "" if it stands alone
    value: str  # without its quotes


class _NotUnderstoodError(Exception):
    pass


def understood(text: str) -> Understood:
    terms, notes = list[Term](), list[str]()
    for typed in typed_terms(text):
        try:
            terms.append(_term(typed))
        except _NotUnderstoodError as why:
            notes.append(text_of(why))
    return Understood(Filter(tuple(terms), text.strip()), tuple(notes))


def meant(typed: Typed) -> Term | None:
    """None: it is not understood."""
    try:
        return _term(typed)
    except _NotUnderstoodError:
        return None


def typed_terms(text: str) -> list[Typed]:
    found = []
    for match in _TERM.finditer(text):
        if not match[0].strip('-"').strip():  # nothing of it is typed yet
            continue
        field, value = (match["field"] or "").lower(), match["value"]
        found.append(Typed(match.start(), match.end(), bool(match["minus"]), field, value.strip('"')))
    return found


def _term(typed: Typed) -> Term:
    read = FIELDS.get(typed.field)
    if read is None:
        known = ", ".join(f"{field}:" for field in FIELDS if field)
        raise _NotUnderstoodError(
            said("“{field}:” is not known; there are {known}.", field=printable(typed.field), known=known)
        )
    if typed.field and not typed.value.strip():
        raise _NotUnderstoodError(said("“{field}:” wants something after the colon.", field=typed.field))
    term = read(typed)
    return replace(term, minus=term.minus != typed.minus)


def _alone(typed: Typed) -> Term:
    if _looks_like_dates(typed.value):
        return _dates(typed)
    return WordTerm(_words(typed))


def _looks_like_dates(value: str) -> bool:
    """A number of four digits by itself is mostly a camera's, unless it is a year in which photos are taken."""
    ends = value.split("..")
    if value.isdecimal() and not (len(value) == 4 and OLDEST <= int(value) <= LATEST):
        return False
    return any(ends) and len(ends) <= 2 and all(not end or _DATE.fullmatch(end) for end in ends)


def _in(column: Column) -> Callable[[Typed], Term]:
    return lambda typed: WordTerm(_words(typed), column)


def _words(typed: Typed) -> tuple[str, ...]:
    words = tuple(words_of(typed.value))
    if not words:
        raise _NotUnderstoodError(
            said("“{value}” holds neither a letter nor a digit.", value=printable(typed.value))
        )
    return words


def _label(typed: Typed) -> Term:
    return LabelTerm(typed.value.strip())


# -- traits -------------------------------------------------------------------------------------------------------

HAS = {
    "gps": Trait.PLACE,
    "label": Trait.LABEL,
    "rating": Trait.RATING,
    "camera": Trait.CAMERA,
    "lens": Trait.LENS,
    "date": Trait.CAMERA_DATE,
}
IS = {"missing": Trait.MISSING, "unlabelled": Trait.UNLABELLED, "labelled": Trait.LABEL}


def _trait(traits: dict[str, Trait]) -> Callable[[Typed], Term]:
    def read(typed: Typed) -> Term:
        trait = traits.get(typed.value.lower())
        if trait is None:
            known = ", ".join(traits)
            raise _NotUnderstoodError(
                said(
                    "“{field}:{value}” is not known; there are {known}.",
                    field=typed.field,
                    value=printable(typed.value),
                    known=known,
                )
            )
        return TraitTerm(trait)

    return read


# -- numbers ------------------------------------------------------------------------------------------------------


def _number(number: NumberColumn, scale: int) -> Callable[[Typed], Term]:
    """`scale`: what is stored for 1. Where it is more than that, a number is as exact as it is written."""

    def read(typed: Typed) -> Term:
        ends = typed.value.replace(" ", "").split("..")
        if len(ends) == 2 and any(ends):
            least, most = ((_scaled(typed, end, scale) if end else None) for end in ends)
            return NumberTerm(number, least and least[0], most and most[1])
        compared = _COMPARED.fullmatch(ends[0])
        if len(ends) != 1 or compared is None:
            raise _no_number(typed)
        return _compared(number, compared[1] or "=", _scaled(typed, compared[2], scale))

    return read


def _compared(number: NumberColumn, sign: str, around: tuple[int, int, int]) -> NumberTerm:
    least, most, exact = around
    match sign:
        case ">":
            return NumberTerm(number, least=exact + 1)
        case ">=":
            return NumberTerm(number, least=exact)
        case "<":
            return NumberTerm(number, most=exact - 1)
        case "<=":
            return NumberTerm(number, most=exact)
    return NumberTerm(number, least, most)


def _scaled(typed: Typed, text: str, scale: int) -> tuple[int, int, int]:
    """The least and the most that it may stand for, and it itself."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise _no_number(typed)
    fraction = match[2] or ""
    exact = round(scale * float(f"{match[1]}.{fraction or 0}"))
    beside = scale // (2 * 10 ** len(fraction)) if scale > 1 else 0
    return exact - beside, exact + beside, exact


def _no_number(typed: Typed) -> _NotUnderstoodError:
    field, value = typed.field, printable(typed.value)
    return _NotUnderstoodError(
        said(
            "“{field}:{value}” is no number; write {field}:2, {field}:>2, {field}:<=2 or {field}:1..2.",
            field=field,
            value=value,
        )
    )


# -- days ---------------------------------------------------------------------------------------------------------


def _dates(typed: Typed) -> Term:
    ends = typed.value.split("..")
    days = [_days(typed, end) if end else (None, None) for end in ends]
    if len(ends) > 2 or not any(ends):
        raise _no_date(typed)
    first, last = days[0][0], days[-1][1]
    if first is not None and last is not None and first > last:
        raise _NotUnderstoodError(said("“{value}” ends before it begins.", value=printable(typed.value)))
    return DateTerm(first, last)


def _before(typed: Typed) -> Term:
    first, _ = _days(typed, typed.value)
    return DateTerm(last=first - 1)


def _after(typed: Typed) -> Term:
    first, _ = _days(typed, typed.value)
    return DateTerm(first=first)


def _days(typed: Typed, text: str) -> tuple[int, int]:
    """The first and the last day of a year, a month or a day, counted since 1970."""
    match = _DATE.fullmatch(text)
    if match is None:
        raise _no_date(typed)
    year, month, day = (int(part) if part else None for part in match.groups())
    try:
        first = date(year or 1, month or 1, day or 1)
    except ValueError:
        raise _no_date(typed) from None
    if month is None:
        following = date(first.year + 1, 1, 1)
    elif day is None:
        following = (first + timedelta(days=31)).replace(day=1)
    else:
        following = first + timedelta(days=1)
    return first.toordinal() - EPOCH, following.toordinal() - 1 - EPOCH


def _no_date(typed: Typed) -> _NotUnderstoodError:
    return _NotUnderstoodError(
        said("“{value}” is no date; write 2024, 2024-07 or 2024-07-31.", value=printable(typed.value))
    )


FIELDS: dict[str, Callable[[Typed], Term]] = {
    "": _alone,
    "camera": _in(Column.CAMERA),
    "lens": _in(Column.LENS),
    "label": _label,
    "folder": _in(Column.FOLDER),
    "name": _in(Column.NAME),
    "text": _in(Column.TEXT),
    "iso": _number(NumberColumn.ISO, 1),
    "f": _number(NumberColumn.APERTURE, 100),
    "focal": _number(NumberColumn.FOCAL, 1000),
    "rating": _number(NumberColumn.RATING, 1),
    "date": _dates,
    "before": _before,
    "after": _after,
    "has": _trait(HAS),
    "is": _trait(IS),
}
