"""What a training did to the library, in sentences. What got worse is said first."""

from __future__ import annotations

from collections.abc import Sequence

from engine.learning.comparison import ChangedLabel
from engine.learning.figures import KEPT, Figures
from engine.store.labels import shown

SAME = 0.005  # a difference in mAP that nobody would notice
FORGOTTEN = 0.2  # of the nearest neighbours of pictures that nobody labelled; see engine.learning.kept_neighbours
NAMED = 3  # labels that are named


def verdict(before: Figures | None, after: Figures | None) -> str:
    """Whether retrieval of what has labels got better."""
    if after is None or after.get("mAP") is None:
        return "There was nothing held out to measure the result on."
    if before is None or before.get("mAP") is None:
        return "It could not be compared with the active version on labels that neither of them has seen."
    change, spread = after["mAP"] - before["mAP"], _spread(before, after)
    if abs(change) <= max(SAME, spread):
        within = ": the difference lies within the spread" if spread > SAME else ""
        return f"Retrieval is about as good as before{within}."
    if change > 0:
        times = after["mAP"] / before["mAP"] if before["mAP"] > 0 else 0.0
        much = f": mAP is {times:.1f} times as high" if times >= 1.2 else ""
        return f"Retrieval got better{much}."
    return "Retrieval got worse; discarding is probably right."


def is_worse(before: Figures | None, after: Figures | None) -> bool:
    """Whether `verdict` says so."""
    if before is None or after is None or before.get("mAP") is None or after.get("mAP") is None:
        return False
    return bool(after["mAP"] < before["mAP"] - max(SAME, _spread(before, after)))


def warning(before: Figures | None, after: Figures | None, labels: Sequence[ChangedLabel]) -> str:
    """What got clearly worse: labels, or pictures that nobody labelled. Empty if nothing did."""
    parts = []
    if worse := [label for label in labels if label.is_clearly_worse]:
        parts.append(f"{_names(worse)} found clearly worse than before")
    if before is not None and after is not None and forgets(before, after):
        parts.append(
            "searches for pictures that you have not labelled got worse "
            f"({before[KEPT]:.0%} of what looks most like them was among the first 50, now {after[KEPT]:.0%})"
        )
    if not parts:
        return ""
    sentence = ", and ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}; look closely before you accept."


def forgets(before: Figures, after: Figures) -> bool:
    """Pictures that nobody labelled are found clearly less often than before beside what they look like."""
    earlier, later = before.get(KEPT), after.get(KEPT)
    return earlier is not None and later is not None and later < earlier - FORGOTTEN


def _spread(before: Figures, after: Figures) -> float:
    return max(float(figures.get("spread", {}).get("mAP", 0.0)) for figures in (before, after))


def _names(labels: Sequence[ChangedLabel]) -> str:
    names = [f"“{shown(label.name)}”" for label in labels[:NAMED]]
    rest = len(labels) - NAMED
    if rest > 0:
        names.append(f"{rest} other label{'' if rest == 1 else 's'}")
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed} {'is' if len(labels) == 1 else 'are'}"
