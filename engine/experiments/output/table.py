"""The table of an experiment: mean and spread over seeds, the paper's figure beside ours, and who won.

Written as table.csv and table.json (a row for each method and code length) and table.md (methods × code lengths
first, then the same rows). The spread is the standard deviation over seeds (divided by n - 1); a single seed has
none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.experiments import written_files
from engine.experiments.data.paper import Paper
from engine.experiments.drawing.looks import title
from engine.experiments.output.chance import SEEDS_ALONE, Chance, TableRow
from engine.experiments.output.verdicts import RULE, best_of, verdicts
from engine.experiments.results import MEASURES
from engine.experiments.spread import mean_and_spread

COLUMNS = {
    "mAP_arbitrary": "mAP, ties as they lie",
    "precision_at_radius_2": "precision within radius 2",
    "precision_at_100": "precision at 100",
    "quantisation_error": "quantisation error",
    "separability": "separability",
    "seconds_per_epoch": "seconds an epoch",
    "seconds": "seconds",
}
TIES = (
    "Most published code leaves equal distances in the order of the database. What mAP would be so stands beside "
    "the exact one, as “ties as they lie”; nothing was chosen by it."
)
_DIGITS = {"separability": 1, "seconds": 1, "seconds_per_epoch": 2}


@dataclass(frozen=True, slots=True)
class Table:
    """`setup` says in words what was measured on what: all that a reader of the rows must know besides.

    `at`: K of mAP@K, None for all. `failed` has a sentence for each run that came to no result. `chance` says which
    gaps between rows are ties; `remarks` are sentences about runs that it cannot say all about.
    """

    title: str
    setup: str
    rows: tuple[TableRow, ...]
    paper: Paper
    at: int | None = None
    failed: tuple[str, ...] = ()
    chance: Chance = SEEDS_ALONE
    remarks: tuple[str, ...] = ()

    @property
    def verdicts(self) -> list[str]:
        return verdicts(self.rows, self.chance)

    @property
    def mAP_heading(self) -> str:
        return mAP_heading(self.at)

    @property
    def methods(self) -> list[str]:
        return list(dict.fromkeys(row["method"] for row in self.rows))

    @property
    def bits(self) -> list[int]:
        return sorted({row["bits"] for row in self.rows})

    @property
    def has_paper(self) -> bool:
        return any(row["paper_mAP"] is not None for row in self.rows)

    def row(self, method: str, bits: int) -> TableRow | None:
        return next((row for row in self.rows if (row["method"], row["bits"]) == (method, bits)), None)


def mAP_heading(at: int | None) -> str:
    return f"mAP@{'All' if at is None else at}"


def row(
    method: str,
    bits: int,
    measured: Sequence[Mapping[str, float | None]],
    settings: Mapping[str, Any],
    paper: Paper,
) -> TableRow:
    """One method at one code length."""
    figures: TableRow = {"method": method, "bits": bits, "seeds": len(measured)}
    for name in MEASURES:
        figures[name], figures[f"{name}_spread"] = mean_and_spread([one[name] for one in measured])
    return {**figures, "paper_mAP": paper.mAP.get(method, {}).get(bits), "tuned": dict(settings)}


def cell(row: TableRow, name: str) -> str:
    """“mean ± spread”, empty where nothing was measured."""
    if row[name] is None:
        return ""
    digits, spread = _DIGITS.get(name, 4), row[f"{name}_spread"]
    return f"{row[name]:.{digits}f}" + ("" if spread is None else f" ± {spread:.{digits}f}")


def paper_cell(row: TableRow) -> str:
    return "" if row["paper_mAP"] is None else f"{row['paper_mAP']:.4f}"


def winners(table: Table) -> set[tuple[str, int]]:
    """The best method of each code length and those that tie with it."""
    found = set()
    for bits in table.bits:
        best = best_of([row for row in table.rows if row["bits"] == bits], table.chance)
        found |= {(row["method"], bits) for row in best}
    return found


def markdown(table: Table) -> str:
    lines = [f"# {table.title}", "", table.setup, "", TIES, "", RULE, "", *_matrix(table), ""]
    lines += [f"- {sentence}" for sentence in [*table.verdicts, *table.remarks, *table.failed]]
    if table.has_paper:
        lines += ["", table.paper.difference]
    return "\n".join([*lines, "", *_long(table)]) + "\n"


def _matrix(table: Table) -> list[str]:
    """Methods down, code lengths across; the best and what ties with it in bold."""
    brackets = ", in brackets the paper's" if table.has_paper else ""
    best = winners(table)
    lines = [_line([f"{table.mAP_heading}{brackets}", *(f"{bits} bits" for bits in table.bits)])]
    lines.append(_line(["---"] * (len(table.bits) + 1)))
    for method in table.methods:
        cells = [title(method)]
        for bits in table.bits:
            found = table.row(method, bits)
            text = "" if found is None else cell(found, "mAP")
            text = f"**{text}**" if (method, bits) in best else text
            cells.append(text + (f" ({paper_cell(found)})" if found and paper_cell(found) else ""))
        lines.append(_line(cells))
    return lines


def _long(table: Table) -> list[str]:
    columns = ["method", "bits", "seeds", table.mAP_heading, "the paper's", *COLUMNS.values()]
    lines = [_line(columns), _line(["---"] * len(columns))]
    for one in table.rows:
        start = [title(one["method"]), str(one["bits"]), str(one["seeds"]), cell(one, "mAP"), paper_cell(one)]
        lines.append(_line([*start, *(cell(one, name) for name in COLUMNS)]))
    return lines


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def csv_text(rows: Sequence[TableRow]) -> str:
    return written_files.csv_text(rows, [name for name in rows[0] if name != "tuned"] if rows else [])


def write_table(table: Table, facts: Mapping[str, Any], out: Path) -> None:
    """All three files; `facts` go into the JSON beside the rows."""
    document = {
        **facts,
        "at": table.at,
        "setup": table.setup,
        "ties": TIES,
        "tie_rule": RULE,
        "rows": table.rows,
        "verdicts": table.verdicts,
        "remarks": table.remarks,
        "failed": table.failed,
        "paper": {"mAP": table.paper.mAP, "difference": table.paper.difference},
    }
    written_files.write_json(out / "table.json", document)
    written_files.write_bytes(out / "table.csv", csv_text(table.rows).encode())
    written_files.write_bytes(out / "table.md", markdown(table).encode())
