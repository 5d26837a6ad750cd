"""Which member of a group is proposed to be kept, and why: by rules, in an order that is a person's to choose.

Each rule leaves those that are best by it, and the next one chooses among them. A rule that cannot tell them apart
leaves all; so there is always one that is kept, and each sentence names what really made the difference.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.copies.facts import MILLION, MemberFacts
from engine.copies.groups import GroupKind, Member
from engine.errors import UserError
from engine.images.formats import JPEG
from engine.images.jpeg_quality import quality_at
from engine.printable_text import printable
from engine.store.files import within


class Rule(StrEnum):
    """In the usual order; the words are those of `--rules`."""

    FOLDER = "folder"
    RAW = "raw"
    PIXELS = "pixels"
    CAMERA = "camera"
    COMPRESSION = "compression"
    SHARPNESS = "sharpness"
    LABELS = "labels"
    NAME = "name"
    OLDER = "older"


MEANINGS = {
    Rule.FOLDER: "In a folder that you prefer",
    Rule.RAW: "Original format: RAW before all others",
    Rule.PIXELS: "More pixels",
    Rule.CAMERA: "Original: still has what the camera wrote",
    Rule.COMPRESSION: "Less compressed",
    Rule.SHARPNESS: "Sharper",
    Rule.LABELS: "Has labels",
    Rule.NAME: "Not named as a copy",
    Rule.OLDER: "Older",
}

USUAL_ORDER = tuple(Rule)
AS_GOOD = "as good by every rule; the shortest path is kept"

# What differs by less is the same: rounding of sides, what a program adds to a file, the noise of a measure.
_ALIKE_PIXELS, _ALIKE_BYTES, _ALIKE_SHARPNESS, _ALIKE_QUALITY = 0.99, 0.95, 0.95, 0.97

QualityOf = Callable[[MemberFacts], int | None]

_COPY_NAME = re.compile(
    r"(\(\d+\)|[ _-]+cop(y|ies)( ?\d*)|[ _-]+kopie( ?\d*)|~\d*|[ _-]+\d{1,4}x\d{1,4})$|^(copy of|kopie von) ",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Preferences:
    """The rules that count, the first one most; folders of which the first is preferred to the next."""

    rules: tuple[Rule, ...] = USUAL_ORDER
    folders: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Keeping:
    """`keep` is the place of the member to be kept; `why` has the sentences for each: why it, or why not."""

    keep: int
    why: tuple[tuple[str, ...], ...]


def rules_from(text: str) -> tuple[Rule, ...]:
    """Rules by their words, separated by commas, as a person writes them."""
    words = [word.strip().lower() for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in list(Rule)]
    if unknown:
        raise UserError(f"There is no rule {printable(unknown[0])!r}; there are {', '.join(Rule)}.")
    return tuple(dict.fromkeys(Rule(word) for word in words))


def unknown_quality(facts: MemberFacts) -> None:
    return None


def jpeg_quality(facts: MemberFacts) -> int | None:
    """By a look at the file."""
    file = facts.files[0]
    return quality_at(file.path, file.size, file.mtime_ns) if file.format == JPEG.name else None


def proposed(
    kind: GroupKind,
    members: Sequence[MemberFacts],
    preferences: Preferences,
    quality_of: QualityOf = unknown_quality,
) -> Keeping:
    """The one of `members`, at least one, that is best by the rules. How strongly a JPEG was compressed is asked
    only where it counts."""
    left = list(range(len(members)))
    why: list[list[str]] = [[] for _ in members]
    for rule in preferences.rules:
        among = [members[place] for place in left]
        judge = _Judge(rule, kind, preferences.folders, _qualities(rule, kind, among, quality_of))
        best = judge.best(among)
        if len(best) == len(left):
            continue
        kept, fallen = [left[at] for at in best], [place for at, place in enumerate(left) if at not in best]
        rival = max((members[place] for place in fallen), key=judge.rank)
        for place in kept:
            why[place].append(judge.said(members[place], rival))
        for place in fallen:
            why[place].append(judge.said(members[place], members[kept[0]]))
        left = kept
    keep = min(left, key=lambda place: (len(members[place].path), members[place].path))
    for place in left:
        if place != keep:
            why[place].append(AS_GOOD)
    return Keeping(keep, tuple(map(tuple, why)))


def _qualities(
    rule: Rule, kind: GroupKind, among: Sequence[MemberFacts], quality_of: QualityOf
) -> dict[Member, int]:
    """Of all of them, or of none."""
    if rule is not Rule.COMPRESSION or len(among) < 2 or not _is_compression_comparable(kind, among):
        return {}
    found = {each.member: quality_of(each) for each in among}
    known = {member: quality for member, quality in found.items() if quality is not None}
    return known if len(known) == len(found) else {}


def _is_compression_comparable(kind: GroupKind, among: Sequence[MemberFacts]) -> bool:
    """How strongly a picture was compressed can be compared only where all else is the same; the pictures of a
    burst differ in what they show."""
    pixels = [each.pixels or 0 for each in among]
    same_format = len({each.format for each in among}) == 1
    return kind is GroupKind.NEAR_COPIES and same_format and min(pixels) >= _ALIKE_PIXELS * max(pixels)


def _bytes_a_pixel(facts: MemberFacts) -> float | None:
    return facts.size / facts.pixels if facts.pixels else None


@dataclass(frozen=True, slots=True)
class _Judge:
    """One rule, about the members of one kind of group."""

    rule: Rule
    kind: GroupKind
    folders: tuple[bytes, ...]
    qualities: Mapping[Member, int]  # of JPEG files; empty where they cannot be compared by it

    def best(self, among: Sequence[MemberFacts]) -> list[int]:
        """The places of those that are best by the rule; all of them if it cannot tell."""
        amounts = [self.amount(each) for each in among]
        known = [amount for amount in amounts if amount is not None]
        everyone = list(range(len(among)))
        if len(known) < len(among):
            return everyone
        if self.rule is Rule.COMPRESSION and not _is_compression_comparable(self.kind, among):
            return everyone
        limit = max(known) * (_ALIKE_QUALITY if self.qualities else _TOLERANCE.get(self.rule, 1.0))
        best = [place for place, amount in enumerate(known) if amount >= limit]
        return best if self._is_borne_out(among, best) else everyone

    def _is_borne_out(self, among: Sequence[MemberFacts], best: Sequence[int]) -> bool:
        """What was strongly compressed once and then written anew at a high quality is no better for it: it has
        fewer bytes than its quality says."""
        if not self.qualities:
            return True
        amounts = [_bytes_a_pixel(each) or 0.0 for each in among]
        fallen = [amount for place, amount in enumerate(amounts) if place not in best]
        return min(amounts[place] for place in best) >= _ALIKE_BYTES * max(fallen, default=0.0)

    def rank(self, facts: MemberFacts) -> float:
        return self.amount(facts) or 0.0

    def amount(self, facts: MemberFacts) -> float | None:
        """The more, the better; None: not known."""
        match self.rule:
            case Rule.FOLDER:
                return float(-_preference(facts, self.folders))
            case Rule.RAW:
                return float(facts.format == "RAW")
            case Rule.PIXELS:
                return facts.pixels
            case Rule.CAMERA:
                return float(bool(facts.camera))
            case Rule.COMPRESSION:
                return self.qualities.get(facts.member) if self.qualities else _bytes_a_pixel(facts)
            case Rule.SHARPNESS:
                return facts.sharpness
            case Rule.LABELS:
                return float(bool(facts.labels))
            case Rule.NAME:
                return float(not _is_named_as_a_copy(facts.path))
            case Rule.OLDER:
                return -self._moment(facts)

    def _moment(self, facts: MemberFacts) -> float:
        """A number that grows with its date, in seconds. A camera's clock and a file system's may lie in different
        time zones: what says when it was taken is older than what does not. Copies of one content were all taken
        at once, and written one after the other."""
        if facts.taken_at and self.kind is not GroupKind.COPIES:
            return float(re.sub(r"\D", "", facts.taken_at)[:14].ljust(14, "0"))
        return 1e14 + facts.files[0].mtime_ns // 10**9

    def said(self, one: MemberFacts, other: MemberFacts) -> str:
        """What sets `one` apart from `other`, in a short sentence."""
        word = _WORDS[self.rule][0 if self.rank(one) > self.rank(other) else 1]
        first, second, unit = self._value(one), self._value(other), _UNITS.get(self.rule, "")
        if self.qualities:
            first, unit = f"quality {first}", ""
        if first == second and self.rule is Rule.OLDER:
            first, second = f"{first}:{self._seconds(one)}", f"{second}:{self._seconds(other)}"
        if not first:
            return word
        return f"{word}: {first} against {second}{unit}" if second else f"{word}: {first}{unit}"

    def _seconds(self, facts: MemberFacts) -> str:
        """Of a minute; the last two digits of a camera's time are its seconds."""
        if facts.taken_at and self.kind is not GroupKind.COPIES:
            return facts.taken_at[17:19]
        return f"{facts.files[0].mtime_ns // 10**9 % 60:02d}"

    def _value(self, facts: MemberFacts) -> str:
        match self.rule:
            case Rule.RAW:
                return facts.format or "unknown"
            case Rule.PIXELS:
                return _millions(facts.pixels)
            case Rule.CAMERA:
                return _shown(facts.camera) if facts.camera else ""
            case Rule.COMPRESSION:
                quality = self.qualities.get(facts.member)
                return f"{8 * (_bytes_a_pixel(facts) or 0):.1f}" if quality is None else str(quality)
            case Rule.SHARPNESS:
                return f"{facts.sharpness or 0.0:.0f}"
            case Rule.LABELS:
                return ", ".join(map(_shown, facts.labels[:3])) + ("…" if len(facts.labels) > 3 else "")
            case Rule.OLDER:
                return facts.date if self.kind is not GroupKind.COPIES else facts.file_date
        return ""


_TOLERANCE = {
    Rule.PIXELS: _ALIKE_PIXELS,
    Rule.COMPRESSION: _ALIKE_BYTES,
    Rule.SHARPNESS: _ALIKE_SHARPNESS,
}

_UNITS = {Rule.PIXELS: " megapixels", Rule.COMPRESSION: " bits per pixel"}

_WORDS = {
    Rule.FOLDER: ("in a folder that you prefer", "not in the folder that you prefer"),
    Rule.RAW: ("original format", "not the original format"),
    Rule.PIXELS: ("more pixels", "fewer pixels"),
    Rule.CAMERA: ("from the camera", "says nothing of a camera"),
    Rule.COMPRESSION: ("less compressed", "more compressed"),
    Rule.SHARPNESS: ("sharper", "less sharp"),
    Rule.LABELS: ("has labels", "has no labels"),
    Rule.NAME: ("not named as a copy", "named as a copy"),
    Rule.OLDER: ("older", "newer"),
}


def _preference(facts: MemberFacts, folders: Sequence[bytes]) -> int:
    """The place of the first preferred folder that one of its files lies in, or the number of them."""
    holding = [at for at, folder in enumerate(folders) if any(within(path, folder) for path in facts.paths)]
    return min(holding, default=len(folders))


def _is_named_as_a_copy(path: bytes) -> bool:
    stem, _ = os.path.splitext(os.fsdecode(os.path.basename(path)))
    return _COPY_NAME.search(stem) is not None


def _millions(pixels: int | None) -> str:
    """Less than one to two decimals, so that small ones that differ look different."""
    millions = (pixels or 0) / MILLION
    return f"{millions:.1f}" if millions >= 1 else f"{millions:.2f}"


def _shown(text: str) -> str:
    return printable(text if len(text) <= 40 else text[:39] + "…")
