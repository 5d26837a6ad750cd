"""What a training will learn from, in sentences: how much there is, what is left out, what can be expected."""

from __future__ import annotations

from collections.abc import Sequence

from engine.learning.held_out import LEAST_OF_A_LABEL
from engine.learning.repeated_splits import FEW_HELD_OUT, SPLITS
from gui.language import tr, tr_n
from gui.training.material import LibraryMaterial, Reach
from gui.widgets.plain_text import quoted

NAMED = 5  # labels that are named in a sentence; all are listed
FEW = 10  # images of a label: with so many of each, precision at 10 rose by a third of what it rose by with 100


def summary_of(material: LibraryMaterial, reach: Reach = Reach.LIBRARY) -> str:
    in_labels = tr_n("in {n:,} labels", "in {n:,} label", len(material.label_counts))
    parts = [
        tr_n(
            "{n:,} labelled pictures {in_labels}",
            "{n:,} labelled picture {in_labels}",
            material.images,
            in_labels=in_labels,
        )
    ]
    if material.held_out:
        parts.append(tr("{n:,} of them held out to measure the result", n=material.held_out))
    if material.decisions:
        parts.append(
            tr_n("{n:,} accepted or rejected pairs", "{n:,} accepted or rejected pair", material.decisions)
        )
    return " ".join(filter(None, ("; ".join(parts) + ".", _on_others(material, reach))))


def _on_others(material: LibraryMaterial, reach: Reach) -> str:
    """What becomes of images that nobody has said anything about."""
    others, learned = material.others, material.others_learned
    if not others or material.refused:
        return ""
    if reach is Reach.LABELS:
        return tr_n(
            "The {n:,} other pictures of the library are not learned from.",
            "The {n:,} other picture of the library is not learned from.",
            others,
        )
    if reach is Reach.SOME:
        return tr("Some of the other pictures of the library are learned from, too: what they look like.")
    if learned < others:
        return tr(
            "{learned:,} of the {others:,} other pictures of the library are learned from, too: what they look "
            "like.",
            learned=learned,
            others=others,
        )
    return tr_n(
        "The {n:,} other pictures of the library are learned from, too: what they look like.",
        "The {n:,} other picture of the library is learned from, too: what it looks like.",
        others,
    )


def left_out_text(material: LibraryMaterial) -> str:
    """Which labels are not trained on, how many images they have, and how many they need."""
    few = list(material.left_out.items())
    if not few:
        return ""
    named = [
        tr_n("{label} has {n:,} pictures", "{label} has {n:,} picture", count, label=quoted(name))
        for name, count in few[:NAMED]
    ]
    others = len(few) - NAMED
    if others > 0:
        named.append(tr_n("{n:,} other labels have too few", "{n:,} other label has too few", others))
    needed = tr_n(
        "A label needs at least {least} pictures to be learned, so they are left out.",
        "A label needs at least {least} pictures to be learned, so it is left out.",
        len(few),
        least=LEAST_OF_A_LABEL,
    )
    return f"{', '.join(named)}. {needed}"


def remark_on(count: int) -> str:
    """Beside a label with so many images."""
    if count < LEAST_OF_A_LABEL:
        return tr("too few: needs {n} more", n=LEAST_OF_A_LABEL - count)
    return tr("few: expect little") if count < FEW else ""


def expectations(material: LibraryMaterial, reach: Reach = Reach.LIBRARY) -> list[str]:
    """What can and cannot be expected; a sentence or two for each doubt."""
    if material.refused:
        return []
    doubts = (
        _of_few_images(material),
        _of_few_held_out(material),
        _of_one_folder(material),
        _of_labels_alone(material, reach),
    )
    return [text for text in doubts if text]


def _of_few_images(material: LibraryMaterial) -> str:
    few = [name for name, count in material.label_counts.items() if count < FEW]
    if not few:
        return ""
    if len(few) == len(material.label_counts):
        return tr(
            "No label has {few} pictures yet: with so few, expect little beyond what the library looks like.",
            few=FEW,
        )
    return tr_n(
        "{labels} have fewer than {few} pictures: with so few, expect little beyond what the library looks like.",
        "{labels} has fewer than {few} pictures: with so few, expect little beyond what the library looks like.",
        len(few),
        labels=_names(few),
        few=FEW,
    )


def _of_few_held_out(material: LibraryMaterial) -> str:
    if not material.held_out:
        return tr("No picture can be held out, so the result cannot be measured.")
    if material.held_out < FEW_HELD_OUT:
        return tr_n(
            "With {n:,} held-out pictures the figures vary by chance; Quick takes them on {splits} splits, with "
            "their spread (±).",
            "With {n:,} held-out picture the figures vary by chance; Quick takes them on {splits} splits, with "
            "their spread (±).",
            material.held_out,
            splits=SPLITS,
        )
    if material.not_asked_for:
        return tr_n(
            "{labels} cannot be measured, because none of their pictures are held out.",
            "{labels} cannot be measured, because none of its pictures is held out.",
            len(material.not_asked_for),
            labels=_names(material.not_asked_for),
        )
    return ""


def _of_one_folder(material: LibraryMaterial) -> str:
    if not material.only_in:
        return ""
    return tr(
        "All labelled pictures lie in the folder {folder}: the figures speak for pictures like those, not for the "
        "rest of the library.",
        folder=quoted(material.only_in),
    )


def _of_labels_alone(material: LibraryMaterial, reach: Reach) -> str:
    if reach is not Reach.LABELS or not material.others:
        return ""
    return tr(
        "Learning from labels alone forgets the other pictures: expect searches for what they show to get worse."
    )


def _names(names: Sequence[str]) -> str:
    named = [quoted(name) for name in names[:NAMED]]
    if len(names) > NAMED:
        named.append(tr("{n:,} more", n=len(names) - NAMED))
    return named[0] if len(named) == 1 else tr("{names} and {last}", names=", ".join(named[:-1]), last=named[-1])
