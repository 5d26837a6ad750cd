"""The report of an experiment: table, figures with their numbers, report.json and one self-contained report.html.

It is made of what lies in the experiment's folder, at any time: what is not finished is said. A study in the same
folder is taken up, and so is an open set, which may also lie there alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.experiments import regularisers, sensitivity
from engine.experiments.drawing.charts import lay_out_like, png
from engine.experiments.drawing.drawings import Drawing
from engine.experiments.drawing.looks import DARK, LIGHT
from engine.experiments.open_set import study as open_set
from engine.experiments.output import experiment_facts
from engine.experiments.output.code_figures import distance_drawings, quantisation_drawing
from engine.experiments.output.experiment_facts import ExperimentFacts, read_facts
from engine.experiments.output.finished import (
    Finished,
    SettingsInFull,
    finished,
    read_finished,
    read_settings,
    read_tuning,
    without_choice,
)
from engine.experiments.output.retrieval_figures import (
    mAP_drawing,
    precision_recall_drawing,
    radius_drawing,
    top_k_drawing,
)
from engine.experiments.output.sections import Section
from engine.experiments.output.table import TIES, Table, write_table
from engine.experiments.output.training_figures import training_drawing
from engine.experiments.output.verdicts import RULE
from engine.experiments.report.report_page import DrawnFigure, page, page_of_sections
from engine.experiments.results import Failed, Result
from engine.experiments.studies import FIGURES
from engine.experiments.written_files import csv_text, write_bytes, write_json

_AGAIN = "with the same --out, and then `dualhash experiment report`, adds it"
ABSENT = {
    regularisers.NAME: f"The comparison of W-type regularisers is not here; --study {regularisers.NAME} {_AGAIN}.",
    sensitivity.NAME: f"The grid over λ and γ is not here; --study {sensitivity.NAME} {_AGAIN}.",
}


@dataclass(frozen=True, slots=True)
class ExperimentReport:
    """All that the page says, before it is drawn."""

    facts: ExperimentFacts
    table: Table
    missing: Sequence[str]
    drawings: Sequence[Drawing]
    absent: Sequence[str]
    settings: SettingsInFull
    tuning: Sequence[dict[str, Any]]
    sections: Sequence[Section] = ()

    def document(self) -> dict[str, Any]:
        """As one JSON: the figures are their numbers."""
        figures = [
            {"name": one.name, "title": one.title, "sentence": one.sentence, "rows": one.rows}
            for one in self.drawings
        ]
        facts = self.facts
        return {
            "title": facts.title,
            "setup": facts.setup,
            "at": facts.at,
            "protocol": facts.protocol,
            "plan": facts.plan,
            "missing": self.missing,
            "absent": self.absent,
            "verdicts": self.table.verdicts,
            "remarks": self.table.remarks,
            "failed": self.table.failed,
            "ties": TIES,
            "tie_rule": RULE,
            "rows": self.table.rows,
            "paper": {"mAP": facts.paper.mAP, "difference": facts.paper.difference},
            "figures": figures,
            "settings": [
                {"method": method, "bits": bits, "settings": settings}
                for (method, bits), settings in self.settings.items()
            ],
            "tuning": self.tuning,
            "sections": [section.document() for section in self.sections],
        }


def write_report(outcomes: Sequence[Result | Failed], out: Path) -> None:
    """The report of an experiment that has just ended with these final runs."""
    facts = read_facts(out)
    _write(_report(finished(facts, outcomes, without_choice(facts, out)), out), out)


def remake(out: Path) -> list[str]:
    """Everything again, table included, from the files of the experiment alone. Returns what is missing, and what
    is of an earlier format."""
    if not (out / experiment_facts.NAME).exists() and (sections := _sections(out)):
        return _write_sections(sections, out)
    runs = read_finished(read_facts(out), out)
    report = _report(runs, out)
    if report.table.rows:
        write_table(report.table, {**runs.facts.protocol, **runs.facts.plan}, out)
    _write(report, out)
    return [*report.missing, *report.table.remarks, *_missing_of(report.sections)]


def _report(runs: Finished, out: Path) -> ExperimentReport:
    table = runs.table()
    facts, drawings = runs.facts, _drawings(runs, table, out)
    settings, tuning = read_settings(facts, out), read_tuning(facts, out)
    return ExperimentReport(
        facts, table, runs.missing(), drawings, _absent(drawings), settings, tuning, _sections(out)
    )


def _sections(out: Path) -> list[Section]:
    found = open_set.kept(out)
    return [] if found is None else [found]


def _drawings(runs: Finished, table: Table, out: Path) -> list[Drawing]:
    regularised = regularisers.kept_drawings(out, runs.facts.methods) or _regularisers(runs)
    studies = [*regularised, *sensitivity.kept_drawings(out)]
    if not runs.results:
        return studies
    training = training_drawing(runs)
    return [
        mAP_drawing(runs, table),
        *([training] if training is not None else []),
        top_k_drawing(runs),
        radius_drawing(runs, table),
        precision_recall_drawing(runs),
        quantisation_drawing(runs, table),
        *distance_drawings(runs),
        *studies,
    ]


def _absent(drawings: Sequence[Drawing]) -> list[str]:
    """Studies that were not made."""
    drawn = {drawing.name for drawing in drawings}
    return [sentence for name, sentence in ABSENT.items() if name not in drawn]


def _regularisers(runs: Finished) -> list[Drawing]:
    """Where there is no study of them, the table's own runs tell it too."""
    results = [one for seeds in runs.results.values() for one in seeds]
    settings = regularisers.DEFAULT if runs.facts.plan["tune_budget"] == 1 else "tuned settings"
    how = f"{settings}, in the runs of the table; several may have shared the machine, so their times are rough"
    return regularisers.drawings(results, how, runs.facts.methods)


def _write(report: ExperimentReport, out: Path) -> None:
    pictures = [_drawn(drawing, out) for drawing in report.drawings]
    sections = _with_pictures(report.sections, out)
    write_json(out / "report.json", report.document())
    text = page(report.table, report.missing, pictures, report.absent, report.settings, report.tuning, sections)
    write_bytes(out / "report.html", text.encode())


def _write_sections(sections: Sequence[Section], out: Path) -> list[str]:
    """A report of nothing but these; returns what is missing of them."""
    write_json(out / "report.json", {"sections": [section.document() for section in sections]})
    write_bytes(out / "report.html", page_of_sections(_with_pictures(sections, out)).encode())
    return _missing_of(sections)


def _missing_of(sections: Sequence[Section]) -> list[str]:
    return [sentence for section in sections for sentence in section.missing]


def _with_pictures(sections: Sequence[Section], out: Path) -> list[tuple[Section, list[DrawnFigure]]]:
    return [(section, [_drawn(drawing, out) for drawing in section.drawings]) for section in sections]


def _drawn(drawing: Drawing, out: Path) -> DrawnFigure:
    """In light and in dark; the light one is also a file, with its numbers."""
    in_light, in_dark = drawing.draw(LIGHT), drawing.draw(DARK)
    light = png(in_light)
    lay_out_like(in_dark, in_light)
    dark = png(in_dark)
    write_bytes(out / FIGURES / f"{drawing.name}.png", light)
    write_bytes(out / FIGURES / f"{drawing.name}.csv", csv_text(drawing.rows).encode())
    return DrawnFigure(drawing.name, drawing.title, drawing.sentence, light, dark)
