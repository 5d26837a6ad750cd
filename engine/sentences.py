"""What the engine says to people: English, made so that the window can say it in other languages.

`said("{name} cannot be read", name=path)` is the English text, a str like any other: the command line prints it,
logs and tables keep it. It still knows the template and the values that it was made of, so the window can look the
template up in its translation and fill in the same values. Sentences survive pickling, so those of worker processes
do, too.

Templates are literal strings where they stand: the tool that collects them for translation reads the source.
"""

import re
import string
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Self

LONGEST_KNOWN_AGAIN = 2000  # characters


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

    def with_values(self, **values: object) -> Self:
        """The template that this is, filled in: for those that are written down apart from where they are used."""
        return type(self)(self.template, values, self.meaning)

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


def figure(value: float, spec: str) -> Sentence:
    """A number by itself, as a format `spec` writes it: other languages write it with other signs."""
    return Sentence(f"{{n:{spec}}}", {"n": value})


def text_of(error: BaseException) -> str:
    """What an error says, as the sentence that it was given: `str(error)` would be its English alone."""
    given = error.args[0] if len(error.args) == 1 else None
    return given if isinstance(given, Sentence) else str(error)


def known_again(text: str, templates: Sequence[Sentence]) -> Sentence:
    """A text that was kept as plain English, as the sentence that it was: of the first template that fits, or else
    as a whole. A value named `why` is a sentence, too. All values are texts, so templates give them no format."""
    for template in templates if len(text) <= LONGEST_KNOWN_AGAIN else ():
        if found := _pattern(template).fullmatch(text):
            values: dict[str, object] = dict(found.groupdict())
            if "why" in values:
                values["why"] = known_again(str(values["why"]), templates)
            return template.with_values(**values)
    return Sentence(text, {})


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = string.Formatter().parse(template)
    return re.compile(
        "".join(re.escape(text) + (f"(?P<{name}>.+?)" if name else "") for text, name, *_ in parts), re.DOTALL
    )
