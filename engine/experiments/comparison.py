"""An experiment's plan and how it is carried out: each method is tuned, then run with every seed."""

import logging
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.errors import UserError
from engine.experiments.methods import method
from engine.experiments.runs import Measured, Run, Runs
from engine.experiments.split import Pictures, Split
from engine.experiments.table import Paper, Table, row, write_table
from engine.experiments.tuning import Tuning, tuned
from engine.progress import Progress

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Plan:
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
        if any(not 8 <= bits <= 512 or bits % 8 for bits in self.bits):
            raise UserError("Code lengths are multiples of 8.")

    def tunings(self) -> list[Tuning]:
        return [
            Tuning(name, bits, self.epochs, self.tune_budget)
            for bits in dict.fromkeys(self.bits)
            for name in dict.fromkeys(self.methods)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What methods are compared on: the data as features, and what they are, in facts and in words."""

    title: str
    data: Split
    division: str
    digest: str
    backbone: str
    paper: Paper

    @staticmethod
    def of(title: str, pictures: Pictures, data: Split, backbone: str, paper: Paper) -> "Subject":
        return Subject(title, data, pictures.division, pictures.digest(), backbone, paper)

    def protocol(self) -> dict[str, Any]:
        """The facts that every run depends on."""
        return {"experiment": self.title, "data": self.digest, "split": self.division, "backbone": self.backbone}

    def setup(self, plan: Plan) -> str:
        data = self.data
        return (
            f"{len(data.train):,} training images, which are also the database, {len(data.valid):,} for validation "
            f"and {len(data.test):,} queries; the split is {self.division}. Hash functions on frozen features of "
            f"{self.backbone}, {plan.epochs} epochs at most. {_tuning_text(plan)} The queries were used for the "
            f"figures below only{_seeds_text(plan)}. mAP counts every order of equal distances the same; "
            "separability is the mean distance between images of different labels less that between images that "
            "share one; seconds are those of training, validation included."
        )


def _tuning_text(plan: Plan) -> str:
    if plan.tune_budget == 1:
        return "Every method ran with its default settings."
    return (
        f"Each method chose its settings by validation mAP at seed 0, among at most {plan.tune_budget} candidates "
        "for each code length."
    )


def _seeds_text(plan: Plan) -> str:
    return ", one seed" if plan.seeds == 1 else f"; mean ± standard deviation over {plan.seeds} seeds"


def compared(plan: Plan, subject: Subject, out: Path) -> Generator[Progress, None, Table]:
    """Do all runs that are not done yet, and write the table to `out`."""
    tunings = plan.tunings()
    total = sum(len(tuning.tries()) + plan.seeds for tuning in tunings)
    runs = Runs(out / "runs", subject.protocol(), subject.data, total)
    rows = []
    for tuning in tunings:
        changes = yield from tuned(tuning, runs, out / "tuning")
        measured: list[Measured] = []
        for seed in range(plan.seeds):
            run = Run(tuning.method, tuning.bits, seed, plan.epochs, "test", changes)
            measured.append((yield from runs.done(run)))
            _log.info("%s: mAP %.4f", run, measured[-1]["mAP"])
        rows.append(row(tuning.method, tuning.bits, measured, changes, subject.paper))
    table = Table(subject.title, subject.setup(plan), tuple(rows), subject.paper)
    write_table(table, {**subject.protocol(), **asdict(plan)}, out)
    return table
