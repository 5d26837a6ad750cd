"""How training went: loss and validation mAP by epoch."""

from collections.abc import Sequence
from typing import Any

from engine.experiments.drawing.charts import Line, Panel, line_chart
from engine.experiments.drawing.drawings import Drawing, averaged
from engine.experiments.drawing.looks import looks, title
from engine.experiments.output.finished import Finished
from engine.experiments.results import OF_EPOCHS, Result
from engine.experiments.spread import Number

LOSS = "loss, relative to its first epoch"
VALIDATION = "mAP on validation images"


def training_drawing(runs: Finished) -> Drawing | None:
    """At the longest codes that any method with epochs has; the numbers are of all."""
    rows = epoch_rows(result for seeds in runs.results.values() for result in seeds)
    if not rows:
        return None
    bits = max(row["bits"] for row in rows)
    of_length = {name: runs.of(name, bits) for name in runs.methods if has_epochs(runs.of(name, bits))}
    panels = epoch_panels(of_length, bits)
    styles = looks(runs.facts.methods)
    return Drawing(
        "training", f"Training at {bits} bits", _sentence(of_length), rows, lambda t: line_chart(panels, styles, t)
    )


def has_epochs(seeds: Sequence[Result]) -> bool:
    return any(len(result.epochs["loss"]) for result in seeds)


def epoch_panels(methods: dict[str, list[Result]], bits: int) -> list[Panel]:
    losses = [_line(name, [relative(one.epochs["loss"]) for one in seeds]) for name, seeds in methods.items()]
    validated = [_line(name, [one.epochs["validation_mAP"] for one in seeds]) for name, seeds in methods.items()]
    ticks = _epoch_ticks(max((len(line.x) for line in losses), default=1))
    return [
        Panel(f"Training loss, {bits} bits", "epoch", LOSS, losses, log_y=True, ticks=ticks),
        Panel(f"Validation, {bits} bits", "epoch", VALIDATION, validated, focus=True, ticks=ticks),
    ]


def relative(losses: Sequence[Number]) -> list[Number]:
    """Losses are of different kinds and sizes: each as a share of its own first. Only above 0 is that a share."""
    first = losses[0] if losses else None
    if first is None or first <= 0:
        return [None] * len(losses)
    return [None if loss is None or loss <= 0 else loss / first for loss in losses]


def epoch_rows(results: Any) -> list[dict[str, Any]]:
    return [
        {"method": one.run.method, "bits": one.run.bits, "seed": one.run.seed, "epoch": epoch + 1}
        | {name: one.epochs[name][epoch] for name in OF_EPOCHS}
        for one in results
        for epoch in range(len(one.epochs["loss"]))
    ]


def _line(name: str, lists: Sequence[Sequence[Number]]) -> Line:
    curve = averaged(lists).mean
    return Line(name, list(range(1, len(curve) + 1)), curve)


def _epoch_ticks(epochs: int) -> list[int]:
    step = max(1, round(epochs / 6))
    return [1, *range(step if step > 1 else 2, epochs + 1, step)] if epochs > 1 else [1]


def _sentence(methods: dict[str, list[Result]]) -> str:
    undrawn = [title(name) for name, seeds in methods.items() if not _line(name, _relatives(seeds)).values()]
    left_out = f" Losses that begin at or below 0 are not drawn ({', '.join(undrawn)})." if undrawn else ""
    return (
        "Every method lowers a loss of its own, so losses are drawn relative to their first epoch, and only their "
        "shapes compare; a step in one comes from a method that changes its loss on the way (DualHash at the "
        "hand-over to B and Λ, HashNet as its tanh sharpens). On the right what it does for retrieval. Means over "
        f"seeds, as far as all of them ran: training stops early when validation no longer improves.{left_out}"
    )


def _relatives(seeds: Sequence[Result]) -> list[list[Number]]:
    return [relative(one.epochs["loss"]) for one in seeds]
