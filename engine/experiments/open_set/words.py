"""The rows of an open set as a section of a report: who forgets how much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.experiments.drawing.looks import OWN, title
from engine.experiments.open_set.drawing import drawing
from engine.experiments.open_set.draws import AMOUNTS, FEW, MOST
from engine.experiments.open_set.figures import CHANGE, FIGURES, OF_A_SIDE, SIDES, OpenRow
from engine.experiments.open_set.learners import ITQ, LIBRARY, METHODS, OnLabels
from engine.experiments.output.sections import Grid, Section

NAME = "open_set"
TITLE = "Open set: what methods forget"
LABELLED = {
    MOST: "80 % of the pictures of half of the kinds labelled",
    FEW: "10 labels for each of half of the kinds",
}
PRECISION, NEVER_PRECISION = "labelled_precision_at_10", "never_precision_at_10"
CHANGED = NEVER_PRECISION + CHANGE


def section(rows: Sequence[OpenRow], setup: str, bits: int, missing: Sequence[str] = ()) -> Section:
    """`bits`: the code length that methods are compared at."""
    grids = [_grid(rows, amount) for amount in AMOUNTS if any(row["labels"] == amount for row in rows)]
    sentences = [text for amount in AMOUNTS for text in _sentences(rows, amount, bits)]
    drawings = [drawing(rows, bits, " ".join(sentences))] if any(row["bits"] == bits for row in rows) else []
    return Section(NAME, TITLE, setup, sentences, grids, drawings, rows, missing)


def _grid(rows: Sequence[OpenRow], amount: str) -> Grid:
    """Who forgets least comes first."""
    chosen = [row for row in rows if row["labels"] == amount]
    chosen.sort(key=lambda row: -float(row[NEVER_PRECISION]))
    heads = ["method", "bits"]
    heads += [f"{side}, {figure}" for side in SIDES.values() for figure in OF_A_SIDE.values()]
    heads += [*(f"never labelled less ITQ, {figure}" for figure in OF_A_SIDE.values()), "seconds"]
    cells = [[title(row["method"]), str(row["bits"]), *_figures(row)] for row in chosen]
    return Grid(LABELLED[amount], heads, cells, [row["method"].startswith(OWN) for row in chosen])


def _figures(row: OpenRow) -> list[str]:
    texts = [_cell(row, name) for name in FIGURES]
    texts += [_signed(row[f"never_{figure}{CHANGE}"]) for figure in OF_A_SIDE]
    return [*texts, f"{row['seconds']:.1f}"]


def _cell(row: OpenRow, name: str) -> str:
    spread = row[f"{name}_spread"]
    return f"{row[name]:.3f}" + ("" if spread is None else f" ± {spread:.3f}")


def _signed(value: Any) -> str:
    return "" if value is None else f"{value:+.3f}"


def _sentences(rows: Sequence[OpenRow], amount: str, bits: int) -> list[str]:
    here = {row["method"]: row for row in rows if (row["labels"], row["bits"]) == (amount, bits)}
    if ITQ not in here:
        return []
    compared = {name: row for name, row in here.items() if row[CHANGED] is not None}
    alone = [row for name, row in compared.items() if isinstance(METHODS.get(name), OnLabels)]
    whole = [row for name, row in compared.items() if name.endswith(LIBRARY)]
    found = [_of_labels_alone(alone, here[ITQ], amount, bits)] if alone else []
    return found + [_of_whole(row, alone, amount) for row in whole]


def _of_labels_alone(alone: Sequence[OpenRow], itq: OpenRow, amount: str, bits: int) -> str:
    by_change = sorted(alone, key=lambda row: float(row[CHANGED]))
    fallen = sum(float(row[CHANGED]) < 0 for row in alone)
    worst, best = (f"{title(row['method'])} ({_signed(row[CHANGED])})" for row in (by_change[0], by_change[-1]))
    return (
        f"{LABELLED[amount]}, {bits} bits: on kinds that nobody labelled ITQ has a precision at 10 of "
        f"{itq[NEVER_PRECISION]:.3f}. {fallen} of {len(alone)} methods that see labels alone, on the same "
        f"features, fall below it, the most {worst}, the least {best}."
    )


def _of_whole(row: OpenRow, alone: Sequence[OpenRow], amount: str) -> str:
    text = (
        f"{title(row['method'])} ({amount}): {_signed(row[CHANGED])} in precision at 10 and "
        f"{_signed(row['never_mAP' + CHANGE])} in mAP there; {row[PRECISION]:.3f} and {row['labelled_mAP']:.3f} on "
        "labelled kinds"
    )
    if not alone:
        return f"{text}."
    best = [max(alone, key=lambda one: float(one[name])) for name in (PRECISION, "labelled_mAP")]
    first, second = (title(one["method"]) for one in best)
    figures = f"{best[0][PRECISION]:.3f} ({first}) and {best[1]['labelled_mAP']:.3f} ({second})"
    return f"{text}, where the best on labels alone have {figures}."
