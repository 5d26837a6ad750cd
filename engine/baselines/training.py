"""From a baseline's settings to a trainer: its objective in the loop that DualHash runs in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor, nn

from engine.baselines.dch import Dch
from engine.baselines.ddsh import Ddsh
from engine.baselines.dhn import Dhn
from engine.baselines.dnnh import Dnnh, divided_hash_layers
from engine.baselines.dpsh import Dpsh
from engine.baselines.dsdh import Dsdh
from engine.baselines.dsh import Dsh
from engine.baselines.dtsh import Dtsh
from engine.baselines.hashnet import HashNet
from engine.baselines.mdshc import Mdshc
from engine.baselines.orthohash import OrthoHash
from engine.baselines.settings import BaselineSettings, StomHashWcrSettings
from engine.baselines.stomhash_wcr import StomHashWcr
from engine.dualhash.momentum import Momentum
from engine.training.inputs import Inputs
from engine.training.network import HashNetwork
from engine.training.objective import Objective
from engine.training.plan import plan_of, planned_steps
from engine.training.step_rules import rates
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from engine.training.updates import TorchUpdate, Update
from engine.training.validation import Validation

OBJECTIVES: dict[str, Callable[[Any, Targets, int], Objective]] = {
    "dch": Dch,
    "ddsh": Ddsh,
    "dhn": Dhn,
    "dnnh": Dnnh,
    "dpsh": Dpsh,
    "dsdh": Dsdh,
    "dsh": Dsh,
    "dtsh": Dtsh,
    "hashnet": HashNet,
    "mdshc": Mdshc,
    "orthohash": OrthoHash,
    "stomhash-wcr": StomHashWcr,
}

# Hash layers of a shape of their own, from dimensions, hidden width, bits and seed; all others have the usual ones.
LAYERS: dict[str, Callable[[int, int, int, int], nn.Sequential]] = {"dnnh": divided_hash_layers}


def new_trainer(
    name: str,
    settings: BaselineSettings | StomHashWcrSettings,
    network: HashNetwork,
    inputs: Inputs,
    rows: Tensor,
    targets: Targets,
    validation: Validation | None = None,
    device: torch.device | str = "cpu",
) -> Trainer:
    """A trainer of the baseline `name` on the rows `rows` of `inputs`."""
    rate = rates(settings.step_rule, settings.learning_rate_used, planned_steps(settings, len(rows)))
    plan = plan_of(settings, len(rows), rate)
    objective = OBJECTIVES[name](settings, targets, plan.epochs)
    return Trainer(network, inputs, rows, objective, _update(settings, network), plan, validation, device)


def _update(settings: BaselineSettings | StomHashWcrSettings, network: HashNetwork) -> Update:
    parameters = list(network.parameters())
    factors = network.rates(settings.backbone_rate)
    if isinstance(settings, StomHashWcrSettings):
        return Momentum(parameters, factors, settings.momentum, settings.extrapolation)
    return TorchUpdate(_optimiser(settings, parameters), factors)


def _optimiser(settings: BaselineSettings, parameters: Sequence[Tensor]) -> torch.optim.Optimizer:
    """Weight decay is in the gradient already, and the learning rate is set at each step."""
    groups = [{"params": [parameter]} for parameter in parameters]
    if settings.optimiser == "adam":
        return torch.optim.Adam(groups)
    if settings.optimiser == "rmsprop":
        return torch.optim.RMSprop(groups)
    return torch.optim.SGD(groups, lr=1.0, momentum=settings.momentum, nesterov=settings.momentum > 0)
