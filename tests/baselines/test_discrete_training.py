"""DSDH, DDSH and StoMHash-WCR in the training loop: they learn, and a run that is taken up again is the same."""

from copy import deepcopy
from typing import Any

import pytest
import torch

from engine.baselines.settings import DdshSettings, DsdhSettings, StomHashWcrSettings
from engine.baselines.training import baseline_trainer
from engine.training.inputs import FeatureInputs
from engine.training.material import Material
from engine.training.network import HashNetwork, hash_layers
from engine.training.reports import EpochReport
from engine.training.settings import GradientSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from tests.training.clusters import DIMENSIONS, all_equal, clusters, parameters_of, validation_on

SMALL: dict[str, Any] = {"bits": 16, "hidden": 24, "batch": 32, "measure_every": 0, "epochs": 12}
METHODS: dict[str, GradientSettings] = {
    "dsdh": DsdhSettings(**SMALL, learning_rate=0.01),
    "ddsh": DdshSettings(**SMALL, subset=20, inner=2, learning_rate=0.01),
    "stomhash-wcr": StomHashWcrSettings(**SMALL),
}


def trainer_of(name: str, **changes: Any) -> Trainer:
    data, settings = clusters(), METHODS[name].changed(**changes)
    network = HashNetwork(None, hash_layers(DIMENSIONS, settings.hidden, settings.bits, settings.seed))
    inputs, rows = FeatureInputs(data.features_ND, "cpu"), torch.arange(len(data.features_ND))
    targets = Targets(data.labels_NC)
    return baseline_trainer(name, settings, network, Material(inputs, rows, targets, validation_on(data)), targets)


@pytest.mark.parametrize("name", METHODS)
def test_clusters_are_told_apart(name: str):
    reports = [report for report in trainer_of(name).run() if isinstance(report, EpochReport)]
    figures = [report.validation_map for report in reports if report.validation_map is not None]
    assert max(figures) > 0.95
    assert all(report.loss == report.loss for report in reports)


@pytest.mark.parametrize("name", METHODS)
def test_a_run_taken_up_again_equals_one_never_stopped(name: str):
    whole, left = trainer_of(name, epochs=5), {}
    for report in whole.run():
        if isinstance(report, EpochReport) and report.epoch in (1, 3, 4):
            tensors, values = whole.state()
            left[report.epoch] = {key: value.clone() for key, value in tensors.items()}, deepcopy(values)
    for stop, state in left.items():
        again = trainer_of(name, epochs=5)
        again.load_state(*state)
        assert len([report for report in again.run() if isinstance(report, EpochReport)]) == 5 - stop
        assert all_equal(parameters_of(whole), parameters_of(again)), stop
