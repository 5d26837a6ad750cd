"""A whole network trained from pixels, as the paper does: first the hash layers on what the backbone sees as it is,
then both together."""

from __future__ import annotations

import logging
from collections.abc import Generator
from dataclasses import replace

import torch

from engine.learning.trainers import new_network, new_trainer
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, trainable_network
from engine.model.device_memory import is_out_of_memory
from engine.training.counting import counted
from engine.training.material import Material
from engine.training.network import HashNetwork
from engine.training.reports import TrainingProgress, TrainingStage
from engine.training.settings import GradientSettings
from engine.training.trainer import Trainer

log = logging.getLogger(__name__)


class WholeNetwork:
    """Fresh hash layers on the network of a backbone, on the device, or on the CPU when that is too small."""

    def __init__(self, method: str, settings: GradientSettings, backbone: Backbone, device: str) -> None:
        self._method = method
        self._settings = settings
        # Where ELU took the place of ReLU, BatchNorm has to find its statistics anew.
        keep = backbone == EFFICIENTNET_LITE0
        self.network = new_network(method, settings, backbone.dimensions, trainable_network(backbone.name), keep)
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

    def trainer(self, on_pixels: Material) -> Trainer:
        """One that trains the backbone and the hash layers together."""
        material = replace(on_pixels, device=self.device)
        return new_trainer(self._method, self._settings.for_whole_network(), self.network, material)

    def _place(self, device: str) -> None:
        try:
            self.network.to(device)
            return
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        log.warning("The network does not fit into the GPU's memory; going on with the CPU.")
        self.network.to("cpu")
