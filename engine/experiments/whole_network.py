"""Methods that train the whole network from pixels, as the paper does: first the hash layers on what the backbone
sees as it is, then both together."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.errors import BugError, UserError
from engine.experiments.data.split import Part
from engine.experiments.learning import run_learner
from engine.experiments.method import Changes, Learnt
from engine.experiments.trained_methods import run_settings, validation_on
from engine.learning.methods import method
from engine.learning.trainers import new_network, new_trainer
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, backbone, trainable_network
from engine.model.codes import pack
from engine.model.device import choose_device
from engine.model.hash_function import HashFunction, Vectors
from engine.progress import Progress
from engine.training.inputs import FeatureInputs, Inputs
from engine.training.network import HashNetwork, evaluating
from engine.training.pixels import PixelInputs
from engine.training.settings import GradientSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from engine.training.validation import sample

LOOK = 32  # pictures that go through a backbone at once, without gradient
MEAN_OF = 1000  # pictures that the mean feature is taken from
NOTE = "Looking at the pictures"


class WholeNetwork:
    """A method of engine.learning and the backbone that it trains with its hash layers."""

    feature_space = None

    def __init__(self, name: str, backbone_name: str) -> None:
        self.name = name
        self._backbone = backbone_name

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return self._settings(bits, 0, epochs, changes).for_whole_network().as_dict()

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        return method(self.name).settings.candidates(bits)[:budget]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, Learnt]:
        settings = self._settings(bits, seed, epochs, changes)
        space, device = backbone(self._backbone), choose_device().kind
        # Where ELU took the place of ReLU, BatchNorm has to find its statistics anew.
        keep = space == EFFICIENTNET_LITE0
        network = new_network(self.name, settings, space.dimensions, trainable_network(space.name), keep)
        network.to(device)
        job = _Job(self.name, network, space, device)
        yield from job.train_first_layers(settings.for_first_layers(), train, valid)
        trainer = job.trainer(settings.for_whole_network(), network, train, valid)
        reports = yield from run_learner(trainer)
        some = sample(len(train), MEAN_OF, 0).numpy()
        mean_D = (yield from _seen(network, job.pixels(train.inputs[some]))).mean(axis=0)
        return Learnt(NetworkHash(network, space, trainer.hash_function(mean_D), trainer.device), reports)

    def _settings(self, bits: int, seed: int, epochs: int, changes: Changes) -> GradientSettings:
        settings = run_settings(self.name, bits, seed, epochs, changes)
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
        seen = []
        for part in (train, valid):
            features_ND = yield from _seen(self._network, self.pixels(part.inputs))
            seen.append(Part(features_ND, part.labels_NC))
        layers = HashNetwork(None, self._network.layers)
        for _ in run_learner(self.trainer(settings, layers, *seen)):
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
        looking = _seen(self._network, inputs)
        while True:
            try:
                next(looking)
            except StopIteration as stop:
                return self._on_features.outputs(stop.value)

    def codes(self, squares_NSSC: NDArray[Any]) -> NDArray[np.uint8]:
        return pack(self.outputs(squares_NSSC))


def _seen(network: HashNetwork, inputs: Inputs) -> Generator[Progress, None, Vectors]:
    """What the backbone makes of all pictures now."""
    body: nn.Module = network.backbone
    parts: list[Vectors] = []
    piece = network.rows_at_once(LOOK)
    for start in range(0, len(inputs), piece):
        yield Progress(0, None, NOTE)
        rows = torch.arange(start, min(start + piece, len(inputs)))
        try:
            # Not around the report: whoever gets it would be without gradients, too.
            with evaluating(network):
                parts.append(body(inputs.plain(rows)).float().cpu().numpy())
        except torch.OutOfMemoryError:
            raise UserError("There is too little memory on the GPU to look at the pictures.") from None
    return np.concatenate(parts)
