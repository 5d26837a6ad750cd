"""The figure of an open set: each method by what it makes of labelled kinds, and of those that nobody labelled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.experiments.drawing.drawings import Drawing
from engine.experiments.drawing.looks import looks, title
from engine.experiments.open_set.draws import AMOUNTS
from engine.experiments.open_set.figures import OpenRow
from engine.experiments.open_set.learners import ITQ

if TYPE_CHECKING:
    from engine.experiments.drawing.scatter_charts import Scatter

X, Y = "labelled_precision_at_10", "never_precision_at_10"


def drawing(rows: Sequence[OpenRow], bits: int, sentence: str) -> Drawing:
    """The methods with codes of so many bits; `rows` may have others, too."""
    from engine.experiments.drawing.scatter_charts import scatter_chart

    drawn = [row for row in rows if row["bits"] == bits]
    styles = looks([row["method"] for row in drawn])
    panels = [_panel(drawn, amount) for amount in AMOUNTS if any(row["labels"] == amount for row in drawn)]
    words = f"To the right: better on labelled kinds; upwards: less forgotten. {sentence}"
    return Drawing(
        "open_set", f"Labelled and never-labelled kinds, {bits} bits", words, drawn,
        lambda theme: scatter_chart(panels, styles, theme),
    )  # fmt: skip


def _panel(rows: Sequence[OpenRow], amount: str) -> Scatter:
    from engine.experiments.drawing.scatter_charts import Scatter, ScatterPoint

    chosen = {row["method"]: row for row in rows if row["labels"] == amount}
    points = {
        name: ScatterPoint(row[X], row[Y], row[f"{X}_spread"], row[f"{Y}_spread"]) for name, row in chosen.items()
    }
    level = (title(ITQ), points[ITQ].y) if ITQ in points else None
    labels = ("P@10, labelled kinds", "P@10, never-labelled kinds")
    return Scatter(f"Labels: {amount}", *labels, points, level)
