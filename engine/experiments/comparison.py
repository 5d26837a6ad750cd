"""An experiment's plan and how it is carried out: each method is tuned, then run with every seed."""

import logging
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import UserError
from engine.experiments.data.paper import Paper
from engine.experiments.data.split import Data
from engine.experiments.execution import Execution
from engine.experiments.methods import method
from engine.experiments.output.chance import chance_of
from engine.experiments.output.experiment_facts import ExperimentFacts, write_facts
from engine.experiments.output.table import Table, row, write_table
from engine.experiments.results import Failed, Result, Run, all_failed
from engine.experiments.runs import Runs
from engine.experiments.studies import failures
from engine.experiments.tuning import Tuning, record
from engine.model.code_lengths import is_code_length
from engine.model.cut_networks import in_words
from engine.progress import Progress

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    methods: tuple[str, ...]
    bits: tuple[int, ...]
    seeds: int
    epochs: int
    tune_budget: int

    def __post_init__(self) -> None:
        for name in self.methods:
            method(name)  # an unknown one is said before hours of work, not after
        if not self.methods or not self.bits or min(self.seeds, self.epochs, self.tune_budget) < 1:
            raise UserError("An experiment needs at least one method, code length, seed, epoch and try.")
        if not all(is_code_length(bits) for bits in self.bits):
            raise UserError("Code lengths are multiples of 8.")

    def tunings(self) -> list[Tuning]:
        return [
            Tuning(name, bits, self.epochs, self.tune_budget)
            for bits in dict.fromkeys(self.bits)
            for name in dict.fromkeys(self.methods)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What methods are compared on: the data as inputs, and what they are, in facts and in words.

    `remark` says what a reader must know of the data besides: pictures that were left out, for one.
    """

    title: str
    data: Data
    division: str
    digest: str
    paper: Paper
    remark: str = ""

    def protocol(self) -> dict[str, Any]:
        """The facts that every run depends on."""
        return {
            "experiment": self.title,
            "data": self.digest,
            "split": self.division,
            "backbone": self.data.backbone,
            "tune": self.data.tune,
            "at": self.data.at,
        }

    def runs(self, out: Path, *, tuning: bool = False) -> Runs:
        return Runs(out / "runs", self.protocol(), self.data, tuning=tuning)

    def setup(self, plan: ComparisonPlan) -> str:
        """All that a reader of the table must know."""
        return (
            f"{self.about_data(plan)} {_tuning_text(plan)} The figures below are those of the queries"
            f"{_seeds_text(plan)}. {self._map_text()} counts every order of equal distances the same; separability "
            "is the mean distance between images of different labels less that between images that share one; "
            "seconds are those of training, validation included."
        )

    def about_data(self, plan: ComparisonPlan) -> str:
        """What methods learn from, and what they are asked for."""
        parts = self.data.own
        remark = f" {self.remark}" if self.remark else ""
        return (
            f"{len(parts.train):,} training images, which are also the database, {len(parts.valid):,} for "
            f"validation and {len(parts.test):,} queries; the split is {self.division}.{remark} "
            f"{self._learns(plan)}"
        )

    def _learns(self, plan: ComparisonPlan) -> str:
        backbone = self.data.backbone
        epochs = "1 epoch" if plan.epochs == 1 else f"{plan.epochs} epochs"
        if self.data.tune == "all":
            return f"The whole of {backbone} was trained with the hash layers, {epochs} at most."
        if self.data.tune == "last":
            return f"{in_words(backbone)} with the hash layers, {epochs} at most."
        others = {method(name).feature_space for name in plan.methods} - {None, backbone}
        of_others = "".join(
            f" ({', '.join(name for name in plan.methods if method(name).feature_space == space)}: {space})"
            for space in sorted(str(other) for other in others)
        )
        return f"Hash functions on frozen features of {backbone}{of_others}, {epochs} at most."

    def _map_text(self) -> str:
        return "mAP" if self.data.at is None else f"mAP@{self.data.at}"


def _tuning_text(plan: ComparisonPlan) -> str:
    if plan.tune_budget == 1:
        return "Every method ran with its default settings."
    return (
        f"Each method chose its settings by validation mAP at seed 0, among at most {plan.tune_budget} candidates "
        "for each code length, without a look at the queries."
    )


def _seeds_text(plan: ComparisonPlan) -> str:
    return ", one seed" if plan.seeds == 1 else f"; mean ± standard deviation over {plan.seeds} seeds"


@dataclass(frozen=True, slots=True, eq=False)
class ComparedRuns:
    """The table, the final runs that it is made of, and those that came to no result."""

    table: Table
    results: list[Result]
    failed: list[Failed]


def compared(
    plan: ComparisonPlan, subject: Subject, out: Path, workers: int = 1
) -> Generator[Progress, None, ComparedRuns]:
    """Do all runs that are not done yet, and write the table to `out`."""
    runs = subject.runs(out, tuning=True)
    for name in plan.methods:
        runs.method(name)  # one that cannot train the whole network is said now
    setup = subject.setup(plan)
    write_facts(
        ExperimentFacts(subject.title, setup, subject.data.at, subject.paper, subject.protocol(), asdict(plan)), out
    )
    with Execution(runs, workers) as execution:
        comparison = _ComparedMethods(plan, runs, execution, out)
        chosen = yield from comparison.tuned()
        outcomes = yield from comparison.final(chosen)
    results = {of: [one for one in seeds if isinstance(one, Result)] for of, seeds in outcomes.items()}
    failed = [one for seeds in outcomes.values() for one in seeds if isinstance(one, Failed)]
    rows = [
        row(tuning.method, tuning.bits, [one.measures for one in seeds], chosen[tuning], subject.paper)
        for tuning, seeds in results.items()
        if seeds
    ]
    without = [all_failed(tuning.method, tuning.bits) for tuning in plan.tunings() if tuning not in chosen]
    sentences = (*without, *failures(failed))
    good = [one for seeds in results.values() for one in seeds]
    table = Table(subject.title, setup, tuple(rows), subject.paper, subject.data.at, sentences, chance_of(good))
    facts = {**subject.protocol(), **asdict(plan)}
    write_table(table, facts, out)
    return ComparedRuns(table, good, failed)


class _ComparedMethods:
    def __init__(
        self, plan: ComparisonPlan, runs: Runs, execution: Execution[Run, Result | Failed], out: Path
    ) -> None:
        self._plan = plan
        self._runs = runs
        self._execution = execution
        self._out = out

    def tuned(self) -> Generator[Progress, None, dict[Tuning, dict[str, Any]]]:
        """All tries of all methods, then the choice of each that has one."""
        tries = {tuning: tuning.tries(self._runs.method(tuning.method)) for tuning in self._plan.tunings()}
        wanted = [run for runs in tries.values() for run in runs]
        outcomes = iter((yield from self._execution.outcomes(wanted, self._epochs_later(tries))))
        chosen: dict[Tuning, dict[str, Any]] = {}
        for tuning, runs in tries.items():
            tried = [next(outcomes) for _ in runs]
            best = tuning.chosen(self._runs.method(tuning.method), tried)
            record(tuning, tried, best, self._runs.protocol, self._out / "tuning")
            if best is not None:
                chosen[tuning] = best
        return chosen

    def final(
        self, chosen: dict[Tuning, dict[str, Any]]
    ) -> Generator[Progress, None, dict[Tuning, list[Result | Failed]]]:
        """What became of all seeds of each."""
        wanted = [run for tuning, changes in chosen.items() for run in self._seeds(tuning, changes)]
        outcomes = iter((yield from self._execution.outcomes(wanted)))
        by_tuning = {tuning: [next(outcomes) for _ in range(self._plan.seeds)] for tuning in chosen}
        for tuning, ours in by_tuning.items():
            figures = [one.measures["mAP"] for one in ours if isinstance(one, Result)]
            _log.info("%s, %d bits: mAP %s", tuning.method, tuning.bits, figures)
        return by_tuning

    def _seeds(self, tuning: Tuning, changes: dict[str, Any]) -> list[Run]:
        seeds = range(self._plan.seeds)
        return [Run(tuning.method, tuning.bits, seed, self._plan.epochs, "test", changes) for seed in seeds]

    def _epochs_later(self, tries: dict[Tuning, list[Run]]) -> int:
        """Of the final runs that will have to be done. Those of a tuning that is still open count as open, too, but
        for the seed of its tries: the one chosen is measured by then."""
        count = 0
        for tuning, runs in tries.items():
            tried = [outcome for run in runs if (outcome := self._runs.finished(run)) is not None]
            if len(tried) < len(runs):
                count += self._plan.seeds - 1
                continue
            changes = tuning.chosen(self._runs.method(tuning.method), tried)
            if changes is None:
                continue
            count += sum(self._runs.finished(run) is None for run in self._seeds(tuning, changes))
        return count * self._plan.epochs
