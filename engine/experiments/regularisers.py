"""W-type regularisers and their algorithms compared: what each does for retrieval, and what an epoch costs.

All four run with their default settings, on the same data with the same network and epochs; they differ in their
pair loss too, as their papers have it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.errors import BugError, UserError
from engine.experiments.drawing.drawings import Drawing
from engine.experiments.drawing.looks import Look, looks, title
from engine.experiments.results import Failed, Result, Run, read_result
from engine.experiments.spread import mean_and_spread
from engine.experiments.studies import PlanLike, Study, StudyRows, failures, read_study, write_study

NAME = "regularisers"
FOLDER = NAME  # of its runs: the table's, of which several ran at a time, would lend their seconds to it
FORMULAS = {
    "dualhash-stom": "λ‖|b| - 1‖₁, primal-dual",
    "dsh": "‖|z| - 1‖₁, subgradient",
    "stomhash-wcr": "‖z² - 1‖₁, weakly convex, proximal step",
    "dhn": "log cosh(|z| - 1), smooth",
}
MEASURED = {
    "mAP": ("mAP", 4),
    "precision_at_radius_2": ("AP@r=2", 4),
    "quantisation_error": ("quantisation error", 4),
    "seconds_per_epoch": ("seconds an epoch", 2),
}
DEFAULT = "default settings"

Methods = Mapping[str, list[Result]]


def runs(plan: PlanLike) -> list[Run]:
    return [
        Run(name, bits, seed, plan.epochs, "test", {})
        for bits in sorted(set(plan.bits))
        for seed in range(plan.seeds)
        for name in FORMULAS  # in turn, so that a machine that slows down slows all of them
    ]


def write(results: Sequence[Result | Failed], about: Mapping[str, Any], out: Path) -> Study:
    good = [one for one in results if isinstance(one, Result)]
    if not good:
        raise UserError("None of the runs came to a result, so there is nothing to compare.")
    rows, failed = _rows(good), failures(results)
    study = Study(rows, _text(rows, failed, about))
    documents = [{"run": asdict(one.run), **one.document(), "average_precisions": []} for one in good]
    write_study(NAME, study, about, drawings(good, DEFAULT), out, failed=failed, results=documents)
    return study


def kept_drawings(out: Path, beside: Sequence[str] = ()) -> list[Drawing]:
    """The figures of the study in this folder; none if there is no study. `beside` as for `drawings`."""
    try:
        results = [read_result(Run(**one["run"]), one) for one in read_study(NAME, out).get("results", [])]
    except (KeyError, TypeError, BugError):
        return []
    return drawings(results, DEFAULT, beside)


def drawings(results: Sequence[Result], how: str, beside: Sequence[str] = ()) -> list[Drawing]:
    """Of the longest codes that there are; none where fewer than two of the methods have run.

    `how` they were run, in words for the reader. `beside` names the methods of a report's other figures,
    so that these look as they do there.
    """
    results = [one for one in results if one.run.method in FORMULAS]
    bits = max((one.run.bits for one in results), default=0)
    methods = {
        name: [one for one in results if (one.run.method, one.run.bits) == (name, bits)] for name in FORMULAS
    }
    methods = {name: seeds for name, seeds in methods.items() if seeds}
    if len(methods) < 2:
        return []
    styles = looks([*beside, *FORMULAS])
    return [_bars(methods, bits, how, styles), _training(methods, bits, styles)]


def _bars(methods: Methods, bits: int, how: str, styles: Mapping[str, Look]) -> Drawing:
    from engine.experiments.drawing.bar_charts import Bars, bar_chart

    rows = _rows([one for seeds in methods.values() for one in seeds])
    panels = [
        Bars(
            heading,
            digits,
            {row["method"]: row[name] for row in rows},
            {row["method"]: row[f"{name}_spread"] for row in rows},
        )
        for name, (heading, digits) in MEASURED.items()
    ]
    what = "; ".join(f"{title(name)}: {FORMULAS[name]}" for name in methods)
    missing = [title(name) for name in FORMULAS if name not in methods]
    sentence = f"{what}. {_fastest(rows)} At {bits} bits, with {how}. Times are of training alone."
    sentence += f" Not run: {', '.join(missing)}." if missing else ""
    return Drawing(NAME, "W-type regularisers", sentence, rows, lambda theme: bar_chart(panels, styles, theme))


def _training(methods: Methods, bits: int, styles: Mapping[str, Look]) -> Drawing:
    from engine.experiments.drawing.charts import line_chart
    from engine.experiments.output.training_figures import epoch_panels, epoch_rows

    panels = epoch_panels(dict(methods), bits)
    rows = epoch_rows(one for seeds in methods.values() for one in seeds)
    sentence = "The four in training: their losses relative to the first epoch, and mAP on validation images."
    heading = "W-type regularisers in training"
    return Drawing(f"{NAME}_training", heading, sentence, rows, lambda theme: line_chart(panels, styles, theme))


def _rows(results: Sequence[Result]) -> StudyRows:
    rows: StudyRows = []
    for bits in sorted({one.run.bits for one in results}):
        for name in FORMULAS:
            seeds = [one for one in results if (one.run.method, one.run.bits) == (name, bits)]
            if not seeds:
                continue
            row: dict[str, Any] = {"method": name, "regulariser": FORMULAS[name], "bits": bits, "seeds": len(seeds)}
            for measure in MEASURED:
                row[measure], row[f"{measure}_spread"] = mean_and_spread([one.measures[measure] for one in seeds])
            rows.append(row)
    return rows


def _fastest(rows: StudyRows) -> str:
    timed = [row for row in rows if row["seconds_per_epoch"]]
    best = max(rows, key=lambda row: float(row["mAP"]))
    words = f"{title(best['method'])} has the highest mAP, {best['mAP']:.4f}"
    if not timed:
        return f"{words}."
    quick = min(timed, key=lambda row: float(row["seconds_per_epoch"]))
    return f"{words}; {title(quick['method'])} is the quickest, {quick['seconds_per_epoch']:.2f} s an epoch."


def _text(rows: StudyRows, failed: Sequence[str], about: Mapping[str, Any]) -> str:
    heads = ["method", "regulariser", "bits", *(heading for heading, _ in MEASURED.values())]
    lines = [
        "# W-type regularisers",
        "",
        str(about.get("setup", "")),
        "",
        _line(heads),
        _line(["---"] * len(heads)),
    ]
    for row in rows:
        cells = [_cell(row, name, digits) for name, (_, digits) in MEASURED.items()]
        formula = row["regulariser"].replace("|", "\\|")
        lines.append(_line([title(row["method"]), formula, str(row["bits"]), *cells]))
    lines.append("")
    for bits in sorted({row["bits"] for row in rows}):
        lines.append(f"- At {bits} bits {_fastest([row for row in rows if row['bits'] == bits])}")
    return "\n".join([*lines, *(f"- {sentence}" for sentence in failed)]) + "\n"


def _cell(row: dict[str, Any], name: str, digits: int) -> str:
    if row[name] is None:
        return ""
    spread = row[f"{name}_spread"]
    return f"{row[name]:.{digits}f}" + ("" if spread is None else f" ± {spread:.{digits}f}")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
