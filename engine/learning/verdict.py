"""What a training did to the library, in sentences. What got worse is said first."""

from __future__ import annotations

from collections.abc import Sequence

from engine.learning.comparison import ChangedLabel
from engine.learning.figures import KEPT, Figures
from engine.sentences import joined, said, said_n
from engine.store.labels import shown

SAME = 0.005  # a difference in mAP that nobody would notice
FORGOTTEN = 0.2  # of the nearest neighbours of pictures that nobody labelled; see engine.learning.kept_neighbours
NAMED = 3  # labels that are named


def verdict(before: Figures | None, after: Figures | None) -> str:
    """Whether retrieval of what has labels got better."""
    if after is None or after.get("mAP") is None:
        return said("There was nothing held out to measure the result on.")
    if before is None or before.get("mAP") is None:
        return said("It could not be compared with the active version on labels that neither of them has seen.")
    change, spread = after["mAP"] - before["mAP"], _spread(before, after)
    if abs(change) <= max(SAME, spread):
        if spread > SAME:
            return said("Retrieval is about as good as before: the difference lies within the spread.")
        return said("Retrieval is about as good as before.")
    if change > 0:
        times = after["mAP"] / before["mAP"] if before["mAP"] > 0 else 0.0
        if times >= 1.2:
            return said("Retrieval got better: mAP is {times:.1f} times as high.", times=times)
        return said("Retrieval got better.")
    return said("Retrieval got worse; discarding is probably right.")


def is_worse(before: Figures | None, after: Figures | None) -> bool:
    """Whether `verdict` says so."""
    if before is None or after is None or before.get("mAP") is None or after.get("mAP") is None:
        return False
    return bool(after["mAP"] < before["mAP"] - max(SAME, _spread(before, after)))


def warning(before: Figures | None, after: Figures | None, labels: Sequence[ChangedLabel]) -> str:
    """What got clearly worse: labels, or pictures that nobody labelled. Empty if nothing did."""
    worse = [label for label in labels if label.is_clearly_worse]
    if before is None or after is None or not forgets(before, after):
        return _labels_worse(worse) if worse else ""
    kept = {"before": before[KEPT], "after": after[KEPT]}
    if not worse:
        return said(
            "Searches for pictures that you have not labelled got worse ({before:.0%} of what looks most like them "
            "was among the first 50, now {after:.0%}); look closely before you accept.",
            **kept,
        )
    return said_n(
        "{names} are found clearly worse than before, and searches for pictures that you have not labelled got "
        "worse ({before:.0%} of what looks most like them was among the first 50, now {after:.0%}); look closely "
        "before you accept.",
        "{names} is found clearly worse than before, and searches for pictures that you have not labelled got "
        "worse ({before:.0%} of what looks most like them was among the first 50, now {after:.0%}); look closely "
        "before you accept.",
        len(worse),
        names=_names(worse),
        **kept,
    )


def _labels_worse(labels: Sequence[ChangedLabel]) -> str:
    return said_n(
        "{names} are found clearly worse than before; look closely before you accept.",
        "{names} is found clearly worse than before; look closely before you accept.",
        len(labels),
        names=_names(labels),
    )


def forgets(before: Figures, after: Figures) -> bool:
    """Pictures that nobody labelled are found clearly less often than before beside what they look like."""
    earlier, later = before.get(KEPT), after.get(KEPT)
    return earlier is not None and later is not None and later < earlier - FORGOTTEN


def _spread(before: Figures, after: Figures) -> float:
    return max(float(figures.get("spread", {}).get("mAP", 0.0)) for figures in (before, after))


def _names(labels: Sequence[ChangedLabel]) -> str:
    names: list[str] = [said("“{name}”", name=shown(label.name)) for label in labels[:NAMED]]
    rest = len(labels) - NAMED
    if rest > 0:
        names.append(said_n("{n} other labels", "{n} other label", rest))
    if len(names) == 1:
        return names[0]
    return said("{first} and {last}", first=joined(", ", names[:-1]), last=names[-1])
