"""Groups, and what is known of their pictures, in words."""

from __future__ import annotations

import os

from engine.copies.facts import MILLION, MemberFacts
from engine.copies.groups import LIKEST, GroupKind
from engine.copies.reviewing import ReviewGroup
from gui.copies.marks import Mark, Marks
from gui.widgets.amounts import size_text
from gui.widgets.plain_text import path_text, printable

KINDS = {
    "Copies": GroupKind.COPIES,
    "Near-copies": GroupKind.NEAR_COPIES,
    "Bursts": GroupKind.BURSTS,
}

MEANT = {
    GroupKind.COPIES: "Files with the same content, byte for byte.",
    GroupKind.NEAR_COPIES: "One picture in several versions: resized, compressed again, cropped, edited.",
    GroupKind.BURSTS: "Pictures that are alike and were taken within seconds.",
}

_PLURALS = {GroupKind.COPIES: "copies", GroupKind.NEAR_COPIES: "near-copies", GroupKind.BURSTS: "of a burst"}


def counted(count: int, one: str, many: str = "") -> str:
    return f"1 {one}" if count == 1 else f"{count:,} {many or one + 's'}"


def group_text(group: ReviewGroup) -> str:
    parts = [f"{len(group.members)} {_PLURALS[group.kind]}"]
    if group.kind is not GroupKind.COPIES:
        parts.append(f"{group.likeness} of {LIKEST} alike")
    parts.append(f"keeping the best frees {size_text(group.saving)}")
    return "  ·  ".join(parts)


def state_text(marks: list[Mark | None], kept: bool) -> str:
    """What is chosen of a group so far; `kept`: it was said to keep all of it."""
    dropped = marks.count(Mark.DROP)
    if dropped:
        return f"{dropped} to be dropped"
    if kept:
        return "you keep all of it"
    if all(mark is Mark.KEEP for mark in marks):
        return "all are kept"
    return ""


def name_text(facts: MemberFacts) -> str:
    return path_text(os.path.basename(facts.path))


def folder_text(facts: MemberFacts) -> str:
    return path_text(os.path.dirname(facts.path))


def fact_lines(facts: MemberFacts) -> list[str]:
    """Three lines, of which the last may be empty."""
    shape = [f"{facts.width:,} × {facts.height:,}".replace(",", "\u202f")] if facts.pixels else []
    if facts.pixels:
        shape.append(megapixels_text(facts.pixels))
    if facts.format:
        shape.append(printable(facts.format))
    more = [f"sharpness {facts.sharpness:.0f}"] if facts.sharpness is not None else []
    if len(facts.paths) > 1:
        more.append(counted(len(facts.paths), "place"))
    if facts.labels:
        more.append(", ".join(printable(name) for name in facts.labels))
    return [" · ".join(shape), f"{size_text(facts.size)} · {facts.date}", " · ".join(more)]


def megapixels_text(pixels: int) -> str:
    millions = pixels / MILLION
    return f"{millions:.1f} MP" if millions >= 1 else f"{millions:.2f} MP"


def why_text(group: ReviewGroup, place: int) -> str:
    """Why it is proposed to be kept, or why it is not: the last of what was said of it."""
    why = group.why[place]
    if place == 0:
        return f"Best: {'; '.join(why)}"
    return why[-1][:1].upper() + why[-1][1:]


def spoken(group: ReviewGroup, place: int, marks: Marks) -> str:
    """All of it about the current picture of a group, read out."""
    facts, mark = group.members[place], marks.of(group, place)
    said = [group_text(group), f"picture {place + 1}: {name_text(facts)} in {folder_text(facts)}"]
    said += [line for line in fact_lines(facts) if line]
    said.append(why_text(group, place))
    if group.kept:
        said.append("you keep all of this group")
    said.append({Mark.KEEP: "to be kept", Mark.DROP: "to be dropped", None: "nothing chosen"}[mark])
    return ", ".join(said)


def comparison_words(group: ReviewGroup, place: int, marks: Marks) -> tuple[str, str]:
    """What a picture that is compared is called, with what was chosen of it; and what is known of it."""
    facts, mark = group.members[place], marks.of(group, place)
    chosen = {Mark.KEEP: "Kept: ", Mark.DROP: "To be dropped: ", None: ""}[mark]
    lines = [" · ".join(line for line in fact_lines(facts) if line), why_text(group, place)]
    return f"{chosen}{name_text(facts)} in {folder_text(facts)}", "\n".join(lines)
