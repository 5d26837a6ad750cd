"""Methods that train a network with the hash layers, as the paper does: the whole of it from pixels, or its last
blocks from what the first ones gave (see engine.learning.tuned_network)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from numpy.typing import NDArray

from engine.arrays import Codes, Vectors
from engine.errors import BugError
from engine.experiments.data.split import Part
from engine.experiments.learning import run_learner
from engine.experiments.method import Changes, Learnt
from engine.experiments.trained_methods import feature_inputs, material_of, run_settings
from engine.feature_space import FeatureSpace
from engine.learning.tuned_network import TunedNetwork, inputs_of, rate_in
from engine.model.backbones import Backbone, backbone
from engine.model.codes import pack
from engine.model.device import choose_device
from engine.model.hash_function import HashFunction
from engine.progress import Progress, uncounted
from engine.training.inputs import Inputs
from engine.training.looking import LookAtRows, seen
from engine.training.network import HashNetwork
from engine.training.settings import GradientSettings
from engine.training.validation import MOST_QUERIES, sample

MEAN_OF = 1000  # pictures that the mean feature is taken from


class NetworkMethod:
    """A method of engine.learning and the feature space whose network it trains with its hash layers, for images of
    which the share `several` has several labels."""

    feature_space = None

    def __init__(self, name: str, space: FeatureSpace, several: float = 0.0) -> None:
        self.name = name
        self._space = space
        self._several = several

    def settings(self, bits: int, epochs: int, changes: Changes) -> dict[str, Any]:
        return self._settings(bits, 0, epochs, changes).for_whole_network(rate_in(backbone(self._space))).as_dict()

    def candidates(self, bits: int, budget: int) -> list[dict[str, Any]]:
        """Learning rates among them are those of hash layers on features."""
        candidates, rate = self._settings(bits, 0, 1, {}).candidates()[:budget], rate_in(backbone(self._space))
        return [
            {name: rate * value if name == "learning_rate" else value for name, value in one.items()}
            for one in candidates
        ]

    def run(
        self, train: Part, valid: Part, bits: int, seed: int, epochs: int, changes: Changes
    ) -> Generator[Progress, None, Learnt]:
        space = backbone(self._space)
        tuned = TunedNetwork(self.name, self._settings(bits, seed, epochs, changes), space, choose_device().kind)

        def inputs(pictures: NDArray[Any]) -> Inputs:
            return inputs_of(space, pictures, tuned.device)

        asked = sample(len(valid), MOST_QUERIES, 0).numpy()  # no others are looked at while it learns
        valid = Part(valid.inputs[asked], valid.labels_NC[asked])
        # What comes before and after is quick beside the training, and reports nothing but that it lives.
        train_seen = Part((yield from uncounted(seen(tuned.network, inputs(train.inputs)))), train.labels_NC)
        valid_seen = Part((yield from uncounted(seen(tuned.network, inputs(valid.inputs)))), valid.labels_NC)
        yield from uncounted(tuned.train_first_layers(material_of(train_seen, valid_seen, feature_inputs)))
        trainer = tuned.trainer(material_of(train, valid, inputs))
        reports = yield from run_learner(trainer)
        some = sample(len(train), MEAN_OF, 0).numpy()
        mean_D = (yield from uncounted(seen(tuned.network, inputs(train.inputs[some])))).mean(axis=0)
        return Learnt(NetworkHash(tuned.network, space, trainer.hash_function(mean_D)), reports)

    def _settings(self, bits: int, seed: int, epochs: int, changes: Changes) -> GradientSettings:
        settings = run_settings(self.name, bits, seed, epochs, changes, self._several)
        if not isinstance(settings, GradientSettings):
            raise BugError(f"{self.name} trains no network")
        return settings


class NetworkHash:
    """A hash function of what the network takes: a trained backbone, and the hash layers on what it sees."""

    def __init__(self, network: HashNetwork, space: Backbone, on_features: HashFunction) -> None:
        self._network = network
        self._space = space
        self._on_features = on_features

    @property
    def mean_D(self) -> Vectors:
        return self._on_features.mean_D

    @property
    def bits(self) -> int:
        return self._on_features.bits

    def outputs(self, pictures: NDArray[Any]) -> Vectors:
        inputs = inputs_of(self._space, pictures, self._network.device)
        return self._on_features.outputs(LookAtRows(self._network, inputs)(slice(0, len(inputs))))

    def bounded(self, outputs_NK: Vectors) -> Vectors | None:
        return self._on_features.bounded(outputs_NK)

    def codes(self, pictures: NDArray[Any]) -> Codes:
        return pack(self.outputs(pictures))
