"""Keywords and ratings as other programs write them, and as labels.

A flat keyword is a label as it is. A hierarchical one ("Animals|Cats|Tom") gives the label of its last level,
unless all levels or the whole path are wanted. A rating becomes a label such as "4 stars".
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.packets import names, rdf
from engine.packets.safe_xml import Element
from engine.packets.stars import rating

PATH_SEPARATOR = "|"  # between the levels of a label that is a whole path
LONGEST, MOST, MOST_LEVELS = 1000, 2000, 32  # of what is looked at; more is no person's work
_OF_THE_PROGRAM = ("_Digikam_", "darktable|", "_DIGIKAM_")
_STARS = re.compile(r"([1-5]) stars?")
REJECTED = "rejected"
_NO_TEXT = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Unicode's categories of controls, halves of signs, ends of lines
_JOINS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}

Path = tuple[str, ...]  # the levels of a hierarchical keyword


class Levels(StrEnum):
    """Which label a hierarchical keyword gives."""

    LAST = "last"
    ALL = "all"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class Keywords:
    """What one source says."""

    flat: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()  # each of several levels
    rating: int | None = None  # 1 to 5 stars, -1: rejected; None: not said
    unusable: int = field(default=0, compare=False)  # keywords that can be no label

    def has_words(self) -> bool:
        return bool(self.flat or self.paths)

    def labels(self, levels: Levels = Levels.LAST) -> list[str]:
        """As labels, each once."""
        of_paths = {
            Levels.LAST: [path[-1] for path in self.paths],
            Levels.ALL: [level for path in self.paths for level in path],
            Levels.PATH: [PATH_SEPARATOR.join(path) for path in self.paths],
        }[levels]
        inside = {level for path in self.paths for level in path} if levels == Levels.PATH else set[str]()
        return list(dict.fromkeys([word for word in self.flat if word not in inside] + of_paths))


def joined(sources: Iterable[Keywords]) -> Keywords:
    """What any of them says; of ratings, the first."""
    all_of_them = list(sources)
    return Keywords(
        tuple(dict.fromkeys(word for each in all_of_them for word in each.flat)),
        tuple(dict.fromkeys(path for each in all_of_them for path in each.paths)),
        next((each.rating for each in all_of_them if each.rating is not None), None),
        sum(each.unusable for each in all_of_them),
    )


def of_packet(root: Element) -> Keywords:
    """NotXmpError if it is no packet."""
    node = rdf.rdf_of(root)
    usable = _Usable()
    flat = [path[0] for path in usable.paths(rdf.values(node, names.SUBJECT.name), "")]
    paths = list[Path]()
    for each in names.WITH_LEVELS:
        paths += usable.paths(rdf.values(node, each.name), each.separator)
    flat += [path[0] for path in paths if len(path) == 1]
    deep = tuple(dict.fromkeys(path for path in paths if len(path) > 1))
    return Keywords(tuple(dict.fromkeys(flat)), deep, rating(node), usable.refused)


def of_words(words: Sequence[str]) -> Keywords:
    """Keywords that have no levels, such as those of IPTC."""
    usable = _Usable()
    return Keywords(tuple(dict.fromkeys(path[0] for path in usable.paths(words, ""))), unusable=usable.refused)


def rating_label(rating: int) -> str:
    if rating < 0:
        return REJECTED
    return f"{rating} star{'s' * (rating > 1)}"


def rating_of(label: str) -> int | None:
    """The stars that a label says; None if it says none. "rejected" is a word as any other: a person may mean
    something else by it, and as a rating it would hide the picture in other programs."""
    match = _STARS.fullmatch(label)
    return int(match[1]) if match and label == rating_label(int(match[1])) else None


class _Usable:
    """Takes keywords that can be labels, and counts the others."""

    def __init__(self) -> None:
        self.refused = 0

    def paths(self, written: Sequence[str], separator: str) -> list[Path]:
        found = list[Path]()
        self.refused += max(0, len(written) - MOST)
        for text in written[:MOST]:
            if len(text) > LONGEST:
                self.refused += 1
                continue
            if text.startswith(_OF_THE_PROGRAM):
                continue
            levels = text.split(separator) if separator else [text]
            words = tuple(word for word in map(plain, levels) if word)
            if len(words) > MOST_LEVELS or any(len(word) > LONGEST for word in words):
                self.refused += 1
            elif words:
                found.append(words)
        return found


def plain(text: str) -> str:
    """On one line, composed, without blanks around it. Signs that only join or part letters stay: words of some
    languages, and flags and faces made of several signs, are others without them."""
    if not text.isprintable():
        is_text = (c in _JOINS or unicodedata.category(c) not in _NO_TEXT for c in text)
        text = " ".join("".join(c if fits else " " for c, fits in zip(text, is_text, strict=True)).split())
    return unicodedata.normalize("NFC", text.strip())
