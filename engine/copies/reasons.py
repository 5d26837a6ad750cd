"""What is said of a member of a group, in a few words."""

from engine.copies import naming
from engine.copies.eyes import are_shut
from engine.copies.facts import MILLION, MemberFacts
from engine.printable_text import printable
from engine.sentences import figure, said


def shut_eyes(facts: MemberFacts) -> str:
    shut, seen = sum(map(are_shut, facts.faces)), len(facts.faces)
    return said("eyes shut") if seen == 1 else said("eyes shut: {shut} of {seen} people", shut=shut, seen=seen)


def copy_names(facts: MemberFacts) -> int:
    """How much its name says that it is a copy: more than that of a folder it lies in."""
    return 2 * naming.is_named_as_a_copy(facts.path) + bool(naming.put_away_in(facts.path))


def named_like(one: MemberFacts, other: MemberFacts) -> str:
    """Of two that differ in that."""
    is_copy, other_is = (naming.is_named_as_a_copy(each.path) for each in (one, other))
    if is_copy != other_is:
        return said("named as a copy") if is_copy else said("not named as a copy")
    folder, other_folder = (naming.put_away_in(each.path) for each in (one, other))
    if folder:
        return said("in the folder “{name}”", name=shown(folder))
    return said("not in the folder “{name}”", name=shown(other_folder))


def millions(pixels: int | None) -> str:
    """Less than one to two decimals, so that small ones that differ look different."""
    found = (pixels or 0) / MILLION
    return figure(found, ".1f" if found >= 1 else ".2f")


def shown(text: str) -> str:
    return printable(text if len(text) <= 40 else text[:39] + "…")
