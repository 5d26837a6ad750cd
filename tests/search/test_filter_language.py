"""What is typed into the search field becomes the filter that is meant, or a plain sentence."""

from datetime import date

import pytest

from engine.search.filter_language import FIELDS, understood
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


def day(text: str) -> int:
    return (date.fromisoformat(text) - date(1970, 1, 1)).days


CASES: list[tuple[str, list[Term]]] = [
    ("", []),
    ("  ", []),
    ("-", []),
    ('"', []),
    ('-"', []),
    ("cat", [WordTerm(("cat",))]),
    ("Größe", [WordTerm(("grosse",))]),
    ('"two words"', [WordTerm(("two", "words"))]),
    ('"not closed', [WordTerm(("not", "closed"))]),
    ("camera:pixel", [WordTerm(("pixel",), Column.CAMERA)]),
    ('CAMERA:"Pixel 8"', [WordTerm(("pixel", "8"), Column.CAMERA)]),
    ("lens:50mm", [WordTerm(("50", "mm"), Column.LENS)]),
    ("name:IMG_0001", [WordTerm(("img", "0001"), Column.NAME)]),
    ("folder:holiday", [WordTerm(("holiday",), Column.FOLDER)]),
    ("text:sea", [WordTerm(("sea",), Column.TEXT)]),
    ("label:cat", [LabelTerm("cat")]),
    ('-label:"black cat"', [LabelTerm("black cat", minus=True)]),
    ("-cat", [WordTerm(("cat",), minus=True)]),
    ("iso:>800", [NumberTerm(NumberColumn.ISO, least=801)]),
    ("iso:>=800", [NumberTerm(NumberColumn.ISO, least=800)]),
    ("iso:100", [NumberTerm(NumberColumn.ISO, 100, 100)]),
    ("iso:100..400", [NumberTerm(NumberColumn.ISO, 100, 400)]),
    ("iso:..400", [NumberTerm(NumberColumn.ISO, None, 400)]),
    ("f:<2.8", [NumberTerm(NumberColumn.APERTURE, most=279)]),
    ("f:2.8", [NumberTerm(NumberColumn.APERTURE, 275, 285)]),
    ("f:<=2,8", [NumberTerm(NumberColumn.APERTURE, most=280)]),
    ("focal:50mm", [NumberTerm(NumberColumn.FOCAL, 49_500, 50_500)]),
    ("rating:>=3", [NumberTerm(NumberColumn.RATING, least=3)]),
    ("-rating:5", [NumberTerm(NumberColumn.RATING, 5, 5, minus=True)]),
    ("2024", [DateTerm(day("2024-01-01"), day("2024-12-31"))]),
    ("2024-07", [DateTerm(day("2024-07-01"), day("2024-07-31"))]),
    ("2024-02", [DateTerm(day("2024-02-01"), day("2024-02-29"))]),
    ("2024-12", [DateTerm(day("2024-12-01"), day("2024-12-31"))]),
    ("date:2024-07-04", [DateTerm(day("2024-07-04"), day("2024-07-04"))]),
    ("2024-07-01..2024-08-15", [DateTerm(day("2024-07-01"), day("2024-08-15"))]),
    ("2023..2024-02", [DateTerm(day("2023-01-01"), day("2024-02-29"))]),
    ("..2019", [DateTerm(None, day("2019-12-31"))]),
    ("2019..", [DateTerm(day("2019-01-01"), None)]),
    ("before:2020", [DateTerm(None, day("2019-12-31"))]),
    ("after:2019", [DateTerm(day("2019-01-01"), None)]),
    ("-2024", [DateTerm(day("2024-01-01"), day("2024-12-31"), minus=True)]),
    ("has:gps", [TraitTerm(Trait.PLACE)]),
    ("is:missing", [TraitTerm(Trait.MISSING)]),
    ("-is:unlabelled", [TraitTerm(Trait.UNLABELLED, minus=True)]),
    ("1826", [DateTerm(day("1826-01-01"), day("1826-12-31"))]),
    ("2300", [DateTerm(day("2300-01-01"), day("2300-12-31"))]),
    ("1234", [WordTerm(("1234",))]),  # a camera's number rather than a year
    ("1234-05", [DateTerm(day("1234-05-01"), day("1234-05-31"))]),
    ("3000", [WordTerm(("3000",))]),
    ("0123", [WordTerm(("0123",))]),
    ("2024-07-04-12", [WordTerm(("2024", "07", "04", "12"))]),
]


@pytest.mark.parametrize(("text", "terms"), CASES)
def test_each_word_is_understood(text: str, terms: list[Term]):
    assert understood(text) == (type(understood(text)))(Filter(tuple(terms)))


def test_words_combine():
    text = "camera:pixel -label:dog 2024-07 iso:>800"
    terms = understood(text).filter.terms
    assert [type(term) for term in terms] == [WordTerm, LabelTerm, DateTerm, NumberTerm]
    assert understood("cat").filter & understood("dog").filter == understood("cat dog").filter


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("colour:red", "“colour:” is not known; there are camera:, lens:, label:,"),
        ("iso:", "“iso:” wants something after the colon."),
        ("iso:many", "“iso:many” is no number; write iso:2, iso:>2, iso:<=2 or iso:1..2."),
        ("iso:1..2..3", "is no number"),
        ("iso:99999999999999999999", "is no number"),
        ("f:>", "is no number"),
        ("before:soon", "“soon” is no date; write 2024, 2024-07 or 2024-07-31."),
        ("2024-13", "“2024-13” is no date"),
        ("date:2024-02-30", "is no date"),
        ("2024..2023", "“2024..2023” ends before it begins."),
        ("has:cheese", "“has:cheese” is not known; there are gps, label, rating, camera, lens, date."),
        ("is:", "“is:” wants something"),
        ("!!!", "“!!!” holds neither a letter nor a digit."),
        ('name:"…"', "holds neither a letter nor a digit"),
    ],
)
def test_what_is_not_understood_is_said_and_left_out(text: str, note: str):
    result = understood(f"cat {text}")
    assert note in " ".join(result.notes)
    assert result.filter == understood("cat").filter


@pytest.mark.parametrize(
    "text", ["\0", "a\0b", "\udce9", "'; DROP TABLE files; --", '"""', "::", ":x", "-:", "*", "(", "{name}:a"]
)
def test_whatever_is_typed_there_is_an_answer(text: str):
    understood(text)


def test_the_docstring_names_every_field():
    import engine.search.filter_language as language

    assert [
        field for field in FIELDS if field and f"{field}:" not in (language.__doc__ or "") and field != "date"
    ] == []
