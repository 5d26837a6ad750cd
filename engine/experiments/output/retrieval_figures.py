"""How well the codes find: mAP and precision within a radius by bits, precision of the first k and by recall."""

from collections.abc import Sequence
from typing import Any

from engine.experiments.drawing.charts import Line, Panel, line_chart
from engine.experiments.drawing.drawings import Drawing, averaged
from engine.experiments.drawing.looks import looks, title
from engine.experiments.output.chance import TableRow
from engine.experiments.output.finished import Finished
from engine.experiments.output.table import Table
from engine.experiments.output.verdicts import verdict

RADIUS = "precision within Hamming radius 2"
BARS = "Bars are the standard deviation over seeds."


def mAP_drawing(runs: Finished, table: Table) -> Drawing:
    longest = [row for row in table.rows if row["bits"] == table.bits[-1]]
    sentence = f"{verdict(table.bits[-1], longest, table.chance)} {BARS}"
    return _by_bits(runs, table, "mAP", f"{table.mAP_heading} by code length", table.mAP_heading, sentence)


def radius_drawing(runs: Finished, table: Table) -> Drawing:
    sentence = (
        f"{best_words(table, 'precision_at_radius_2', 'The highest precision within radius 2')} A query that finds "
        f"nothing within the radius counts 0; the longer the codes, the fewer images lie so near. {BARS}"
    )
    return _by_bits(runs, table, "precision_at_radius_2", "AP@r=2 by code length", RADIUS, sentence)


def top_k_drawing(runs: Finished) -> Drawing:
    rows = _curve_rows(runs, "top_k", "k", "precision")
    panels = [
        Panel(
            f"{bits} bits", "first k", "precision", _curves(runs, bits, "top_k", "k", "precision"), log_x=True,
            ticks=[k for k in (1, 10, 100, 1000) if k <= max(row["k"] for row in rows)], focus=True, behind=0.1,
        )
        for bits in runs.bits
    ]  # fmt: skip
    sentence = (
        "The share of relevant images among the first k of the list, as its expectation over the orders of equal "
        f"distances. {_best_curve(runs, 'top_k', 'k', 100)}"
    )
    styles = looks(runs.facts.methods)
    return Drawing("top_k", "AP@topK", sentence, rows, lambda theme: line_chart(panels, styles, theme))


def precision_recall_drawing(runs: Finished) -> Drawing:
    rows = _curve_rows(runs, "precision_recall", "recall", "precision")
    panels = [
        Panel(
            f"{bits} bits", "recall", "precision", _curves(runs, bits, "precision_recall", "recall", "precision"),
            ticks=[0, 0.2, 0.4, 0.6, 0.8, 1], limits=(0, 1.02),
        )
        for bits in runs.bits
    ]  # fmt: skip
    sentence = (
        "Precision when so large a share of all relevant images is to be found. "
        f"{_best_curve(runs, 'precision_recall', 'recall', 0.8)}"
    )
    styles = looks(runs.facts.methods)
    return Drawing(
        "precision_recall",
        "Precision-recall curves",
        sentence,
        rows,
        lambda theme: line_chart(panels, styles, theme),
    )


def best_words(table: Table, name: str, subject: str) -> str:
    """Who has the largest value at the longest codes."""
    bits = table.bits[-1]
    best = max((row for row in table.rows if row["bits"] == bits), key=lambda row: float(row[name]))
    return f"{subject} at {bits} bits has {title(best['method'])}, {best[name]:.4f}."


def by_bits_lines(table: Table, name: str) -> list[Line]:
    lines = []
    for method in table.methods:
        rows = _rows_of(table, method)
        lines.append(
            Line(
                method,
                [row["bits"] for row in rows],
                [row[name] for row in rows],
                [row[f"{name}_spread"] for row in rows],
            )
        )
    return lines


def by_bits_rows(table: Table, *names: str) -> list[dict[str, Any]]:
    wanted = ["method", "bits", "seeds", *(part for name in names for part in (name, f"{name}_spread"))]
    return [{name: row[name] for name in wanted} for row in table.rows]


def _rows_of(table: Table, method: str) -> list[TableRow]:
    return sorted((row for row in table.rows if row["method"] == method), key=lambda row: int(row["bits"]))


def _by_bits(runs: Finished, table: Table, name: str, heading: str, y_label: str, sentence: str) -> Drawing:
    panel = Panel("", "bits", y_label, by_bits_lines(table, name), ticks=table.bits, focus=True)
    styles = looks(runs.facts.methods)
    file = {"mAP": "mAP_by_bits", "precision_at_radius_2": "radius_2_by_bits"}[name]
    return Drawing(
        file, heading, sentence, by_bits_rows(table, name), lambda theme: line_chart([panel], styles, theme)
    )


def _curves(runs: Finished, bits: int, curve: str, x: str, y: str) -> list[Line]:
    lines = []
    for name in runs.methods:
        seeds = runs.of(name, bits)
        if seeds:
            lines.append(
                Line(name, seeds[0].curves[curve][x], averaged([one.curves[curve][y] for one in seeds]).mean)
            )
    return lines


def _curve_rows(runs: Finished, curve: str, x: str, y: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for (method, bits), seeds in runs.results.items():
        values = averaged([one.curves[curve][y] for one in seeds])
        for at, mean, spread in zip(seeds[0].curves[curve][x], values.mean, values.spread, strict=True):
            rows.append({"method": method, "bits": bits, x: at, y: mean, f"{y}_spread": spread})
    return rows


def _best_curve(runs: Finished, curve: str, x: str, wanted: float) -> str:
    """Who is highest at one place of the curve, at the longest codes."""
    bits = runs.bits[-1]
    lines = _curves(runs, bits, curve, x, "precision")
    place = _nearest(lines[0].x, wanted)
    best = max(lines, key=lambda line: line.y[place] or 0.0)
    return f"At {x} = {lines[0].x[place]:g} and {bits} bits {title(best.name)} is highest, {best.y[place]:.4f}."


def _nearest(values: Sequence[float], wanted: float) -> int:
    return min(range(len(values)), key=lambda place: abs(values[place] - wanted))
