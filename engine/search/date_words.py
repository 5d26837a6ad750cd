"""The dates among the words of the search field: which range they mean together, and another range in their place.

What is asked for by minus is no part of that range: it is one more filter.
"""

from dataclasses import replace
from datetime import date

from engine.search.filter_language import LATEST, OLDEST, meant, typed_terms
from engine.store.filters import DateTerm, Filter, Term
from engine.store.timeline import date_of_day
from engine.store.word_rows import EPOCH

Month = tuple[int, int]  # year and month
WRITABLE = range(1000, 3000)  # years that the language has a word for


def without_range(wanted: Filter) -> Filter:
    return replace(wanted, terms=tuple(term for term in wanted.terms if not _is_range(term)))


def months_of(wanted: Filter) -> tuple[Month | None, Month | None] | None:
    """The first and the last month that the dates of a filter leave over, None where it is open; None without any
    date. The first is later than the last if no day is left over."""
    terms = [term for term in wanted.terms if isinstance(term, DateTerm) and _is_range(term)]
    firsts = [term.first for term in terms if term.first is not None]
    lasts = [term.last for term in terms if term.last is not None]
    if not firsts and not lasts:
        return None
    return _month(max(firsts)) if firsts else None, _month(min(lasts)) if lasts else None


def with_months(text: str, first: Month, last: Month) -> str:
    """What is typed, with the pictures of these months alone, whatever dates there were before."""
    return _with_word(text, word_of(first, last))


def without_months(text: str) -> str:
    return _with_word(text, "")


def word_of(first: Month, last: Month) -> str:
    """As short as it can be said; nothing where no year of it has a word."""
    if last[0] < WRITABLE.start or first[0] >= WRITABLE.stop:
        return ""
    whole_years = first[1] == 1 and last[1] == 12 and first[0] >= OLDEST and last[0] <= LATEST
    begin, end = (str(first[0]), str(last[0])) if whole_years else (_spelt(first), _spelt(last))
    return begin if begin == end else f"{begin}..{end}"


def days_of(month: Month) -> DateTerm:
    year, number = month
    is_last = month == (date.max.year, 12)
    last = date.max.toordinal() if is_last else date(year + number // 12, number % 12 + 1, 1).toordinal() - 1
    return DateTerm(date(year, number, 1).toordinal() - EPOCH, last - EPOCH)


def _spelt(month: Month) -> str:
    """Beyond what can be written it is left open."""
    return f"{month[0]}-{month[1]:02}" if month[0] in WRITABLE else ""


def _with_word(text: str, word: str) -> str:
    """In the place of the first date, or at the end."""
    parts, at, dates = list[str](), 0, list[int]()
    for typed in typed_terms(text):
        if _is_range(meant(typed)):
            parts.append(text[at : typed.start])
            dates.append(len(parts))
            at = typed.end
    parts.append(text[at:])
    parts.insert(dates[0] if dates else len(parts), word)
    return " ".join(stripped for part in parts if (stripped := part.strip()))


def _is_range(term: Term | None) -> bool:
    return isinstance(term, DateTerm) and not term.minus


def _month(day: int) -> Month:
    when = date_of_day(day)
    return when.year, when.month
