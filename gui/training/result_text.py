"""What the page of a result says besides its figures: how it was trained, what the figures were taken on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learning.searched import caution, labelled_text, learned_text
from engine.progress import duration_text
from gui.language import tr, tr_n
from gui.widgets.plain_text import quoted

if TYPE_CHECKING:
    from engine.learning.trained import Trained

NAMED = 5  # labels that have no row


def how_text(trained: Trained, name: str) -> str:
    """How it was trained and what the figures were taken on."""
    sentences = [_training(trained, name), _measured(trained)]
    if trained.request.refit:
        sentences.append(tr("After that it was trained once more on all labels."))
    return " ".join(filter(None, sentences))


def _training(trained: Trained, name: str) -> str:
    without = trained.images - len(trained.trained_on)
    about = {
        "bits": trained.function.bits,
        "images": trained.images,
        "without": without,
        "time": duration_text(trained.seconds),
        "device": "GPU" if trained.computed_on == "cuda" else "CPU",
    }
    if without > 0:
        text = tr_n(
            "{bits} bits, {n:,} epochs on {images:,} pictures, {without:,} of them without a label, in {time} on "
            "the {device}.",
            "{bits} bits, {n:,} epoch on {images:,} pictures, {without:,} of them without a label, in {time} on "
            "the {device}.",
            len(trained.epochs),
            **about,
        )
    else:
        text = tr_n(
            "{bits} bits, {n:,} epochs on {images:,} pictures in {time} on the {device}.",
            "{bits} bits, {n:,} epoch on {images:,} pictures in {time} on the {device}.",
            len(trained.epochs),
            **about,
        )
    return f"{quoted(name)}: {text}" if name else text


def _measured(trained: Trained) -> str:
    after = trained.after
    if after is None or "queries" not in after:
        return ""
    if splits := after.get("splits"):
        queries = tr_n(
            "Measured with {n:,} held-out pictures as queries, as the mean of {splits} random splits with its "
            "spread (±), because the labels are few.",
            "Measured with {n:,} held-out picture as query, as the mean of {splits} random splits with its spread "
            "(±), because the labels are few.",
            after["queries"],
            splits=splits,
        )
    else:
        queries = tr_n(
            "Measured with {n:,} held-out pictures as queries.",
            "Measured with {n:,} held-out picture as query.",
            after["queries"],
        )
    others = tr(
        "They were looked for among {others:,} others: {labelled}, and {learned}.",
        others=after["database"],
        labelled=labelled_text(after),
        learned=learned_text(after),
    )
    return f"{queries} {others} {tr(caution(after))}".rstrip()


def by_label_text(trained: Trained) -> str:
    """What the rows of labels show, and which labels have none."""
    text = tr("mAP of each label's held-out pictures; what fell the most comes first.")
    if trained.after is not None and trained.after.get("splits"):
        alone = tr("Of one split alone, so that a single label says little.")
        text = f"{text} {alone}"
    missing = trained.examples.not_asked_for if trained.examples is not None else []
    if not missing:
        return text
    named = [quoted(name) for name in missing[:NAMED]]
    if len(missing) > NAMED:
        named.append(tr("{n:,} more", n=len(missing) - NAMED))
    why = tr_n(
        "Not measured: {labels}, because none of their pictures are held out.",
        "Not measured: {labels}, because none of its pictures is held out.",
        len(missing),
        labels=", ".join(named),
    )
    return f"{text} {why}"
