"""From settings to a trainer: the network, the pairs, the update of x, all put together."""

from __future__ import annotations

import torch
from torch import Tensor

from engine.dualhash import schedule
from engine.dualhash.method import DualHash
from engine.dualhash.momentum import Momentum
from engine.dualhash.settings import Settings
from engine.dualhash.storm import Storm
from engine.training.inputs import Inputs
from engine.training.network import HashNetwork
from engine.training.pairs import PairSource
from engine.training.plan import plan_of, planned_steps
from engine.training.trainer import Trainer
from engine.training.updates import Update
from engine.training.validation import Validation


def new_trainer(
    settings: Settings,
    network: HashNetwork,
    inputs: Inputs,
    rows: Tensor,
    pairs: PairSource,
    validation: Validation | None = None,
    device: torch.device | str = "cpu",
) -> Trainer:
    """A trainer of DualHash on the rows `rows` of `inputs`."""
    steps = planned_steps(settings, len(rows))
    plan = plan_of(settings, len(rows), schedule.rates(settings, steps), schedule.first_batch(settings, steps))
    objective = DualHash(settings, pairs, plan.epochs)
    update = _update(settings, network, steps)
    return Trainer(network, inputs, rows, objective, update, plan, validation, device)


def _update(settings: Settings, network: HashNetwork, steps: int) -> Update:
    parameters = list(network.parameters())
    factors = network.rates(settings.backbone_rate)
    if settings.instance == "storm":
        return Storm(parameters, factors, schedule.rho(settings, steps))
    return Momentum(parameters, factors, settings.momentum, settings.extrapolation)
