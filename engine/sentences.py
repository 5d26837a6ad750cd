"""What the engine says to people: English, made so that the window can say it in other languages.

`said("{name} cannot be read", name=path)` is the English text, a str like any other: the command line prints it,
logs and tables keep it. It still knows the template and the values that it was made of, so the window can look the
template up in its translation and fill in the same values. Sentences survive pickling, so those of worker processes
do, too.

Templates are literal strings where they stand: the tool that collects them for translation reads the source.
"""

from collections.abc import Iterable
from typing import Self


class Sentence(str):
    """A text made of `template` and `values`. `meaning` tells apart what is one word in English and two elsewhere.
    Where the text depends on the `number` of things, `template` is that of many, and `meaning` that of one."""

    template: str
    values: dict[str, object]
    meaning: str
    number: int | None

    def __new__(
        cls, template: str, values: dict[str, object], meaning: str = "", number: int | None = None
    ) -> Self:
        english = meaning if number == 1 else template
        sentence = super().__new__(cls, english.format_map(values) if values else english)
        sentence.template, sentence.values = template, values
        sentence.meaning, sentence.number = meaning, number
        return sentence

    def __reduce__(self) -> tuple[type[Self], tuple[str, dict[str, object], str, int | None]]:
        return type(self), (self.template, self.values, self.meaning, self.number)


def said(template: str, meaning: str = "", **values: object) -> Sentence:
    return Sentence(template, values, meaning)


def said_n(many: str, one: str, n: int, **values: object) -> Sentence:
    """`one` if it is about one thing, otherwise `many`; both may name it: `{n:,} pictures`, `{n:,} picture`."""
    return Sentence(many, {"n": n, **values}, one, n)


def joined(between: str, sentences: Iterable[str]) -> Sentence:
    """Several texts as one, each of which can still be translated."""
    values: dict[str, object] = {f"part{number}": sentence for number, sentence in enumerate(sentences)}
    return Sentence(between.join(f"{{{name}}}" for name in values), values)
