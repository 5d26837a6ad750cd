"""The methods of engine.learning as experiments see them: hash functions on frozen features."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import torch

from engine.experiments.method import Changes
from engine.experiments.split import Part
from engine.learning.methods import method, settings_of
from engine.learning.running import run_trainer
from engine.learning.trainers import head_learner
from engine.model.hash_function import HashFunction
from engine.progress import Progress
from engine.training.inputs import FeatureInputs
from engine.training.settings import MethodSettings
from engine.training.targets import Targets
from engine.training.validation import MOST_DATABASE, MOST_QUERIES, Validation, sample


class TrainedMethod:
    """DualHash, or a method that it is compared with."""

    def __init__(self, name: str) -> None:
        self.name = name

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return self._settings(bits, 0, epochs, changes).as_dict()

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        return method(self.name).settings.candidates(bits)[:budget]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, HashFunction]:
        learner = head_learner(
            self.name,
            self._settings(bits, seed, epochs, changes),
            FeatureInputs(torch.from_numpy(train.features_ND), "cpu"),
            train.features_ND.shape[1],
            torch.arange(len(train)),
            Targets(torch.from_numpy(train.labels_NC)),
            _validation(train, valid),
            "cpu",
        )
        yield from run_trainer(learner)
        return learner.hash_function(train.features_ND.mean(axis=0))

    def _settings(self, bits: int, seed: int, epochs: int, changes: Changes) -> MethodSettings:
        return settings_of(self.name, bits=bits, seed=seed, epochs=epochs, **changes)


def _validation(train: Part, valid: Part) -> Validation:
    queries = sample(len(valid), MOST_QUERIES, 0)
    database = sample(len(train), MOST_DATABASE, 0)
    return Validation(
        FeatureInputs(torch.from_numpy(valid.features_ND)[queries], "cpu"),
        valid.labels_NC[queries.numpy()],
        database,
        train.labels_NC[database.numpy()],
    )
