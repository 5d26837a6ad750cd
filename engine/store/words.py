"""Text as the words by which it is found: without case and accents, numbers apart from letters.

Names and queries go the same way, so that "DSC012" finds DSC01234.jpg, "pixel8" a "Pixel 8", "größe" a "GROSSE".
Scripts that write no spaces give one word a character, and so are found by any part.
"""

import re
import unicodedata

FRAGMENT = 3  # letters that are also looked for inside of words; fewer stand in most of them
_WORD = re.compile(
    r"[0-9]+|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)


def words_of(text: str) -> list[str]:
    if text.isascii():
        return _WORD.findall(text.lower())
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(_digit(c) for c in plain if unicodedata.category(c) != "Mn")
    return _WORD.findall(unicodedata.normalize("NFKC", plain.casefold()))


def _digit(character: str) -> str:
    """Digits of any script as those that everybody types."""
    return str(unicodedata.decimal(character, character))


def in_words(text: str) -> str:
    return " ".join(words_of(text))


def begins_within(words: list[str], wanted: list[str]) -> bool:
    """Whether `wanted` stands among the words, in this order and without a gap; its last may be the beginning of a
    word."""
    if not wanted:
        return False
    *whole, last = wanted
    return any(
        words[at : at + len(whole)] == whole and words[at + len(whole)].startswith(last)
        for at in range(len(words) - len(whole))
    )


def is_within(words: list[str], wanted: list[str]) -> bool:
    """The same, or what is wanted begins inside of a word, as "board 12" does in "cardboard 123"."""
    first, *others = wanted
    if begins_within(words, wanted) or len(first) < FRAGMENT:
        return begins_within(words, wanted)
    if not others:
        return any(first in word for word in words)
    after = [words[at : at + len(others)] for at, word in enumerate(words, 1) if word.endswith(first)]
    return any(begins_within(following, others) for following in after)
