"""What the search field proposes while somebody types: the last word completed, with the number of images that it
alone would find."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from engine.library import Library
from engine.search.filter_language import FIELDS, HAS, IS, Typed, typed_terms
from engine.search.word_list import asked_now
from engine.store import filter_ids, suggestions
from engine.store.connection import Database
from engine.store.filters import Column, WordTerm
from engine.store.suggestions import Proposals
from engine.store.words import begins_within, words_of

MOST = 13  # a year and its months
MOST_COUNTED = 2000  # images of a folder; more would keep somebody waiting who types
_DATE = re.compile(r"[0-9]{1,4}(-[0-9]{0,2})?|")


@dataclass(frozen=True, slots=True)
class Suggestion:
    text: str  # all that is typed, its last word completed
    term: str  # that word
    count: int | None  # images; None: more is to be typed, or nobody counted


def completions(library: Library, text: str) -> list[Suggestion]:
    """For what is typed before the cursor. Nothing if the last word is complete."""
    terms = typed_terms(text)
    if not terms or terms[-1].end < len(text):
        return []
    last = terms[-1]
    found = asked_now(library, lambda words_db: list(islice(_found(library.db, words_db, last), MOST)))
    before, sign = text[: last.start], "-" * last.minus
    counts = last.field not in ("before", "after") and not last.minus  # of these nobody counts the others
    return [Suggestion(f"{before}{sign}{term}", term, n if counts else None) for term, n in found]


def _found(db: Database, words_db: Database, last: Typed) -> Iterator[tuple[str, int | None]]:
    typed = words_of(last.value)
    if last.field:
        values = _VALUES.get(last.field)
        if last.field in _DATED:
            yield from ((f"{last.field}:{dates}", n) for dates, n in _dates(words_db, last.value))
            return
        wanted: Iterable[tuple[str, int | None]] = []
        if last.field in _NAMED:
            wanted = _counted(words_db, _NAMED[last.field], _named(words_db, typed))
        elif values is not None:
            wanted = _beginning_with(values(db, words_db), typed)
        yield from ((f"{last.field}:{_quoted(name)}", n) for name, n in wanted)
        return
    if last.value[:1].isdigit():
        yield from _dates(words_db, last.value)
    if last.value.isalpha():
        yield from ((f"{field}:", None) for field in FIELDS if field.startswith(last.value.lower()) and field)
    if last.value:
        labels = _beginning_with(_labels(db), typed)
        yield from ((f"label:{_quoted(name)}", n) for name, n in islice(labels, 3))
        named = _named(words_db, typed)
        for field, column in _NAMED.items():
            found = _counted(words_db, column, named)
            yield from ((f"{field}:{_quoted(name)}", n) for name, n in islice(found, 3))


def _dates(words_db: Database, typed: str) -> Proposals:
    """Years, and the months of one that is typed whole; after two dots, those until which it may last."""
    begin, dots, end = typed.rpartition("..")
    if not _DATE.fullmatch(begin) or not _DATE.fullmatch(end):
        return []
    known = suggestions.years(words_db) + (suggestions.months(words_db) if len(end) >= 4 else [])
    found = [(name, n) for name, n in known if name.startswith(end) and name >= begin[: len(name)]]
    return [(f"{begin}{dots}{name}", None if dots else n) for name, n in found]


def _counted(words_db: Database, column: Column, named: dict[int, str]) -> Iterator[tuple[str, int | None]]:
    """Those of these names that stand in the column, each with all that it finds, as a Pixel 8 finds a Pixel 8 Pro.
    Only those that are asked for are counted."""
    found = [(name, words_of(name), n) for name, n in suggestions.counted(words_db, column, named)]
    for name, words, _ in found:
        if not words:
            continue
        if column is Column.FOLDER:  # those below it count, too
            yield name, filter_ids.count(words_db, WordTerm(tuple(words), column), MOST_COUNTED)
        else:
            yield name, sum(n or 0 for _, others, n in found if begins_within(others, words))


def _named(words_db: Database, typed: list[str]) -> dict[int, str]:
    """Cameras, lenses and directories that what is typed may stand for."""
    return {number: name for number, name in suggestions.names(words_db).items() if _may_be(name, typed)}


def _beginning_with(counts: Proposals, typed: list[str]) -> Proposals:
    return [(name, n) for name, n in counts if _may_be(name, typed)]


def _may_be(name: str, typed: list[str]) -> bool:
    return not typed or begins_within(words_of(name), typed)


def _quoted(name: str) -> str:
    name = name.replace('"', " ")
    return f'"{name}"' if any(c.isspace() for c in name) else name


def _labels(db: Database) -> Proposals:
    """Without the number where one word finds two of them, as "Cat" and "cat"."""
    known = suggestions.labels(db)
    alike = Counter(filter_ids.as_typed(name) for name, _ in known)
    return [(name, n if alike[filter_ids.as_typed(name)] == 1 else None) for name, n in known]


def _of_has(db: Database, words_db: Database) -> Proposals:
    """Those that are quickly counted with their number."""
    counts = {
        "gps": suggestions.placed(words_db),
        "rating": sum(n or 0 for _, n in suggestions.ratings(words_db)),
    }
    return [(name, counts.get(name)) for name in HAS]


def _of_is(db: Database, words_db: Database) -> Proposals:
    return [(name, suggestions.missing(db) if name == "missing" else None) for name in IS]


_DATED = ("date", "before", "after")
_NAMED = {"camera": Column.CAMERA, "lens": Column.LENS, "folder": Column.FOLDER}
_VALUES: dict[str, Callable[[Database, Database], Proposals]] = {
    "label": lambda db, words_db: _labels(db),
    "rating": lambda db, words_db: suggestions.ratings(words_db),
    "has": _of_has,
    "is": _of_is,
}
