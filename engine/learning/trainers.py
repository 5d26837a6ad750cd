"""From a method's name to its trainer, be it DualHash or a method that it is compared with."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from engine.baselines.sdh import Sdh
from engine.baselines.settings import BaselineSettings, SdhSettings, StomHashWcrSettings
from engine.baselines.training import LAYERS, baseline_trainer
from engine.dualhash.settings import Settings
from engine.dualhash.training import dualhash_trainer
from engine.errors import BugError
from engine.piecework import Helpers
from engine.training.group import group_of_processes
from engine.training.learner import Learner
from engine.training.library_pairs import LibraryPairs
from engine.training.material import Material
from engine.training.neighbourhood import Neighbourhood
from engine.training.network import PIECE, HashNetwork, hash_layers
from engine.training.pairs import LabelPairs, PairSource
from engine.training.settings import GradientSettings, MethodSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer


def new_network(
    method: str,
    settings: GradientSettings,
    dimensions: int,
    backbone: nn.Module | None = None,
    keep_statistics: bool = False,
    piece: int = PIECE,
) -> HashNetwork:
    """Fresh hash layers on features, or on a backbone that is fine-tuned with them."""
    make = LAYERS.get(method, hash_layers)
    layers = make(dimensions, settings.hidden, settings.learned_bits, settings.seed)
    return HashNetwork(backbone, layers, keep_statistics, piece)


def new_trainer(method: str, settings: GradientSettings, network: HashNetwork, material: Material) -> Trainer:
    """A trainer of `network`, by all processes of the group that this one may belong to."""
    trainer = _trainer_of(method, settings, network, material)
    trainer.before_run = lambda: group_of_processes().tell(
        Lesson(method, settings, network, material, trainer.state())
    )
    return trainer


@dataclass(frozen=True, slots=True)
class Lesson:
    """A training as the first process begins it, or takes it up."""

    method: str
    settings: GradientSettings
    network: HashNetwork
    material: Material
    state: tuple[dict[str, Tensor], dict[str, Any]]

    def help(self, helpers: Helpers) -> None:
        """On this process's own device."""
        device = torch.device(torch.device(self.material.device).type)
        trainer = new_trainer(self.method, self.settings, self.network, replace(self.material, device=device))
        trainer.load_state(*self.state)
        for _ in trainer.run():
            pass


def _trainer_of(method: str, settings: GradientSettings, network: HashNetwork, material: Material) -> Trainer:
    targets = material.targets
    if targets is None:
        if not isinstance(settings, Settings):
            raise BugError(f"{method} learns from labels, and there are none")
        return dualhash_trainer(settings, network, material, _pairs(settings, None, material.neighbourhood))
    settings = settings.for_several_labels(targets.share_with_several)
    if isinstance(settings, BaselineSettings | StomHashWcrSettings):
        return baseline_trainer(method, settings, network, material, targets)
    if not isinstance(settings, Settings):
        raise BugError(f"{method} has settings of an unknown kind")
    return dualhash_trainer(settings, network, material, _pairs(settings, targets, material.neighbourhood))


def head_learner(method: str, settings: MethodSettings, dimensions: int, material: Material) -> Learner:
    """A hash function on features of so many dimensions is learned."""
    if isinstance(settings, SdhSettings):
        assert material.targets is not None
        return Sdh(settings, material, material.targets)
    if not isinstance(settings, GradientSettings):
        raise BugError(f"{method} has settings of an unknown kind")
    return new_trainer(method, settings, new_network(method, settings, dimensions), material)


def _pairs(settings: Settings, targets: Targets | None, neighbourhood: Neighbourhood | None) -> PairSource:
    """From what a person said, from the neighbourhood, or from both."""
    told = None if targets is None else LabelPairs.chosen(targets, settings, settings.rarity)
    if neighbourhood is not None:
        return LibraryPairs(neighbourhood, told, weight=settings.neighbour_weight, cap=settings.weight_cap)
    if told is None:
        raise BugError("there is neither a label nor a neighbourhood to learn from")
    return told
