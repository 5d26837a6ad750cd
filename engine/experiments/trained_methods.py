"""The methods of engine.learning as experiments see them: hash functions on frozen features."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import torch
from numpy.typing import NDArray

from engine.experiments.data.split import Part
from engine.experiments.learning import run_learner
from engine.experiments.method import Changes, Learnt
from engine.feature_space import FeatureSpace
from engine.learning.methods import method, paper_settings_of
from engine.learning.trainers import head_learner
from engine.progress import Progress
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.material import Material
from engine.training.settings import GradientSettings, MethodSettings
from engine.training.targets import Targets
from engine.training.validation import MOST_DATABASE, MOST_QUERIES, Validation, sample


class TrainedMethod:
    """DualHash, or a method it is compared with, for images of which the share `several` has several labels."""

    def __init__(self, name: str, several: float = 0.0) -> None:
        self.name = name
        self._several = several

    @property
    def feature_space(self) -> FeatureSpace | None:
        return method(self.name).feature_space

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return self._settings(bits, 0, epochs, changes).as_dict()

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        return self._settings(bits, 0, 1, {}).candidates()[:budget]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, Learnt]:
        settings = self._settings(bits, seed, epochs, changes)
        learner = head_learner(
            self.name, settings, train.inputs.shape[1], material_of(train, valid, feature_inputs)
        )
        reports = yield from run_learner(learner)
        return Learnt(learner.hash_function(train.inputs.mean(axis=0)), reports)

    def _settings(self, bits: int, seed: int, epochs: int, changes: Changes) -> MethodSettings:
        return run_settings(self.name, bits, seed, epochs, changes, self._several)


def run_settings(name: str, bits: int, seed: int, epochs: int, changes: Changes, several: float) -> MethodSettings:
    """As they take effect on such images. The epochs are those of a network; the alternations of a method without
    one are its own affair."""
    limit = {"epochs": epochs} if issubclass(method(name).settings, GradientSettings) else {}
    settings = paper_settings_of(name, bits=bits, seed=seed, **(limit | dict(changes)))
    return settings.for_several_labels(several)


AsInputs = Callable[[NDArray[Any]], Inputs]


def material_of(train: Part, valid: Part, as_inputs: AsInputs) -> Material:
    """All training images, and for validation what `_validation` chooses."""
    targets = Targets(torch.from_numpy(train.labels_NC))
    validation = _validation(train, valid, as_inputs)
    return Material(as_inputs(train.inputs), torch.arange(len(train)), targets, validation)


def feature_inputs(features_ND: NDArray[Any]) -> Inputs:
    return FeatureInputs(torch.from_numpy(features_ND))


def _validation(train: Part, valid: Part, as_inputs: AsInputs) -> Validation:
    """Some of the validation images, looked for among some of the training images."""
    queries = sample(len(valid), MOST_QUERIES, 0).numpy()
    database = sample(len(train), MOST_DATABASE, 0)
    return Validation(
        as_inputs(valid.inputs[queries]), valid.labels_NC[queries], database, train.labels_NC[database.numpy()]
    )
