"""What the codes are like: quantisation error by bits and against mAP, distances within and between labels."""

from typing import Any

from engine.experiments.drawing.charts import Line, Panel, line_chart
from engine.experiments.drawing.distance_charts import DistanceShares, distance_chart
from engine.experiments.drawing.drawings import Drawing, averaged
from engine.experiments.drawing.looks import looks, title
from engine.experiments.output.finished import Finished
from engine.experiments.output.retrieval_figures import by_bits_lines, by_bits_rows
from engine.experiments.output.table import Table

ERROR = "quantisation error"


def quantisation_drawing(runs: Finished, table: Table) -> Drawing:
    by_bits = by_bits_lines(table, "quantisation_error")
    mAP = {line.name: line.y for line in by_bits_lines(table, "mAP")}
    against = [Line(line.name, [value or 0.0 for value in line.y], mAP[line.name]) for line in by_bits]
    panels = [
        Panel("By code length", "bits", ERROR, by_bits, log_y=True, ticks=table.bits),
        Panel("Against mAP", ERROR, table.mAP_heading, against, focus=True),
    ]
    bits = table.bits[-1]
    least = min(
        (row for row in table.rows if row["bits"] == bits), key=lambda row: float(row["quantisation_error"])
    )
    sentence = (
        "How far u = tanh of the outputs lies from ±1 on average, mean (|u| - 1)², for images not trained on. "
        f"The smallest at {bits} bits has {title(least['method'])}, {least['quantisation_error']:.4f}. On the "
        "right each line joins one method's code lengths: whether a small error goes with a high mAP. Of "
        "methods that learn without a tanh it is taken of tanh all the same, of SDH with outputs clipped to ±1; it "
        "says little about these, and about ITQ."
    )
    rows = by_bits_rows(table, "quantisation_error", "mAP")
    styles = looks(runs.facts.methods)
    return Drawing(
        "quantisation_error", "Quantisation error", sentence, rows, lambda theme: line_chart(panels, styles, theme)
    )


def distance_drawings(runs: Finished) -> list[Drawing]:
    """For the longest codes and the shortest."""
    return [_distances(runs, bits) for bits in dict.fromkeys((runs.bits[-1], runs.bits[0]))]


def _distances(runs: Finished, bits: int) -> Drawing:
    methods = [_of_method(runs, name, bits) for name in runs.methods if runs.of(name, bits)]
    best = max(methods, key=lambda one: one.separability)
    sentence = (
        f"Hamming distances between queries and database at {bits} bits, as shares of all pairs of a kind. The "
        "arrow joins the two means; its number is the separability, how much farther apart images without a common "
        f"label are. The largest has {title(best.name)}, {best.separability:.1f} of {bits} bits."
    )
    heading = f"Distances within and between labels, {bits} bits"
    return Drawing(f"distances_{bits}", heading, sentence, _rows(methods), lambda t: distance_chart(methods, t))


def _of_method(runs: Finished, name: str, bits: int) -> DistanceShares:
    """The mean over seeds of the shares."""
    seeds = [one.curves["distances"] for one in runs.of(name, bits)]
    intra, inter = (averaged([_shares(one[kind]) for one in seeds]).mean for kind in ("intra", "inter"))
    return DistanceShares(name, [share or 0.0 for share in intra], [share or 0.0 for share in inter])


def _shares(counts: Any) -> list[float]:
    total = sum(counts)
    return [count / total if total else 0.0 for count in counts]


def _rows(methods: list[DistanceShares]) -> list[dict[str, Any]]:
    return [
        {"method": one.name, "distance": distance, "intra": intra, "inter": inter}
        for one in methods
        for distance, (intra, inter) in enumerate(zip(one.intra, one.inter, strict=True))
    ]
