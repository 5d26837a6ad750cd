"""From a method's name to its trainer. Here DualHash and the methods it is compared with are one."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.baselines import training as baselines
from engine.baselines.sdh import Sdh
from engine.baselines.settings import BaselineSettings, SdhSettings, StomHashWcrSettings
from engine.dualhash import training as dualhash
from engine.dualhash.settings import Settings
from engine.errors import BugError
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, trainable_network
from engine.training.inputs import Inputs
from engine.training.learner import Learner
from engine.training.library_pairs import LibraryPairs
from engine.training.neighbourhood import Neighbourhood
from engine.training.network import HashNetwork, hash_layers
from engine.training.pairs import LabelPairs, PairSource
from engine.training.settings import GradientSettings, MethodSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from engine.training.validation import Validation


def new_network(
    method: str,
    settings: GradientSettings,
    dimensions: int,
    backbone: nn.Module | None = None,
    keep_statistics: bool = False,
) -> HashNetwork:
    """Fresh hash layers on features, or on a backbone that is fine-tuned with them."""
    make = baselines.LAYERS.get(method, hash_layers)
    layers = make(dimensions, settings.hidden, settings.learned_bits, settings.seed)
    return HashNetwork(backbone, layers, keep_statistics)


def whole_network(method: str, settings: GradientSettings, space: Backbone) -> HashNetwork:
    """Fresh hash layers on the network of that backbone, which learns too."""
    # Where ELU took the place of ReLU, BatchNorm has to find its statistics anew.
    keep = space == EFFICIENTNET_LITE0
    return new_network(method, settings, space.dimensions, trainable_network(space.name), keep)


def new_trainer(
    method: str,
    settings: GradientSettings,
    network: HashNetwork,
    inputs: Inputs,
    rows: Tensor,
    targets: Targets,
    validation: Validation | None = None,
    device: torch.device | str = "cpu",
    neighbourhood: Neighbourhood | None = None,
) -> Trainer:
    """A trainer of `network` on the rows `rows` of `inputs`. With a neighbourhood, rows need no label."""
    settings = settings.for_several_labels(targets.share_with_several)
    if isinstance(settings, BaselineSettings | StomHashWcrSettings):
        return baselines.new_trainer(method, settings, network, inputs, rows, targets, validation, device)
    if not isinstance(settings, Settings):
        raise BugError(f"{method} has settings of an unknown kind")
    pairs: PairSource = LabelPairs.chosen(targets, settings, settings.rarity)
    if neighbourhood is not None:
        assert isinstance(pairs, LabelPairs)
        pairs = LibraryPairs(neighbourhood, pairs, weight=settings.neighbour_weight, cap=settings.weight_cap)
    return dualhash.new_trainer(settings, network, inputs, rows, pairs, validation, device)


def head_learner(
    method: str,
    settings: MethodSettings,
    inputs: Inputs,
    dimensions: int,
    rows: Tensor,
    targets: Targets,
    validation: Validation | None = None,
    device: torch.device | str = "cpu",
) -> Learner:
    """A hash function on features of so many dimensions is learned."""
    if isinstance(settings, SdhSettings):
        return Sdh(settings, inputs, rows, targets, validation)
    if not isinstance(settings, GradientSettings):
        raise BugError(f"{method} has settings of an unknown kind")
    network = new_network(method, settings, dimensions)
    return new_trainer(method, settings, network, inputs, rows, targets, validation, device)
