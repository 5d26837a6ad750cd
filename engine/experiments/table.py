"""The table of an experiment: mean and spread over seeds, the paper's figure beside ours, and who won.

Written as table.csv, table.json and table.md. The spread is the standard deviation over seeds (divided by n - 1);
a single seed has none.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from engine.experiments.runs import MEASURES, write_json
from engine.publishing import published

TIE = 0.004  # mAP differences under this may be the seeds' doing
_HEADINGS = {
    "mAP": "mAP@All",
    "precision_at_radius_2": "precision within radius 2",
    "precision_at_100": "precision at 100",
    "quantisation_error": "quantisation error",
    "separability": "separability",
    "seconds": "seconds",
}
_ONE_DIGIT = ("separability", "seconds")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Paper:
    """What the paper reports (method -> bits -> mAP), and in words how its protocol differs from ours."""

    mAP: Mapping[str, Mapping[int, float]]
    difference: str


@dataclass(frozen=True, slots=True)
class Table:
    """`setup` says in words what was measured on what: all that a reader of the rows must know besides."""

    title: str
    setup: str
    rows: tuple[Row, ...]
    paper: Paper


def row(
    method: str, bits: int, measured: Sequence[Mapping[str, float]], settings: Mapping[str, Any], paper: Paper
) -> Row:
    """One method at one code length."""
    figures: Row = {"method": method, "bits": bits, "seeds": len(measured)}
    for name in MEASURES:
        values = [one[name] for one in measured]
        figures[name] = mean(values)
        figures[f"{name}_spread"] = stdev(values) if len(values) > 1 else None
    return {**figures, "paper_mAP": paper.mAP.get(method, {}).get(bits), "tuned": dict(settings)}


def verdicts(rows: Sequence[Row]) -> list[str]:
    """A sentence per code length: who has the best mAP, and by how much."""
    return [
        _verdict(bits, [one for one in rows if one["bits"] == bits]) for bits in sorted({r["bits"] for r in rows})
    ]


def _verdict(bits: int, rows: Sequence[Row]) -> str:
    # Rounded first, so that the gap in the sentence is the one between the figures in the table.
    scores = sorted(((round(one["mAP"], 4), one["method"]) for one in rows), key=lambda pair: -pair[0])
    best, winner = scores[0]
    tied = [pair for pair in scores if round(best - pair[0], 4) < TIE]
    behind = scores[len(tied) :]
    if len(scores) == 1:
        return f"At {bits} bits only {winner} was run, with mAP {best:.4f}."
    if len(tied) == 1:
        second, loser = behind[0]
        return (
            f"At {bits} bits {winner} won with mAP {best:.4f}, {best - second:.4f} ahead of {loser} ({second:.4f})."
        )
    names = [f"{name} ({score:.4f})" for score, name in tied]
    text = f"At {bits} bits {', '.join(names[:-1])} and {names[-1]} tie: they are {best - tied[-1][0]:.4f} apart"
    text += f" in mAP, and less than {TIE} is no difference"
    return text + (f"; next is {behind[0][1]}, {best - behind[0][0]:.4f} behind the first." if behind else ".")


def markdown(table: Table) -> str:
    columns = ["method", "bits", *(_HEADINGS[name] for name in MEASURES)]
    columns.insert(3, "the paper's mAP")
    lines = [f"# {table.title}", "", table.setup, "", _line(columns), _line(["---"] * len(columns))]
    for one in table.rows:
        cells = [one["method"], str(one["bits"]), *(_cell(one, name) for name in MEASURES)]
        cells.insert(3, "" if one["paper_mAP"] is None else f"{one['paper_mAP']:.4f}")
        lines.append(_line(cells))
    lines += ["", *(f"- {sentence}" for sentence in verdicts(table.rows))]
    if any(one["paper_mAP"] is not None for one in table.rows):
        lines += ["", table.paper.difference]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(one: Row, name: str) -> str:
    digits = 1 if name in _ONE_DIGIT else 4
    spread = one[f"{name}_spread"]
    return f"{one[name]:.{digits}f}" + ("" if spread is None else f" ± {spread:.{digits}f}")


def csv_text(rows: Sequence[Row]) -> str:
    columns = [name for name in rows[0] if name != "tuned"]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_table(table: Table, facts: Mapping[str, Any], out: Path) -> None:
    """All three files; `facts` go into the JSON beside the rows."""
    document = {
        **facts,
        "setup": table.setup,
        "rows": table.rows,
        "verdicts": verdicts(table.rows),
        "paper": {"mAP": table.paper.mAP, "difference": table.paper.difference},
    }
    write_json(out / "table.json", document)
    for name, text in (("table.csv", csv_text(table.rows)), ("table.md", markdown(table))):
        with published(str(out / name)) as file:
            file.write(text.encode())
