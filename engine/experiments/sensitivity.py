"""How much λ and γ matter to DualHash: validation mAP on a grid of both.

γ and λ vary over two and more decades around their defaults. The steps follow γ as they do in the presets
(τ = 1/2γ, σ = γ/2), so that the scheme stays stable and only what is named varies. Measured on the validation
images: the queries of the table are not looked at.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.dualhash.settings import Settings
from engine.experiments.drawing.drawings import Drawing
from engine.experiments.results import Failed, Result, Run
from engine.experiments.spread import mean_and_spread
from engine.experiments.studies import PlanLike, Study, StudyRows, failures, read_study, write_study

NAME = "sensitivity"
FOLDER = ""  # its runs lie beside those of the table
METHOD = "dualhash-stom"
GAMMAS = (1.0, 3.0, 10.0, 30.0, 100.0)
LAMBDAS = (0.05, 1.0, 3.0, 10.0, 30.0, 100.0)  # 0.05 is the paper's


def runs(plan: PlanLike) -> list[Run]:
    return [
        Run(METHOD, bits, seed, plan.epochs, "valid", changes(gamma, lam))
        for bits in sorted(set(plan.bits))
        for gamma in GAMMAS
        for lam in LAMBDAS
        for seed in range(plan.seeds)
    ]


def changes(gamma: float, lam: float) -> dict[str, float]:
    return {"gamma": gamma, "lam": lam, "tau": 0.5 / gamma, "sigma": 0.5 * gamma}


def write(results: Sequence[Result | Failed], about: Mapping[str, Any], out: Path) -> Study:
    rows = _rows(results)
    failed = failures(results)
    study = Study(rows, _text(rows, failed, about))
    write_study(NAME, study, about, [_drawing(rows)], out, failed=failed)
    return study


def kept_drawings(out: Path) -> list[Drawing]:
    """The figures of the study in this folder; none if there is no study."""
    rows = read_study(NAME, out).get("rows")
    return [_drawing(rows)] if rows else []


def _rows(results: Sequence[Result | Failed]) -> StudyRows:
    """A row for each cell; mAP is None where no seed came to a result."""
    cells: dict[tuple[int, float, float], list[float]] = {}
    for one in results:
        cell = cells.setdefault((one.run.bits, one.run.changes["gamma"], one.run.changes["lam"]), [])
        if isinstance(one, Result) and one.measures["mAP"] is not None:
            cell.append(one.measures["mAP"])
    rows = []
    for (bits, gamma, lam), values in cells.items():
        mean, spread = mean_and_spread(values)
        rows.append(
            {
                "bits": bits,
                "gamma": gamma,
                "lambda": lam,
                "seeds": len(values),
                "validation_mAP": mean,
                "spread": spread,
            }
        )
    return rows


def _grid(rows: StudyRows, bits: int) -> tuple[list[float], list[float], list[list[float | None]]]:
    """λ across, γ upwards."""
    of_length = [row for row in rows if row["bits"] == bits]
    lambdas = sorted({row["lambda"] for row in of_length})
    gammas = sorted({row["gamma"] for row in of_length})
    found = {(row["gamma"], row["lambda"]): row["validation_mAP"] for row in of_length}
    return lambdas, gammas, [[found.get((gamma, lam)) for lam in lambdas] for gamma in gammas]


def _drawing(rows: StudyRows) -> Drawing:
    from engine.experiments.drawing.heat_maps import HeatMap, heat_map_chart

    maps = []
    for bits in sorted({row["bits"] for row in rows}):
        lambdas, gammas, values = _grid(rows, bits)
        default = (Settings().gamma, Settings().lam)
        known = default[0] in gammas and default[1] in lambdas
        marked = (gammas.index(default[0]), lambdas.index(default[1])) if known else None
        maps.append(HeatMap(f"{bits} bits", "λ", "γ", lambdas, gammas, values, marked))
    words = f"{' '.join(_sentences(rows))} The frame is the default; each map has colours of its own scale."
    heading = "Sensitivity to λ and γ"
    return Drawing(NAME, heading, words, rows, lambda theme: heat_map_chart(maps, theme))


def _sentences(rows: StudyRows) -> list[str]:
    """For each code length the range, the best cell, where the default lies, and what λ alone does."""
    sentences = []
    for bits in sorted({row["bits"] for row in rows}):
        cells = [row for row in rows if row["bits"] == bits and row["validation_mAP"] is not None]
        if not cells:
            sentences.append(f"At {bits} bits no run came to a result.")
            continue
        best, worst = (pick(cells, key=lambda row: float(row["validation_mAP"])) for pick in (max, min))
        sentence = (
            f"At {bits} bits validation mAP of DualHash-StoM lies between {worst['validation_mAP']:.4f} "
            f"(λ {worst['lambda']:g}, γ {worst['gamma']:g}) and {best['validation_mAP']:.4f} "
            f"(λ {best['lambda']:g}, γ {best['gamma']:g})"
        )
        at_default = [r for r in cells if (r["gamma"], r["lambda"]) == (Settings().gamma, Settings().lam)]
        sentence += f"; the default has {at_default[0]['validation_mAP']:.4f}." if at_default else "."
        sentences.append(f"{sentence} With γ as it is, λ moves it by at most {_moved_by_lambda(cells):.4f}.")
    return sentences


def _moved_by_lambda(cells: StudyRows) -> float:
    """The widest range within one γ."""
    of_gamma: dict[float, list[float]] = {}
    for row in cells:
        of_gamma.setdefault(row["gamma"], []).append(row["validation_mAP"])
    return max(max(values) - min(values) for values in of_gamma.values())


def _text(rows: StudyRows, failed: Sequence[str], about: Mapping[str, Any]) -> str:
    lines = ["# Sensitivity to λ and γ", "", str(about.get("setup", "")), ""]
    for bits in sorted({row["bits"] for row in rows}):
        lambdas, gammas, values = _grid(rows, bits)
        lines += [f"| {bits} bits, validation mAP | " + " | ".join(f"λ {lam:g}" for lam in lambdas) + " |"]
        lines += ["| " + " | ".join(["---"] * (len(lambdas) + 1)) + " |"]
        for gamma, row in zip(gammas, values, strict=True):
            cells = ["–" if value is None else f"{value:.4f}" for value in row]
            lines.append(f"| γ {gamma:g} | " + " | ".join(cells) + " |")
        lines.append("")
    lines += [f"- {sentence}" for sentence in [*_sentences(rows), *failed]]
    return "\n".join(lines) + "\n"
