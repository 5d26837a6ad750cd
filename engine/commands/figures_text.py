"""Figures as lines for a person: measures, what was searched, one line a label."""

from collections.abc import Sequence
from typing import Any

from engine.commands.terminal import print_line
from engine.learning.figures import KEPT, Figures
from engine.learning.searched import caution, labelled_text, learned_text
from engine.store.labels import shown

COUNTS = ("queries", "database", "labelled", "trained_on")  # said in a sentence
KEPT_NAME = "nearest ten kept, of pictures without a label"


def print_searched(figures: Figures) -> None:
    """What the figures were taken on."""
    text = f"on {figures['queries']:,} held-out pictures among {figures['database']:,} others"
    print_line(f"  {text}: {labelled_text(figures)}, and {learned_text(figures)}")
    if said := caution(figures):
        print_line(f"  {said[0].lower()}{said[1:].rstrip('.')}")


def print_labels(title: str, rows: Sequence[str]) -> None:
    if rows:
        print_line(f"  by label, {title}:")
    for row in rows:
        print_line(f"    {row}")


def label_text(row: dict[str, Any], figures: str) -> str:
    return f"“{shown(row['label'])}” ({row['images']:,} pictures, {row['held_out']:,} held out): {figures}"


def number(figure: float | None, digits: int = 3) -> str:
    return "–" if figure is None else f"{figure:.{digits}f}"


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def kept_is_known(*figures: Figures | None) -> bool:
    return any(each is not None and each.get(KEPT) is not None for each in figures)
