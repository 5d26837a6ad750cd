"""The finished final runs of an experiment, by method and code length, and what is still missing of its plan.

They come from the experiment itself, or from its folder: then a report can be made of whatever is there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import BugError
from engine.experiments.drawing.looks import title
from engine.experiments.output.chance import Chance, Pair, chance_of
from engine.experiments.output.experiment_facts import ExperimentFacts
from engine.experiments.output.table import Table, row
from engine.experiments.results import Failed, Result, Run, all_failed, read_result
from engine.experiments.run_files import oldest_first, read_document
from engine.experiments.studies import failures

Seeds = list[Result]
SettingsInFull = dict[tuple[str, int], dict[str, Any]]  # all settings in full, by method and bits


@dataclass(frozen=True, slots=True)
class Finished:
    """Results by method and code length, in the plan's order of methods; pairs without any are left out.

    `failed` are the runs that came to no result; `without` are the pairs of which no try of the tuning came to one.
    """

    facts: ExperimentFacts
    results: Mapping[Pair, Seeds]
    failed: Sequence[Failed] = ()
    without: Sequence[Pair] = ()

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
        failed = (*(all_failed(*pair) for pair in self.without), *failures(self.failed))
        known = chance_of(one for seeds in self.results.values() for one in seeds)
        remarks = self._of_an_earlier_format(known)
        return Table(facts.title, facts.setup, tuple(rows), facts.paper, facts.at, failed, known, remarks)

    def missing(self) -> list[str]:
        """Sentences; none when the plan is done."""
        sentences, seeds = [], int(self.facts.plan["seeds"])
        for name in self.facts.methods:
            have = {bits: self._known(name, bits) for bits in self.facts.bits if (name, bits) not in self.without}
            if have and not any(have.values()):
                sentences.append(f"{title(name)}: no run is finished yet.")
                continue
            parts = [f"{count} of {seeds} at {bits} bits" for bits, count in have.items() if count < seeds]
            if parts:
                sentences.append(f"{title(name)}: runs finished so far are {', '.join(parts)}.")
        return sentences

    def _of_an_earlier_format(self, known: Chance) -> tuple[str, ...]:
        names = dict.fromkeys(
            title(method) for method, bits in self.results if (method, bits) not in known.resampled
        )
        if not names:
            return ()
        return (
            f"Runs of {', '.join(names)} are of an earlier format, without the average precision of each query: "
            "they are shown, but whether they tie is judged by the seeds alone. The experiment, started again with "
            "the same --out, does them anew.",
        )

    def _known(self, method: str, bits: int) -> int:
        """Seeds of which it is known what became of them."""
        return len(self.of(method, bits)) + sum(
            (one.run.method, one.run.bits) == (method, bits) for one in self.failed
        )


def finished(facts: ExperimentFacts, outcomes: Iterable[Result | Failed], without: Sequence[Pair] = ()) -> Finished:
    """Those of the plan, sorted: code lengths as they grow, methods as planned, seeds as they count."""
    found: dict[Pair, dict[int, Result | Failed]] = {}
    for one in outcomes:
        if one.run.measured_on == "test" and one.run.seed < int(facts.plan["seeds"]):
            found.setdefault((one.run.method, one.run.bits), {})[one.run.seed] = one
    pairs = [(name, bits) for bits in facts.bits for name in facts.methods if (name, bits) in found]
    ordered = {pair: [found[pair][seed] for seed in sorted(found[pair])] for pair in pairs}
    results = {pair: [one for one in seeds if isinstance(one, Result)] for pair, seeds in ordered.items()}
    failed = [one for seeds in ordered.values() for one in seeds if isinstance(one, Failed)]
    return Finished(facts, {pair: seeds for pair, seeds in results.items() if seeds}, failed, without)


def read_finished(facts: ExperimentFacts, out: Path) -> Finished:
    """What lies in the folder. A damaged run is as missing as one that was never run."""
    outcomes = []
    for document in _final_runs(facts, out):
        try:
            outcomes.append(_outcome(document))
        except (KeyError, TypeError, BugError):
            continue
    return finished(facts, outcomes, without_choice(facts, out))


def without_choice(facts: ExperimentFacts, out: Path) -> list[Pair]:
    """Those that were left out because every try of the tuning failed."""
    return [(record["method"], record["bits"]) for record in read_tuning(facts, out) if record["chosen"] is None]


def read_settings(facts: ExperimentFacts, out: Path) -> SettingsInFull:
    """What the final runs were run with, in the plan's order."""
    found: SettingsInFull = {}
    for document in _final_runs(facts, out):
        about = document["run"]
        settings = about.get("settings")
        if isinstance(settings, dict):
            found[about["method"], about["bits"]] = settings
    pairs = [(name, bits) for name in facts.methods for bits in facts.bits]
    return {pair: found[pair] for pair in pairs if pair in found}


def _final_runs(facts: ExperimentFacts, out: Path) -> list[dict[str, Any]]:
    """The runs under this protocol with the settings that tuning chose. Where defaults have changed since, those of
    the newest run count: no mean is taken over runs of two kinds."""
    documents = list(_chosen_runs(facts, out))
    newest = {_pair(document): _kind(document) for document in documents}
    return [document for document in documents if _kind(document) == newest[_pair(document)]]


def _pair(document: Mapping[str, Any]) -> Pair:
    return document["run"]["method"], document["run"]["bits"]


def _kind(document: Mapping[str, Any]) -> tuple[Any, Any]:
    return document["run"].get("format"), document["run"].get("settings")


def _chosen_runs(facts: ExperimentFacts, out: Path) -> Iterator[dict[str, Any]]:
    """The newest comes last."""
    chosen = {(record["method"], record["bits"]): record["chosen"] for record in read_tuning(facts, out)}
    for document in oldest_first(out / "runs", "test-*.json"):
        about = document["run"]
        if about.get("protocol") != facts.protocol:
            continue
        named = (about.get("method"), about.get("bits"))
        same = about.get("epochs") == facts.plan["epochs"] and about.get("changes") == chosen.get(named)
        if named in chosen and same:
            yield document


def read_tuning(facts: ExperimentFacts, out: Path) -> list[dict[str, Any]]:
    """The records of what was tried and chosen, for the plan's methods and code lengths that have one."""
    records = []
    for name in facts.methods:
        for bits in facts.bits:
            record = read_document(out / "tuning" / f"{name}-{bits}.json")
            plan = (record.get("epochs"), record.get("budget"))
            same = record.get("protocol") == facts.protocol
            same = same and plan == (facts.plan["epochs"], facts.plan.get("tune_budget"))
            if same and {"method", "bits", "chosen", "tried", "budget"} <= set(record):
                records.append(record)
    return records


def _outcome(document: Mapping[str, Any]) -> Result | Failed:
    about = document["run"]
    run = Run(*(about[name] for name in ("method", "bits", "seed", "epochs", "measured_on", "changes")))
    if "failed" in document:
        return Failed(run, str(document["failed"]))
    return read_result(run, document)
