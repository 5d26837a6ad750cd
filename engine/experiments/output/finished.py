"""The finished final runs of an experiment, by method and code length, and what is still missing of its plan.

They come from the experiment itself, or from its folder: then a report can be made of whatever is there.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BugError
from engine.experiments.output.experiment_facts import Facts
from engine.experiments.output.looks import title
from engine.experiments.output.table import Table, row
from engine.experiments.results import Result, Run

Seeds = list[Result]
Settings = dict[tuple[str, int], dict[str, Any]]  # all settings in full, by method and bits


@dataclass(frozen=True, slots=True)
class Finished:
    """Results of all seeds that are there, in the plan's order of methods; only pairs that have any."""

    facts: Facts
    results: Mapping[tuple[str, int], Seeds]

    @property
    def methods(self) -> list[str]:
        return [name for name in self.facts.methods if any(method == name for method, _ in self.results)]

    @property
    def bits(self) -> list[int]:
        return sorted({bits for _, bits in self.results})

    def of(self, method: str, bits: int) -> Seeds:
        return self.results.get((method, bits), [])

    def table(self) -> Table:
        facts = self.facts
        rows = [
            row(method, bits, [one.measures for one in seeds], seeds[0].run.changes, facts.paper)
            for (method, bits), seeds in self.results.items()
        ]
        return Table(facts.title, facts.setup, tuple(rows), facts.paper, facts.at)

    def missing(self) -> list[str]:
        """Sentences; none when the plan is done."""
        sentences, seeds = [], int(self.facts.plan["seeds"])
        for name in self.facts.methods:
            have = {bits: len(self.of(name, bits)) for bits in self.facts.bits}
            if not any(have.values()):
                sentences.append(f"{title(name)}: no run is finished yet.")
                continue
            parts = [f"{count} of {seeds} at {bits} bits" for bits, count in have.items() if count < seeds]
            if parts:
                sentences.append(f"{title(name)}: runs finished so far are {', '.join(parts)}.")
        return sentences


def finished(facts: Facts, results: Iterable[Result]) -> Finished:
    """Those of the plan, sorted: code lengths as they grow, methods as planned, seeds as they count."""
    found: dict[tuple[str, int], dict[int, Result]] = {}
    for one in results:
        if one.run.measured_on == "test" and one.run.seed < int(facts.plan["seeds"]):
            found.setdefault((one.run.method, one.run.bits), {})[one.run.seed] = one
    pairs = [(name, bits) for bits in facts.bits for name in facts.methods if (name, bits) in found]
    return Finished(facts, {pair: [found[pair][seed] for seed in sorted(found[pair])] for pair in pairs})


def read_finished(facts: Facts, out: Path) -> Finished:
    """What lies in the folder. A damaged run is as missing as one that was never run."""
    results = []
    for document in _final_runs(facts, out):
        try:
            results.append(_result(document))
        except (KeyError, TypeError, BugError):
            continue
    return finished(facts, results)


def read_settings(facts: Facts, out: Path) -> Settings:
    """What the final runs were run with, in the plan's order."""
    found: Settings = {}
    for document in _final_runs(facts, out):
        about = document["run"]
        settings = about.get("settings")
        if isinstance(settings, dict):
            found[about["method"], about["bits"]] = settings
    pairs = [(name, bits) for name in facts.methods for bits in facts.bits]
    return {pair: found[pair] for pair in pairs if pair in found}


def _final_runs(facts: Facts, out: Path) -> Iterator[dict[str, Any]]:
    """The runs under this protocol with the settings that tuning chose. Of several such (defaults have changed
    since) the newest comes last."""
    chosen = {(record["method"], record["bits"]): record["chosen"] for record in read_tuning(facts, out)}
    files = sorted((out / "runs").glob("test-*.json"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    for document in map(_read, files):
        about = document.get("run")
        if not isinstance(about, dict) or about.get("protocol") != facts.protocol:
            continue
        named = (about.get("method"), about.get("bits"))
        same = about.get("epochs") == facts.plan["epochs"] and about.get("changes") == chosen.get(named)
        if named in chosen and same:
            yield document


def read_tuning(facts: Facts, out: Path) -> list[dict[str, Any]]:
    """The records of what was tried and chosen, for the plan's methods and code lengths that have one."""
    records = []
    for name in facts.methods:
        for bits in facts.bits:
            record = _read(out / "tuning" / f"{name}-{bits}.json")
            same = record.get("protocol") == facts.protocol and record.get("epochs") == facts.plan["epochs"]
            if same and {"method", "bits", "chosen", "tried", "budget"} <= set(record):
                records.append(record)
    return records


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def _result(document: Mapping[str, Any]) -> Result:
    about = document["run"]
    run = Run(*(about[name] for name in ("method", "bits", "seed", "epochs", "measured_on", "changes")))
    return Result(run, document["measures"], document["epochs"], document["curves"])
