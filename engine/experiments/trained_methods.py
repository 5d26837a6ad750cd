"""The methods of engine.learning as experiments see them: hash layers on frozen features."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import torch

from engine.dualhash.pairs import LabelPairs
from engine.dualhash.settings import LARGEST_ALPHA, Settings
from engine.dualhash.training import new_network, new_trainer
from engine.experiments.method import Changes
from engine.experiments.split import Part
from engine.learning.methods import settings_of
from engine.learning.running import run_trainer
from engine.model.hash_function import HashFunction
from engine.progress import Progress
from engine.training.inputs import FeatureInputs
from engine.training.network import folded
from engine.training.validation import MOST_DATABASE, MOST_QUERIES, Validation, sample

SHARPNESS = (1.0, 0.5, 2.0)  # times the default alpha: what all of these methods are tuned on


class TrainedMethod:
    """One of DualHash's instances, or the likelihood that they start from."""

    def __init__(self, name: str) -> None:
        self.name = name

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return self._settings(bits, 0, epochs, changes).as_dict()

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        default = self._settings(bits, 0, 1, {}).alpha_used
        others = [min(LARGEST_ALPHA, default * factor) for factor in SHARPNESS[1:]]
        return [{}, *({"alpha": alpha} for alpha in others if alpha != default)][:budget]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, HashFunction]:
        settings = self._settings(bits, seed, epochs, changes)
        network = new_network(settings, train.features_ND.shape[1])
        inputs = FeatureInputs(torch.from_numpy(train.features_ND), "cpu")
        pairs = LabelPairs(torch.from_numpy(train.labels_NC), balanced=settings.balanced, cap=settings.weight_cap)
        rows = torch.arange(len(train))
        trainer = new_trainer(settings, network, inputs, rows, pairs, _validation(train, valid), "cpu")
        yield from run_trainer(trainer)
        return folded(network.layers, train.features_ND.mean(axis=0), trainer.slope)

    def _settings(self, bits: int, seed: int, epochs: int, changes: Changes) -> Settings:
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
