"""A network trained with its hash layers, as the paper does: first these on what the backbone sees as it is, then
both together. The backbone is a whole network on pixels, or the last blocks of one on what the first ones gave."""

from __future__ import annotations

import logging
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import torch
from numpy.typing import NDArray

from engine.learning.trainers import new_network, new_trainer
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, trained_network
from engine.model.device_memory import is_out_of_memory
from engine.training.activations import ActivationInputs
from engine.training.counting import counted
from engine.training.inputs import Inputs
from engine.training.material import Material
from engine.training.network import PIECE, HashNetwork
from engine.training.pixels import PixelInputs
from engine.training.reports import TrainingProgress, TrainingStage
from engine.training.settings import LAST_RATE, WHOLE_RATE, GradientSettings
from engine.training.trainer import Trainer

BLOCKS_PIECE = 16  # pictures that go through last blocks on the CPU at once: fewer take a half longer each

log = logging.getLogger(__name__)


class TunedNetwork:
    """Fresh hash layers on the network of a feature space, on the device, or on the CPU when that is too small."""

    def __init__(self, method: str, settings: GradientSettings, space: Backbone, device: str) -> None:
        self._method = method
        self._settings = settings
        self._rate = rate_in(space)
        # Where ELU took the place of ReLU, BatchNorm has to find its statistics anew.
        keep = space == EFFICIENTNET_LITE0 or bool(space.left_out)
        piece = BLOCKS_PIECE if space.left_out else PIECE
        backbone, dimensions = trained_network(space), space.trained_dimensions
        self.network = new_network(method, settings, dimensions, backbone, keep, piece)
        self._place(device)

    @property
    def device(self) -> torch.device:
        """Where the network is now: in the course of its training it may have had to leave the GPU."""
        return self.network.device

    def train_first_layers(self, on_features: Material) -> Generator[TrainingProgress, None, None]:
        """Train the hash layers alone, on the features that the backbone gives as it is."""
        layers = HashNetwork(None, self.network.layers)
        material = replace(on_features, device=self.device)
        trainer = new_trainer(self._method, self._settings.for_first_layers(), layers, material)
        yield from counted(trainer, TrainingStage.FIRST_LAYERS)

    def trainer(self, on_inputs: Material) -> Trainer:
        """One that trains the backbone and the hash layers together."""
        material = replace(on_inputs, device=self.device)
        return new_trainer(self._method, self._settings.for_whole_network(self._rate), self.network, material)

    def _place(self, device: str) -> None:
        try:
            self.network.to(device)
            return
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        log.warning("The network does not fit into the GPU's memory; going on with the CPU.")
        self.network.to("cpu")


def rate_in(space: Backbone) -> float:
    """How fast the network of this space is trained with its hash layers, as a share of their rate on features."""
    return LAST_RATE if space.left_out else WHOLE_RATE


def inputs_of(space: Backbone, pictures: NDArray[Any], device: torch.device) -> Inputs:
    """Pictures as the network that is trained in this space takes them: squares of pixels, or activations."""
    if space.left_out:
        return ActivationInputs(pictures, device)
    return PixelInputs(pictures, space, device)
