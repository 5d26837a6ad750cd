"""Groups, and what is known of their pictures, in words."""

from __future__ import annotations

import os

from engine.copies.dropping import DropPlan
from engine.copies.facts import MILLION, MemberFacts
from engine.copies.groups import LIKEST, GroupKind
from engine.copies.reviewing import ReviewGroup
from engine.sentences import said
from gui.copies.marks import Mark, Marks
from gui.language import number, tr, tr_n
from gui.widgets.amounts import size_text
from gui.widgets.plain_text import path_text, printable

KINDS = {
    said("Copies"): GroupKind.COPIES,
    said("Near-copies"): GroupKind.NEAR_COPIES,
    said("Bursts"): GroupKind.BURSTS,
}

MEANT = {
    GroupKind.COPIES: said("Files with the same content, byte for byte."),
    GroupKind.NEAR_COPIES: said("One picture in several versions: resized, compressed again, cropped, edited."),
    GroupKind.BURSTS: said("Pictures that are alike and were taken within seconds."),
}

NO_BURSTS, NO_NEAR_COPIES = said("No bursts at this strictness"), said("No near-copies at this strictness")

_CHOSEN = {Mark.KEEP: said("to be kept"), Mark.DROP: said("to be dropped"), None: said("nothing chosen")}


def group_text(group: ReviewGroup) -> str:
    parts = [_members_text(group)]
    if group.kind is not GroupKind.COPIES:
        parts.append(tr("{likeness} of {most} alike", likeness=group.likeness, most=LIKEST))
    parts.append(tr("keeping the best frees {size}", size=size_text(group.saving)))
    return "  ·  ".join(parts)


def _members_text(group: ReviewGroup) -> str:
    """There are always several."""
    count = len(group.members)
    if group.kind is GroupKind.COPIES:
        return tr("{n} copies", n=count)
    if group.kind is GroupKind.NEAR_COPIES:
        return tr("{n} near-copies", n=count)
    return tr("{n} of a burst", n=count)


def state_text(marks: list[Mark | None], kept: bool) -> str:
    """What is chosen of a group so far; `kept`: it was said to keep all of it."""
    dropped = marks.count(Mark.DROP)
    if dropped:
        return tr("{n} to be dropped", n=dropped)
    if kept:
        return tr("you keep all of it")
    if all(mark is Mark.KEEP for mark in marks):
        return tr("all are kept")
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
    more = [tr("sharpness {value:.0f}", value=facts.sharpness)] if facts.sharpness is not None else []
    if len(facts.paths) > 1:
        more.append(tr_n("{n:,} places", "{n:,} place", len(facts.paths)))
    if facts.labels:
        more.append(", ".join(printable(name) for name in facts.labels))
    return [" · ".join(shape), f"{size_text(facts.size)} · {facts.date}", " · ".join(more)]


def megapixels_text(pixels: int) -> str:
    millions = pixels / MILLION
    return f"{number(millions, '.1f' if millions >= 1 else '.2f')} MP"


def why_text(group: ReviewGroup, place: int) -> str:
    """Why it is proposed to be kept, or why it is not: the last of what was said of it."""
    why = [tr(reason) for reason in group.why[place]]
    if place == 0:
        return tr("Best: {reasons}", reasons="; ".join(why))
    return why[-1][:1].upper() + why[-1][1:]


def spoken(group: ReviewGroup, place: int, marks: Marks) -> str:
    """All of it about the current picture of a group, read out."""
    facts, mark = group.members[place], marks.of(group, place)
    where = {"name": name_text(facts), "folder": folder_text(facts)}
    parts = [group_text(group), tr("picture {place}: {name} in {folder}", place=place + 1, **where)]
    parts += [line for line in fact_lines(facts) if line]
    parts.append(why_text(group, place))
    if group.kept:
        parts.append(tr("you keep all of this group"))
    parts.append(tr(_CHOSEN[mark]))
    return ", ".join(parts)


def comparison_words(group: ReviewGroup, place: int, marks: Marks) -> tuple[str, str]:
    """What a picture that is compared is called, with what was chosen of it; and what is known of it."""
    facts, mark = group.members[place], marks.of(group, place)
    where = tr("{name} in {folder}", name=name_text(facts), folder=folder_text(facts))
    if mark is Mark.KEEP:
        where = tr("Kept: {where}", where=where)
    elif mark is Mark.DROP:
        where = tr("To be dropped: {where}", where=where)
    lines = [" · ".join(line for line in fact_lines(facts) if line), why_text(group, place)]
    return where, "\n".join(lines)


def count_text(groups: int, saving: int) -> str:
    return tr_n(
        "{n:,} groups, {size} can be freed", "{n:,} group, {size} can be freed", groups, size=size_text(saving)
    )


def marked_text(plan: DropPlan) -> str:
    return tr_n(
        "{n:,} files marked to be dropped: {size}",
        "{n:,} file marked to be dropped: {size}",
        len(plan.file_ids),
        size=size_text(plan.bytes),
    )


def none_text(kind: GroupKind) -> tuple[str, str]:
    """There are no groups of this kind: that, and what to do."""
    if kind is GroupKind.COPIES:
        hint = tr("{about} There are none. Choose another kind above to look further.", about=MEANT[kind])
        return tr("No copies"), hint
    title = NO_BURSTS if kind is GroupKind.BURSTS else NO_NEAR_COPIES
    return tr(title), tr("{about} Move the slider to the left to find more.", about=MEANT[kind])
