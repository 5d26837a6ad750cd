"""What a training will learn from, in sentences: how much there is, what is left out, what can be expected."""

from __future__ import annotations

from collections.abc import Sequence

from engine.learning.held_out import LEAST_OF_A_LABEL
from engine.learning.repeated_splits import FEW_HELD_OUT, SPLITS
from gui.training.material import LibraryMaterial, Reach
from gui.widgets.plain_text import quoted

NAMED = 5  # labels that are named in a sentence; all are listed
FEW = 10  # images of a label: with so many of each, precision at 10 rose by a third of what it rose by with 100


def summary_of(material: LibraryMaterial, reach: Reach = Reach.LIBRARY) -> str:
    counted = f"{_several(material.images, 'labelled picture')} in {_several(len(material.label_counts), 'label')}"
    parts = [counted]
    if material.held_out:
        parts.append(f"{material.held_out:,} of them held out to measure the result")
    if material.decisions:
        parts.append(f"{_several(material.decisions, 'accepted or rejected pair')}")
    return " ".join(filter(None, ("; ".join(parts) + ".", _on_others(material, reach))))


def _on_others(material: LibraryMaterial, reach: Reach) -> str:
    """What becomes of images that nobody has said anything about."""
    others, learned = material.others, material.others_learned
    if not others or material.refused:
        return ""
    they = f"The {_several(others, 'other picture')} of the library {'is' if others == 1 else 'are'}"
    if reach is Reach.LABELS:
        return f"{they} not learned from."
    if reach is Reach.SOME:
        return "Some of the other pictures of the library are learned from, too: what they look like."
    if learned < others:
        they = f"{learned:,} of the {others:,} other pictures of the library are"
    return f"{they} learned from, too: what {'it looks' if others == 1 else 'they look'} like."


def left_out_text(material: LibraryMaterial) -> str:
    """Which labels are not trained on, how many images they have, and how many they need."""
    few = list(material.left_out.items())
    if not few:
        return ""
    named = [f"{quoted(name)} has {_several(count, 'picture')}" for name, count in few[:NAMED]]
    others = len(few) - NAMED
    if others > 0:
        named.append(f"{_several(others, 'other label')} {'has' if others == 1 else 'have'} too few")
    they = "it is" if len(few) == 1 else "they are"
    needed = f"A label needs at least {LEAST_OF_A_LABEL} pictures to be learned, so {they} left out."
    return f"{', '.join(named)}. {needed}"


def remark_on(count: int) -> str:
    """Beside a label with so many images."""
    if count < LEAST_OF_A_LABEL:
        return f"too few: needs {LEAST_OF_A_LABEL - count} more"
    return "few: expect little" if count < FEW else ""


def expectations(material: LibraryMaterial, reach: Reach = Reach.LIBRARY) -> list[str]:
    """What can and cannot be expected; a sentence or two for each doubt."""
    if material.refused:
        return []
    said = (
        _of_few_images(material),
        _of_few_held_out(material),
        _of_one_folder(material),
        _of_labels_alone(material, reach),
    )
    return [text for text in said if text]


def _of_few_images(material: LibraryMaterial) -> str:
    few = [name for name, count in material.label_counts.items() if count < FEW]
    if not few:
        return ""
    if len(few) == len(material.label_counts):
        who = f"No label has {FEW} pictures yet"
    else:
        who = f"{_names(few)} {'has' if len(few) == 1 else 'have'} fewer than {FEW} pictures"
    return f"{who}: with so few, expect little beyond what the library looks like."


def _of_few_held_out(material: LibraryMaterial) -> str:
    if not material.held_out:
        return "No picture can be held out, so the result cannot be measured."
    if material.held_out < FEW_HELD_OUT:
        many = _several(material.held_out, "held-out picture")
        return (
            f"With {many} the figures vary by chance; Quick takes them on {SPLITS} splits, with their spread (±)."
        )
    if material.not_asked_for:
        none = "none of its pictures is" if len(material.not_asked_for) == 1 else "none of their pictures are"
        return f"{_names(material.not_asked_for)} cannot be measured, because {none} held out."
    return ""


def _of_one_folder(material: LibraryMaterial) -> str:
    if not material.only_in:
        return ""
    return (
        f"All labelled pictures lie in the folder {quoted(material.only_in)}: the figures speak for pictures like "
        "those, not for the rest of the library."
    )


def _of_labels_alone(material: LibraryMaterial, reach: Reach) -> str:
    if reach is not Reach.LABELS or not material.others:
        return ""
    return "Learning from labels alone forgets the other pictures: expect searches for what they show to get worse."


def _names(names: Sequence[str]) -> str:
    named = [quoted(name) for name in names[:NAMED]]
    if len(names) > NAMED:
        named.append(f"{len(names) - NAMED:,} more")
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def _several(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
