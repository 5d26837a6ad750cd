"""From settings to a trainer: the network, the pairs, the update of x, all put together."""

from __future__ import annotations

from engine.dualhash import schedule
from engine.dualhash.method import DualHash
from engine.dualhash.momentum import Momentum
from engine.dualhash.settings import Settings
from engine.dualhash.storm import Storm
from engine.training.material import Material
from engine.training.network import HashNetwork
from engine.training.pairs import PairSource
from engine.training.plan import plan_of, planned_steps
from engine.training.trainer import Trainer
from engine.training.updates import Update


def dualhash_trainer(settings: Settings, network: HashNetwork, material: Material, pairs: PairSource) -> Trainer:
    steps = planned_steps(settings, len(material.rows))
    rates, first_batch = schedule.rates(settings, steps), schedule.first_batch(settings, steps)
    plan = plan_of(settings, len(material.rows), rates, first_batch)
    objective = DualHash(settings, pairs, plan.epochs)
    return Trainer(network, material, objective, _update(settings, network, steps), plan)


def _update(settings: Settings, network: HashNetwork, steps: int) -> Update:
    parameters = list(network.parameters())
    factors = network.rates(settings.backbone_rate)
    if settings.instance == "storm":
        return Storm(parameters, factors, schedule.rho(settings, steps))
    return Momentum(parameters, factors, settings.momentum, settings.extrapolation)
