"""Among which images the held-out ones were looked for, in words: how many have a label, how many were learned."""

from engine.learning.figures import Figures
from engine.sentences import said, said_n

LOWER_BOUNDS = said("A hit without a label counts as wrong, so the figures are lower bounds.")
IT = said("it", "a version")


def share_text(part: int, whole: int) -> str:
    """In whole percent; what is neither nothing nor all does not look so."""
    percent = round(100 * part / whole) if whole else 0
    if part and not percent:
        return said("less than 1 %")
    is_nearly_all = part < whole and percent == 100
    return said("more than 99 %") if is_nearly_all else said("{percent} %", percent=percent)


def labelled_text(figures: Figures) -> str:
    """How many of the images that were searched have a label."""
    labelled, searched = figures["labelled"], figures["database"]
    if labelled == searched:
        return said("all of them have a label")
    return said_n(
        "{n:,} of them ({share}) have a label",
        "{n:,} of them ({share}) has a label",
        labelled,
        share=share_text(labelled, searched),
    )


def learned_text(figures: Figures, who: str = IT) -> str:
    """How many of them `who`, a version, learned from: their labels or decisions."""
    learned, searched = figures["trained_on"], figures["database"]
    if learned is None:
        return said("nobody knows how many of their labels {who} has learned", who=who)
    if not learned:
        return said("{who} has learned none of their labels", who=who)
    if learned == searched:
        return said("{who} has learned the labels of all of them", who=who)
    return said(
        "{who} has learned the labels of {learned:,} of them ({share})",
        who=who,
        learned=learned,
        share=share_text(learned, searched),
    )


def caution(figures: Figures) -> str:
    """What the figures leave out; empty where every image that is searched has a label."""
    return LOWER_BOUNDS if figures["labelled"] < figures["database"] else ""
