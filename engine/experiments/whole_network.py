"""Methods that train the whole network from pixels, as the paper does: first the hash layers on what the backbone
sees as it is, then both together."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from engine.errors import BugError
from engine.experiments.data.split import Part
from engine.experiments.learning import run_learner
from engine.experiments.method import Changes, Learnt
from engine.experiments.trained_methods import run_settings, validation_on
from engine.learning.trainers import new_trainer, whole_network
from engine.model.backbones import Backbone, backbone
from engine.model.codes import pack
from engine.model.device import choose_device
from engine.model.hash_function import HashFunction, Vectors
from engine.progress import Progress, finish
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.looking import seen
from engine.training.network import HashNetwork
from engine.training.pixels import PixelInputs
from engine.training.settings import WHOLE_RATE, GradientSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from engine.training.validation import sample

MEAN_OF = 1000  # pictures that the mean feature is taken from


class WholeNetwork:
    """A method of engine.learning and the backbone that it trains with its hash layers, for images of which the
    share `several` has several labels."""

    feature_space = None

    def __init__(self, name: str, backbone_name: str, several: float = 0.0) -> None:
        self.name = name
        self._backbone = backbone_name
        self._several = several

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return self._settings(bits, 0, epochs, changes).for_whole_network().as_dict()

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        """Learning rates among them are those of hash layers on features."""
        candidates = self._settings(bits, 0, 1, {}).candidates()[:budget]
        return [
            {name: WHOLE_RATE * value if name == "learning_rate" else value for name, value in one.items()}
            for one in candidates
        ]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, Learnt]:
        settings = self._settings(bits, seed, epochs, changes)
        space, device = backbone(self._backbone), choose_device().kind
        network = whole_network(self.name, settings, space).to(device)
        job = _Job(self.name, network, space, device)
        yield from job.train_first_layers(settings.for_first_layers(), train, valid)
        trainer = job.trainer(settings.for_whole_network(), network, train, valid)
        reports = yield from run_learner(trainer)
        some = sample(len(train), MEAN_OF, 0).numpy()
        # Where the trainer ended: it may have had to leave the GPU.
        pixels = PixelInputs(train.inputs[some], space, trainer.device)
        mean_D = (yield from seen(network, pixels)).mean(axis=0)
        return Learnt(NetworkHash(network, space, trainer.hash_function(mean_D), trainer.device), reports)

    def _settings(self, bits: int, seed: int, epochs: int, changes: Changes) -> GradientSettings:
        settings = run_settings(self.name, bits, seed, epochs, changes, self._several)
        if not isinstance(settings, GradientSettings):
            raise BugError(f"{self.name} trains no network")
        return settings


class _Job:
    """One network, trained twice: its hash layers, then all of it."""

    def __init__(self, name: str, network: HashNetwork, space: Backbone, device: str) -> None:
        self._name = name
        self._network = network
        self._space = space
        self._device = device

    def pixels(self, squares_NSSC: NDArray[np.uint8]) -> Inputs:
        return PixelInputs(squares_NSSC, self._space, self._device)

    def train_first_layers(
        self, settings: GradientSettings, train: Part, valid: Part
    ) -> Generator[Progress, None, None]:
        """It is quick beside what follows, and reports nothing but that it lives."""
        parts = []
        for part in (train, valid):
            features_ND = yield from seen(self._network, self.pixels(part.inputs))
            parts.append(Part(features_ND, part.labels_NC))
        layers = HashNetwork(None, self._network.layers)
        for _ in run_learner(self.trainer(settings, layers, *parts)):
            yield Progress(0, None, "Training the hash layers first")

    def trainer(self, settings: GradientSettings, network: HashNetwork, train: Part, valid: Part) -> Trainer:
        as_inputs = self.pixels if network is self._network else self._features
        return new_trainer(
            self._name,
            settings,
            network,
            as_inputs(train.inputs),
            torch.arange(len(train)),
            Targets(torch.from_numpy(train.labels_NC)),
            validation_on(train, valid, as_inputs),
            self._device,
        )

    def _features(self, features_ND: NDArray[Any]) -> Inputs:
        return FeatureInputs(torch.from_numpy(features_ND), self._device)


class NetworkHash:
    """A hash function of squares of pixels: a trained backbone, and the hash layers on what it sees."""

    def __init__(
        self, network: HashNetwork, space: Backbone, on_features: HashFunction, device: torch.device
    ) -> None:
        self._network = network
        self._space = space
        self._on_features = on_features
        self._device = device

    @property
    def mean_D(self) -> Vectors:
        return self._on_features.mean_D

    @property
    def bits(self) -> int:
        return self._on_features.bits

    def outputs(self, squares_NSSC: NDArray[Any]) -> Vectors:
        inputs = PixelInputs(squares_NSSC, self._space, self._device)
        return self._on_features.outputs(finish(seen(self._network, inputs)))

    def bounded(self, outputs_NK: Vectors) -> Vectors | None:
        return self._on_features.bounded(outputs_NK)

    def codes(self, squares_NSSC: NDArray[Any]) -> NDArray[np.uint8]:
        return pack(self.outputs(squares_NSSC))
