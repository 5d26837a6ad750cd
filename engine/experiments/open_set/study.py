"""The experiment of an open set: its plan, how it is carried out, and what it leaves in its folder.

open_set/plan.json says from the beginning what is done, and each run is a file in open_set/runs: with these the
table, the figure and the section of a report can be made at any time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import BugError, UserError
from engine.experiments.drawing.looks import title
from engine.experiments.execution import Execution
from engine.experiments.open_set.draws import AMOUNTS
from engine.experiments.open_set.figures import rows_of
from engine.experiments.open_set.learners import DEFAULT_BITS, DEFAULTS, ITQ, method
from engine.experiments.open_set.pictures import OpenLibrary
from engine.experiments.open_set.runs import OpenFailed, OpenResult, OpenRun, OpenRuns
from engine.experiments.open_set.words import NAME, section
from engine.experiments.output.sections import Section, markdown
from engine.experiments.run_files import oldest_first, read_document
from engine.experiments.written_files import csv_text, write_bytes, write_json
from engine.feature_space import FeatureSpace
from engine.model.code_lengths import is_code_length
from engine.progress import Progress

PLAN = f"{NAME}/plan.json"
RUNS = f"{NAME}/runs"

OpenOutcome = OpenResult | OpenFailed


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """ITQ is always compared with; what a library has by default is shown at its own code length, too."""

    methods: tuple[str, ...]
    bits: int
    draws: int

    def __post_init__(self) -> None:
        for name in self.methods:
            method(name)  # an unknown one is said before hours of work, not after
        if not is_code_length(self.bits) or self.draws < 1:
            raise UserError("Code lengths are multiples of 8, and at least one draw is needed.")

    def entries(self) -> list[tuple[str, int]]:
        """Methods with their code lengths."""
        names = dict.fromkeys((*self.methods, ITQ))
        found = [(name, self.bits) for name in names]
        return list(dict.fromkeys(found + [(name, DEFAULT_BITS) for name in DEFAULTS if name in names]))

    def runs(self) -> list[OpenRun]:
        """A whole draw first, so that a report in between has figures of all methods."""
        return [
            OpenRun(name, bits, draw, labels)
            for draw in range(self.draws)
            for labels in AMOUNTS
            for name, bits in self.entries()
        ]

    def spaces(self) -> list[FeatureSpace]:
        """The feature spaces that methods need besides the experiment's."""
        return [space for name in self.methods if (space := method(name).feature_space)]


def carried_out(
    plan: OpenPlan, library: OpenLibrary, out: Path, workers: int = 1
) -> Generator[Progress, None, Section]:
    """Do all runs that are not done yet, and write the table to `out`."""
    protocol = {"data": library.digest, "backbone": library.backbone}
    write_json(out / PLAN, {"plan": asdict(plan), "protocol": protocol, "setup": setup(plan, library)})
    with Execution(OpenRuns(out / RUNS, protocol, library), workers) as execution:
        outcomes = yield from execution.outcomes(plan.runs())
    return _written(plan, outcomes, setup(plan, library), out)


def kept(out: Path) -> Section | None:
    """The table again, from the runs that are there; None where there is no such experiment."""
    facts = read_document(out / PLAN)
    try:
        plan = OpenPlan(**{**facts["plan"], "methods": tuple(facts["plan"]["methods"])})
        outcomes = list(_outcomes(facts["protocol"], plan, out))
        return _written(plan, outcomes, str(facts["setup"]), out)
    except (KeyError, TypeError):
        return None


def setup(plan: OpenPlan, library: OpenLibrary) -> str:
    """All that a reader of the table must know."""
    draws = "one draw of the halves" if plan.draws == 1 else f"mean ± standard deviation over {plan.draws} draws"
    remark = f" {library.remark}" if library.remark else ""
    return (
        f"{len(library):,} pictures of {len(library.kinds)} kinds make one library.{remark} Half of the kinds are "
        "labelled, once 80 % of their pictures and once 10 of each. Queries are the pictures of these kinds that "
        "have no label, and all pictures of the other kinds; the whole library is searched but for the query "
        f"itself, and what is of the same kind is right. Figures are means over kinds, {draws}; ties count "
        f"exactly. Every method ran with its default settings, on frozen features of {library.backbone}"
        f"{_other_spaces(plan)}: nothing was tuned here. A fifth of the labels served for validation. "
        "“Whole library” and “Self-taught” learn from all pictures, and about a quarter of their bits are base "
        "bits; ITQ sees all pictures and no label; the others see labelled pictures alone."
    )


def _other_spaces(plan: OpenPlan) -> str:
    named = [f"{title(name)}: {space}" for name in plan.methods if (space := method(name).feature_space)]
    return f" ({', '.join(named)})" if named else ""


def _written(plan: OpenPlan, outcomes: Iterable[OpenOutcome], words: str, out: Path) -> Section:
    found = list(outcomes)
    results = {one.run: one for one in found if isinstance(one, OpenResult)}
    by_entry: dict[tuple[str, int, str], dict[int, Mapping[str, float]]] = {}
    for run in plan.runs():
        if run in results:
            by_entry.setdefault((run.method, run.bits, run.labels), {})[run.draw] = results[run].figures
    made = section(rows_of(by_entry), words, plan.bits, [*_missing(plan, found), *_failures(found)])
    write_json(out / f"{NAME}.json", {"plan": asdict(plan), **made.document()})
    write_bytes(out / f"{NAME}.csv", csv_text(made.rows).encode())
    write_bytes(out / f"{NAME}.md", markdown(made).encode())
    return made


def _missing(plan: OpenPlan, found: Iterable[OpenOutcome]) -> list[str]:
    """A sentence for each method that has runs to do."""
    done = {one.run for one in found}
    left: dict[tuple[str, int], int] = {}
    for run in plan.runs():
        if run not in done:
            left[run.method, run.bits] = left.get((run.method, run.bits), 0) + 1
    of = plan.draws * len(AMOUNTS)
    return [f"{title(name)}, {bits} bits: {of - n} of {of} runs are finished." for (name, bits), n in left.items()]


def _failures(found: Iterable[OpenOutcome]) -> list[str]:
    return [f"{one.run}: {one.reason}" for one in found if isinstance(one, OpenFailed)]


def _outcomes(protocol: Mapping[str, Any], plan: OpenPlan, out: Path) -> Iterator[OpenOutcome]:
    """What lies in the folder: of each run the newest, should its settings have changed."""
    wanted, newest = plan.runs(), dict[OpenRun, dict[str, Any]]()
    for document in oldest_first(out / RUNS, "*.json"):
        about = document["run"]
        if about.get("protocol") == protocol:
            run = OpenRun(*(about.get(name) for name in ("method", "bits", "draw", "labels")))
            if run in wanted:  # compared with each, since a damaged one may have no hash
                newest[run] = document
    for run, document in sorted(newest.items(), key=lambda pair: wanted.index(pair[0])):
        try:
            if "failed" in document:
                yield OpenFailed(run, str(document["failed"]))
            else:
                yield OpenResult(run, document["figures"])
        except (KeyError, TypeError, BugError):
            continue  # a damaged run is as missing as one that was never run
