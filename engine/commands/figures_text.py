"""Figures as lines for a person: measures, what was searched, one line a label."""

from collections.abc import Sequence
from typing import Any

from engine.commands.terminal import print_line
from engine.learning.figures import KEPT, Figures
from engine.learning.searched import caution, labelled_text, learned_text
from engine.store.labels import shown

FEW = 3  # labels at each end
COUNTS = ("queries", "database", "labelled", "trained_on")  # said in a sentence
KEPT_NAME = "nearest ten kept, of images without a label"


def print_searched(figures: Figures, who: str = "it") -> None:
    """What the figures were taken on; `who` was told what belongs together, "" where nobody knows."""
    told = f", and {learned_text(figures, who)}" if who else ""
    text = f"on {figures['queries']:,} held-out images among {figures['database']:,} others"
    print_line(f"  {text}: {labelled_text(figures)}{told}")
    if said := caution(figures):
        print_line(f"  {said[0].lower()}{said[1:].rstrip('.')}")


def print_labels(title: str, rows: Sequence[str]) -> None:
    """The first few and the last few."""
    if not rows:
        return
    print_line(f"  by label, {title}:")
    left_out = len(rows) - 2 * FEW
    ends = rows if left_out <= 1 else [*rows[:FEW], f"… {left_out:,} others …", *rows[-FEW:]]
    for row in ends:
        print_line(f"    {row}")


def label_text(row: dict[str, Any], figures: str) -> str:
    return f"“{shown(row['label'])}” ({row['images']:,} images, {row['held_out']:,} held out): {figures}"


def number(figure: float | None, digits: int = 3) -> str:
    return "–" if figure is None else f"{figure:.{digits}f}"


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def kept_is_known(*figures: Figures | None) -> bool:
    return any(each is not None and each.get(KEPT) is not None for each in figures)
