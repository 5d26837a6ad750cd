"""What the page of a result says besides its figures: how it was trained, what the figures were taken on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.learning.searched import caution, labelled_text, learned_text
from engine.progress import duration_text
from gui.widgets.plain_text import quoted

if TYPE_CHECKING:
    from engine.learning.trained import Trained

NAMED = 5  # labels that have no row


def how_text(trained: Trained, name: str) -> str:
    """How it was trained and what the figures were taken on."""
    sentences = [_training(trained, name), _measured(trained)]
    if trained.request.refit:
        sentences.append("After that it was trained once more on all labels.")
    return " ".join(filter(None, sentences))


def _training(trained: Trained, name: str) -> str:
    called = f"{quoted(name)}: " if name else ""
    epochs = f"{len(trained.epochs):,} epoch{'' if len(trained.epochs) == 1 else 's'}"
    without = trained.images - len(trained.trained_on)
    among = f", {without:,} of them without a label," if without > 0 else ""
    return (
        f"{called}{trained.function.bits} bits, {epochs} on {trained.images:,} pictures{among} "
        f"in {duration_text(trained.seconds)} on the {'GPU' if trained.computed_on == 'cuda' else 'CPU'}."
    )


def _measured(trained: Trained) -> str:
    after = trained.after
    if after is None or "queries" not in after:
        return ""
    text = f"Measured with {after['queries']:,} held-out pictures as queries"
    if splits := after.get("splits"):
        text += f", as the mean of {splits} random splits with its spread (±), because the labels are few"
    text += f". They were looked for among {after['database']:,} others: {labelled_text(after)}, and"
    return f"{text} {learned_text(after)}. {caution(after)}".rstrip()


def by_label_text(trained: Trained) -> str:
    """What the rows of labels show, and which labels have none."""
    text = "mAP of each label's held-out pictures; what fell the most comes first."
    if trained.after is not None and trained.after.get("splits"):
        text += " Of one split alone, so that a single label says little."
    missing = trained.examples.not_asked_for if trained.examples is not None else []
    if not missing:
        return text
    named = [quoted(name) for name in missing[:NAMED]]
    if len(missing) > NAMED:
        named.append(f"{len(missing) - NAMED:,} more")
    none = "none of its pictures is" if len(missing) == 1 else "none of their pictures are"
    return f"{text} Not measured: {', '.join(named)}, because {none} held out."
