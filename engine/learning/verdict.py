"""What a training did to the library, in sentences. What got worse is said first."""

from __future__ import annotations

from collections.abc import Sequence

from engine.learning.comparison import ChangedLabel, Comparison
from engine.learning.figures import KEPT, Figures
from engine.store.labels import shown

SAME = 0.005  # a difference in mAP that nobody would notice
NAMED = 3  # labels that are named


def verdict(before: Figures | None, after: Figures | None, comparison: Comparison | None = None) -> str:
    """Whether retrieval got better; if something got clearly worse, that comes first."""
    said = warning(comparison) if comparison is not None else ""
    return " ".join(filter(None, (said, _on_labels(before, after))))


def warning(comparison: Comparison) -> str:
    """What got clearly worse: labels, or pictures that nobody labelled. Empty if nothing did."""
    parts = []
    if comparison.worse_labels:
        parts.append(f"{_names(comparison.worse_labels)} found clearly worse than before")
    if comparison.forgets:
        before, after = (side.figures[KEPT] for side in (comparison.before, comparison.after))
        parts.append(
            "pictures that you have not labelled lose what they look like "
            f"({before:.0%} of their nearest ten were among the first ten hits, now {after:.0%})"
        )
    if not parts:
        return ""
    sentence = ", and ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}; look closely before you accept."


def _names(labels: Sequence[ChangedLabel]) -> str:
    names = [f"“{shown(label.name)}”" for label in labels[:NAMED]]
    rest = len(labels) - NAMED
    if rest > 0:
        names.append(f"{rest} other label{'' if rest == 1 else 's'}")
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed} {'is' if len(labels) == 1 else 'are'}"


def _on_labels(before: Figures | None, after: Figures | None) -> str:
    if after is None or after.get("mAP") is None:
        return "There was nothing held out to measure the result on."
    if before is None or before.get("mAP") is None:
        return "It could not be compared with the active version on labels that neither of them has seen."
    change = after["mAP"] - before["mAP"]
    spread = max(figures.get("spread", {}).get("mAP", 0.0) for figures in (before, after))
    if abs(change) <= max(SAME, spread):
        within = ": the difference lies within the spread" if spread > SAME else ""
        return f"Retrieval is about as good as before{within}."
    if change > 0:
        times = after["mAP"] / before["mAP"] if before["mAP"] > 0 else 0.0
        much = f": mAP is {times:.1f} times as high" if times >= 1.2 else ""
        return f"Retrieval got better{much}."
    return "Retrieval got worse; discarding is probably right."
