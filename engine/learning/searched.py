"""Among which images the held-out ones were looked for, in words: how many have a label, how many were learned."""

from engine.learning.figures import Figures

LOWER_BOUNDS = "A hit without a label counts as wrong, so the figures are lower bounds."


def share_text(part: int, whole: int) -> str:
    """In whole percent; what is neither nothing nor all does not look so."""
    percent = round(100 * part / whole) if whole else 0
    if part and not percent:
        return "less than 1 %"
    return "more than 99 %" if part < whole and percent == 100 else f"{percent} %"


def labelled_text(figures: Figures) -> str:
    """How many of the images that were searched have a label."""
    labelled, searched = figures["labelled"], figures["database"]
    if labelled == searched:
        return "all of them have a label"
    return f"{labelled:,} of them ({share_text(labelled, searched)}) {'has' if labelled == 1 else 'have'} a label"


def learned_text(figures: Figures, who: str = "it") -> str:
    """How many of them `who`, a version, learned from: their labels or decisions."""
    learned, searched = figures["trained_on"], figures["database"]
    if learned is None:
        return f"nobody knows how many of their labels {who} has learned"
    if not learned:
        return f"{who} has learned none of their labels"
    if learned == searched:
        return f"{who} has learned the labels of all of them"
    return f"{who} has learned the labels of {learned:,} of them ({share_text(learned, searched)})"


def caution(figures: Figures) -> str:
    """What the figures leave out; empty where every image that is searched has a label."""
    return LOWER_BOUNDS if figures["labelled"] < figures["database"] else ""
