"""A small experiment, really run: three clouds of features, a few methods, two epochs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.experiments.data.paper import Paper
from engine.experiments.data.split import Data, Part, Split
from engine.experiments.output.experiment_facts import ExperimentFacts, write_facts
from engine.experiments.results import Failed, Result, Run
from engine.experiments.runs import Runs
from engine.experiments.tuning import Tuning, record
from engine.progress import finish

PROTOCOL = {"experiment": "Clouds", "data": "clouds", "split": "by seed", "backbone": "none", "at": None}
PAPER = Paper({"dualhash-stom": {8: 0.5, 16: 0.6}}, "The paper used another network & other data.")
METHODS = ("dualhash-stom", "dsh", "itq")
EPOCHS = 2


def cloud(count: int, seed: int) -> Part:
    random = np.random.default_rng(seed)
    classes_N = np.arange(count) % 3
    centres_CD = np.random.default_rng(99).standard_normal((3, 24))
    features_ND = (centres_CD[classes_N] + random.standard_normal((count, 24))).astype(np.float32)
    return Part(features_ND, np.eye(3, dtype=np.bool_)[classes_N])


def small_runs(out: Path) -> Runs:
    return Runs(out / "runs", PROTOCOL, Data("none", {"none": Split(cloud(90, 1), cloud(30, 2), cloud(30, 3))}))


@dataclass(frozen=True)
class Plan:
    """What studies read of one."""

    bits: tuple[int, ...] = (8,)
    seeds: int = 1
    epochs: int = EPOCHS


def facts_of(methods: tuple[str, ...] = METHODS, **changes: Any) -> ExperimentFacts:
    plan = {"methods": list(methods), "bits": [8, 16], "seeds": 2, "epochs": EPOCHS, "tune_budget": 2}
    whole = {
        "title": "Clouds <&> more",
        "setup": "90 points, & 30 queries.",
        "at": None,
        "paper": PAPER,
        "protocol": PROTOCOL,
        "plan": plan,
    }
    return ExperimentFacts(**{**whole, **changes})


def run_small_experiment(out: Path, facts: ExperimentFacts | None = None) -> list[Result]:
    """Tune and run everything in the plan, as the command does; returns the final results."""
    facts = facts or facts_of()
    write_facts(facts, out)
    runs, results = small_runs(out), list[Result]()
    for bits in facts.bits:
        for name in facts.methods:
            tuning = Tuning(name, bits, EPOCHS, facts.plan["tune_budget"])
            tried = [outcome(runs, run) for run in tuning.tries(runs.method(name))]
            chosen = tuning.chosen(runs.method(name), tried)
            assert chosen is not None
            record(tuning, tried, chosen, PROTOCOL, out / "tuning")
            for seed in range(facts.plan["seeds"]):
                done = outcome(runs, Run(name, bits, seed, EPOCHS, "test", chosen))
                assert isinstance(done, Result)
                results.append(done)
    return results


def outcome(runs: Runs, run: Run) -> Result | Failed:
    return runs.finished(run) or finish(runs.do(run))
