"""Which member of a group is proposed to be kept, and why: by rules, in an order that is a person's to choose.

Each rule leaves those that are best by it, and the next one chooses among them. A rule that cannot tell them apart
leaves all; so there is always one that is kept, and each sentence names what really made the difference.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.copies import naming
from engine.copies.eyes import are_shut, are_worse
from engine.copies.facts import MemberFacts
from engine.copies.frames import ShareOf, framed, no_share
from engine.copies.groups import GroupKind, Member
from engine.copies.reasons import copy_names, millions, named_like, shown, shut_eyes
from engine.errors import UserError
from engine.images.formats import JPEG
from engine.images.jpeg_quality import quality_at
from engine.printable_text import printable
from engine.sentences import figure, said
from engine.store.files import within


class Rule(StrEnum):
    """In the usual order; the words are those of `--rules`."""

    FOLDER = "folder"
    RAW = "raw"
    PIXELS = "pixels"
    CAMERA = "camera"
    COMPRESSION = "compression"
    EYES = "eyes"
    SHARPNESS = "sharpness"
    LABELS = "labels"
    NAME = "name"
    OLDER = "older"


MEANINGS = {
    Rule.FOLDER: said("In a folder that you prefer"),
    Rule.RAW: said("Original format: RAW before all others"),
    Rule.PIXELS: said("More pixels"),
    Rule.CAMERA: said("Original: still has what the camera wrote"),
    Rule.COMPRESSION: said("Less compressed"),
    Rule.EYES: said("Eyes open, in bursts"),
    Rule.SHARPNESS: said("Sharper"),
    Rule.LABELS: said("Has labels"),
    Rule.NAME: said("Not named as a copy, nor in a folder of copies"),
    Rule.OLDER: said("Older"),
}

USUAL_ORDER = tuple(Rule)
RULES_BEFORE = tuple(rule for rule in Rule if rule is not Rule.EYES)  # before it was stored which ones were known

# What differs by less is the same: rounding of sides, what a program adds to a file, the noise of a measure.
_ALIKE_PIXELS, _ALIKE_BYTES, _ALIKE_SHARPNESS, _ALIKE_QUALITY = 0.99, 0.95, 0.95, 0.97
_ADDED_PIXELS = 2  # up to so many times as many may be a border, or an enlargement
_ADDED_BYTES = 2  # up to so many times as many may come from being written anew, at a higher quality

QualityOf = Callable[[MemberFacts], int | None]


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
        raise UserError(
            said(
                "There is no rule {name!r}; there are {known}.",
                name=printable(unknown[0]),
                known=", ".join(Rule),
            )
        )
    return tuple(dict.fromkeys(Rule(word) for word in words))


def with_new_rules(chosen: Sequence[Rule], known: Iterable[str]) -> tuple[Rule, ...]:
    """What a person chose when there were only the rules `known`, with each that is new at its usual place."""
    rules, there = list(chosen), set(known)
    for rule in USUAL_ORDER:
        if rule not in there and rule not in rules:
            later = USUAL_ORDER[USUAL_ORDER.index(rule) :]
            rules.insert(next((at for at, each in enumerate(rules) if each in later), len(rules)), rule)
    return tuple(rules)


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
    share_of: ShareOf = no_share,
) -> Keeping:
    """The one of `members`, at least one, that is best by the rules. How strongly a JPEG was compressed, and what
    is inside of plain edges, is asked only where it counts."""
    left = list(range(len(members)))
    why: list[list[str]] = [[] for _ in members]
    for rule in preferences.rules:
        among = [members[place] for place in left]
        added = _most_of_cameras(rule, kind, among, preferences.rules)
        frames = framed(among, share_of) if rule is Rule.PIXELS and kind is GroupKind.NEAR_COPIES else {}
        qualities = _qualities(rule, kind, among, quality_of)
        judge = _Judge(rule, kind, preferences.folders, qualities, added, frames)
        best = judge.best(among)
        if len(best) == len(left):
            continue
        kept, fallen = [left[at] for at in best], [place for at, place in enumerate(left) if at not in best]
        rival = max((members[place] for place in fallen), key=judge.rank)
        for place in kept:
            why[place] += judge.reasons(members[place], rival, [members[each] for each in fallen])
        for place in fallen:
            why[place].append(judge.difference(members[place], members[kept[0]]))
        left = kept
    keep = min(left, key=lambda place: _last_choice(members[place]))
    for place in left:
        if place != keep:
            why[place].append(
                said("as good by every rule, but {but}", but=_last_word(members[place], members[keep]))
            )
    if len(left) > 1:
        second = min((members[place] for place in left if place != keep), key=_last_choice)
        why[keep].append(_last_word(members[keep], second))
    return Keeping(keep, tuple(map(tuple, why)))


def _last_choice(facts: MemberFacts) -> tuple[int, int, tuple[object, ...]]:
    """Where no rule can tell, the least of these is kept: what a person would have put away as a copy goes, then
    what was written later; then names decide."""
    return copy_names(facts), facts.files[0].mtime_ns, naming.in_order(facts.path)


def _last_word(one: MemberFacts, other: MemberFacts) -> str:
    """What sets `one` apart from `other` in that."""
    first, second = _last_choice(one), _last_choice(other)
    is_kept = first < second
    if first[0] != second[0]:
        return named_like(one, other)
    if first[1] != second[1]:
        return said("its file is older") if is_kept else said("its file is newer")
    return said("first by name") if is_kept else said("it comes later by name")


def _qualities(
    rule: Rule, kind: GroupKind, among: Sequence[MemberFacts], quality_of: QualityOf
) -> dict[Member, int]:
    """Of all of them, or of none."""
    if rule is not Rule.COMPRESSION or len(among) < 2 or not _is_compression_comparable(kind, among):
        return {}
    found = {each.member: quality_of(each) for each in among}
    known = {member: quality for member, quality in found.items() if quality is not None}
    return known if len(known) == len(found) else {}


def _most_of_cameras(
    rule: Rule, kind: GroupKind, among: Sequence[MemberFacts], rules: Sequence[Rule]
) -> int | None:
    """The most pixels of near-copies that still have what the camera wrote, if that counts."""
    if rule is not Rule.PIXELS or kind is not GroupKind.NEAR_COPIES or Rule.CAMERA not in rules:
        return None
    return max((each.pixels for each in among if each.camera and each.pixels), default=None)


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
    of_cameras: int | None  # the most pixels that a camera's own picture has, where that counts
    framed: Mapping[Member, float]  # what their pixels are worth, of those with a border or bars around them

    def best(self, among: Sequence[MemberFacts]) -> list[int]:
        """The places of those that are best by the rule; all of them if it cannot tell."""
        if self.rule is Rule.EYES:
            return self._with_open_eyes(among)
        amounts = [self._counted(each) for each in among]
        known = [amount for amount in amounts if amount is not None]
        everyone = list(range(len(among)))
        if len(known) < len(among):
            return everyone
        if self.rule is Rule.COMPRESSION and not _is_compression_comparable(self.kind, among):
            return everyone
        limit = max(known) * (_ALIKE_QUALITY if self.qualities else _TOLERANCE.get(self.rule, 1.0))
        best = [place for place, amount in enumerate(known) if amount >= limit]
        return best if self._is_borne_out(among, best) else everyone

    def _with_open_eyes(self, among: Sequence[MemberFacts]) -> list[int]:
        """All but those in which somebody's eyes are shut that are open in another one; what cannot be told of a
        picture is not held against it."""
        everyone = list(range(len(among)))
        if self.kind is not GroupKind.BURSTS:
            return everyone
        best = [at for at in everyone if not any(are_worse(among[at].faces, other.faces) for other in among)]
        return best or everyone

    def _is_borne_out(self, among: Sequence[MemberFacts], best: Sequence[int]) -> bool:
        """What was strongly compressed once and then written anew at a high quality is no better for it: it has
        fewer bytes than its quality says."""
        fallen = [each for place, each in enumerate(among) if place not in best]
        if fallen and all(any(self._is_made_of(among[place], each) for each in fallen) for place in best):
            return False
        if not self.qualities:
            return True
        most = max((_bytes_a_pixel(each) or 0.0 for each in fallen), default=0.0)
        return min(_bytes_a_pixel(among[place]) or 0.0 for place in best) >= _ALIKE_BYTES * most

    def _is_made_of(self, one: MemberFacts, other: MemberFacts) -> bool:
        """Whether `one` looks as if it was made of `other`, which was there before: marked, greyed, sharpened,
        written anew. By that alone it is no better; but what has far more bytes is rather the original that came
        later."""
        if self.kind is not GroupKind.NEAR_COPIES or self.rule not in (Rule.COMPRESSION, Rule.SHARPNESS):
            return False
        if one.taken_at and other.taken_at and one.taken_at != other.taken_at:
            return False  # another picture, of a burst
        enough = _ADDED_BYTES * (_bytes_a_pixel(other) or 0.0)
        has_more = self.rule is Rule.COMPRESSION and (_bytes_a_pixel(one) or 0.0) >= enough
        return one.written > other.written and not has_more

    def _counted(self, facts: MemberFacts) -> float | None:
        """What some program wrote anew is no better than the camera's picture for a border, or for being enlarged:
        which of them is the original, a later rule says."""
        amount, most = self.amount(facts), self.of_cameras
        if amount is None or most is None or facts.camera or amount > _ADDED_PIXELS * most:
            return amount
        return min(amount, most)

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
                return self.framed.get(facts.member, facts.pixels)
            case Rule.CAMERA:
                return float(bool(facts.camera))
            case Rule.COMPRESSION:
                return self.qualities.get(facts.member) if self.qualities else _bytes_a_pixel(facts)
            case Rule.EYES:
                return float(-sum(map(are_shut, facts.faces)))
            case Rule.SHARPNESS:
                return facts.sharpness
            case Rule.LABELS:
                return float(bool(facts.labels))
            case Rule.NAME:
                return float(-copy_names(facts))
            case Rule.OLDER:
                return -self._moment(facts)

    def _moment(self, facts: MemberFacts) -> float:
        """A number that grows with its date, in seconds. A camera's clock and a file system's may lie in different
        time zones: what says when it was taken is older than what does not. Copies of one content were all taken
        at once, and written one after the other."""
        if facts.taken_at and self.kind is not GroupKind.COPIES:
            return float(re.sub(r"\D", "", facts.taken_at)[:14].ljust(14, "0"))
        return 1e14 + facts.files[0].mtime_ns // 10**9

    def reasons(self, one: MemberFacts, rival: MemberFacts, fallen: Sequence[MemberFacts]) -> list[str]:
        """Why it is kept; of eyes that cannot be seen nothing is said."""
        if self.rule is not Rule.EYES:
            return [self.difference(one, rival)]
        return [said("eyes open")] if any(are_worse(other.faces, one.faces) for other in fallen) else []

    def difference(self, one: MemberFacts, other: MemberFacts) -> str:
        """What sets `one` apart from `other`, in a short sentence."""
        if self.rule is Rule.EYES:
            return shut_eyes(one)
        if self.rule is Rule.NAME:
            return named_like(one, other)
        if self.framed and (self.rank(one) > self.rank(other)) != ((one.pixels or 0) > (other.pixels or 0)):
            is_framed = one.member in self.framed
            return said("a border or bars around it") if is_framed else said("no border or bars around it")
        word = _WORDS[self.rule][0 if self.rank(one) > self.rank(other) else 1]
        first, second = self._value(one), self._value(other)
        if self.qualities:
            first = said("quality {quality}", quality=first)
        if self.rule is Rule.OLDER:
            if first == second:
                first, second = f"{first}:{self._seconds(one)}", f"{second}:{self._seconds(other)}"
            second = second[11:] if first[:11] == second[:11] else second  # the day is said once
        if not first:
            return word
        if self.rule is Rule.PIXELS:
            return said("{word}: {first} against {second} megapixels", word=word, first=first, second=second)
        if self.rule is Rule.COMPRESSION and not self.qualities:
            return said("{word}: {first} against {second} bits per pixel", word=word, first=first, second=second)
        if second:
            return said("{word}: {first} against {second}", word=word, first=first, second=second)
        return said("{word}: {first}", word=word, first=first)

    def _seconds(self, facts: MemberFacts) -> str:
        """Of a minute; the last two digits of a camera's time are its seconds."""
        if facts.taken_at and self.kind is not GroupKind.COPIES:
            return facts.taken_at[17:19]
        return f"{facts.files[0].mtime_ns // 10**9 % 60:02d}"

    def _value(self, facts: MemberFacts) -> str:
        match self.rule:
            case Rule.RAW:
                return facts.format or said("unknown")
            case Rule.PIXELS:
                return millions(facts.pixels)
            case Rule.CAMERA:
                return shown(facts.camera) if facts.camera else ""
            case Rule.COMPRESSION:
                quality = self.qualities.get(facts.member)
                return figure(8 * (_bytes_a_pixel(facts) or 0), ".1f") if quality is None else str(quality)
            case Rule.SHARPNESS:
                return f"{facts.sharpness or 0.0:.0f}"
            case Rule.LABELS:
                return ", ".join(map(shown, facts.labels[:3])) + ("…" if len(facts.labels) > 3 else "")
            case Rule.OLDER:
                return facts.date if self.kind is not GroupKind.COPIES else facts.file_date
        return ""


_TOLERANCE = {
    Rule.PIXELS: _ALIKE_PIXELS,
    Rule.COMPRESSION: _ALIKE_BYTES,
    Rule.SHARPNESS: _ALIKE_SHARPNESS,
}

_WORDS = {
    Rule.FOLDER: (said("in a folder that you prefer"), said("not in the folder that you prefer")),
    Rule.RAW: (said("original format"), said("not the original format")),
    Rule.PIXELS: (said("more pixels"), said("fewer pixels")),
    Rule.CAMERA: (said("from the camera"), said("says nothing of a camera")),
    Rule.COMPRESSION: (said("less compressed"), said("more compressed")),
    Rule.EYES: (said("eyes open"), said("eyes shut")),
    Rule.SHARPNESS: (said("sharper"), said("less sharp")),
    Rule.LABELS: (said("has labels"), said("has no labels")),
    Rule.OLDER: (said("older"), said("newer")),
}


def _preference(facts: MemberFacts, folders: Sequence[bytes]) -> int:
    """The place of the first preferred folder that one of its files lies in, or the number of them."""
    holding = [at for at, folder in enumerate(folders) if any(within(path, folder) for path in facts.paths)]
    return min(holding, default=len(folders))
