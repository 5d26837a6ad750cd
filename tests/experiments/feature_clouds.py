"""Data for experiments without pictures: clouds of features, one around each class, and a quick method that can be
told how well to do."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.evaluation.metrics import mean_average_precision
from engine.evaluation.rankings import Ranking, Sides, rank
from engine.experiments.comparison import Subject
from engine.experiments.data.paper import Paper
from engine.experiments.data.split import Data, Part, Split
from engine.experiments.method import Changes, Learnt
from engine.experiments.methods import METHODS
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import random_projection
from engine.progress import Progress
from engine.training.gradients import DivergedError
from engine.training.reports import EpochReport

PAPER = Paper({"noisy": {16: 0.5}}, "The paper used another network.")


def part(count: int, seed: int) -> Part:
    random = np.random.default_rng(seed)
    classes_N = np.arange(count) % 3
    centres_CD = np.random.default_rng(99).standard_normal((3, 24)) * 3
    features_ND = (centres_CD[classes_N] + random.standard_normal((count, 24))).astype(np.float32)
    return Part(features_ND, np.eye(3, dtype=np.bool_)[classes_N])


def clouds() -> Split:
    return Split(part(60, 1), part(30, 2), part(30, 3))


def cloud_data(at: int | None = None) -> Data:
    return Data("clouds", {"clouds": clouds()}, at=at)


def subject(digest: str = "clouds", division: str = "by index files") -> Subject:
    return Subject("Clouds", cloud_data(), division, digest, PAPER)


def ranking_of(function: HashFunction, queries: Part, database: Part) -> Ranking:
    queries_QB, database_NB = function.codes(queries.inputs), function.codes(database.inputs)
    return rank(Sides(queries_QB, queries.labels_NC, database_NB, database.labels_NC, function.bits))


class Noisy:
    """Random directions, fitted on features with so much `noise` that they get worse with it."""

    name = "noisy"
    feature_space: str | None = None

    def __init__(self) -> None:
        self.learnt: list[tuple[int, int, dict[str, Any]]] = []  # bits, seed, changes of each run
        self.validated: list[float] = []
        self.default = 5.0
        self.stops_at: int | None = None  # the run at which somebody presses Ctrl+C
        self.diverges_at: float | None = None  # the noise with which the loss is not finite any more
        self.diverges_with: tuple[int, ...] = ()  # the seeds, the same

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return {"noise": self.default, "epochs": epochs, "shape": (bits,), **changes}

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        return [{}, {"noise": 0.0}, {"noise": 50.0}][:budget]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, Learnt]:
        if len(self.learnt) == self.stops_at:
            raise KeyboardInterrupt
        self.learnt.append((bits, seed, dict(changes)))
        random = np.random.default_rng(seed)
        for epoch in range(epochs):
            yield Progress(epoch, epochs, "learning")
        noise = self.settings(bits, epochs, changes)["noise"]
        if noise == self.diverges_at or seed in self.diverges_with:
            raise DivergedError
        shift_D = noise * random.standard_normal(train.inputs.shape[1]).astype(np.float32)
        function = random_projection(train.inputs + shift_D, bits, seed)
        self.validated.append(mean_average_precision(ranking_of(function, valid, train)))
        return Learnt(function, [epoch_report(number + 1, epochs) for number in range(epochs)])


def epoch_report(number: int, epochs: int) -> EpochReport:
    """Its second epoch was not validated, and its loss was not finite."""
    second = number == 2
    return EpochReport(
        epoch=number,
        epochs=epochs,
        seconds=0.5,
        rate=0.1,
        batch=8,
        loss=float("nan") if second else 1 / number,
        quantisation_error=0.25,
        validation_map=None if second else 0.75,
        best=False,
    )


@pytest.fixture
def noisy(monkeypatch: pytest.MonkeyPatch) -> Noisy:
    known = Noisy()
    monkeypatch.setitem(METHODS, known.name, known)
    return known


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
