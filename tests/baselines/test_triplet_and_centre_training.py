"""DTSH, DNNH, OrthoHash and MDSHC in the training loop: they learn, and a run taken up again is the same."""

from typing import Any

import numpy as np
import pytest
import torch

from engine.baselines.settings import DnnhSettings, DtshSettings, MdshcSettings, OrthoHashSettings
from engine.baselines.training import baseline_trainer
from engine.learning.trainers import new_network
from engine.training.inputs import FeatureInputs
from engine.training.material import Material
from engine.training.network import folded
from engine.training.reports import EpochReport
from engine.training.settings import GradientSettings
from engine.training.targets import Targets
from engine.training.trainer import Trainer
from tests.training.clusters import DIMENSIONS, all_equal, clusters, parameters_of, validation_on

SMALL: dict[str, Any] = {"bits": 16, "hidden": 32, "batch": 32, "measure_every": 0, "epochs": 10}
METHODS: dict[str, GradientSettings] = {
    "dtsh": DtshSettings(**SMALL),
    "dnnh": DnnhSettings(**SMALL),
    "orthohash": OrthoHashSettings(**SMALL),
    "mdshc": MdshcSettings(**SMALL),
}
EVERY = pytest.mark.parametrize("name", METHODS)


def trainer_of(name: str, **changes: Any) -> Trainer:
    """On clusters of which some images have no label, and two of those were decided upon."""
    data, settings = clusters(), METHODS[name].changed(**changes)
    labels_NC = data.labels_NC.clone()
    labels_NC[90:] = False
    targets = Targets(labels_NC, decisions=[(0, 92, True), (1, 92, False)])  # 0 and 92 are of one class
    inputs, rows = FeatureInputs(data.features_ND, "cpu"), torch.arange(len(data.features_ND))
    network = new_network(name, settings, DIMENSIONS)
    return baseline_trainer(name, settings, network, Material(inputs, rows, targets, validation_on(data)), targets)


@EVERY
def test_clusters_are_told_apart(name: str):
    trainer = trainer_of(name)
    reports = [report for report in trainer.run() if isinstance(report, EpochReport)]
    assert max(report.validation_map or 0 for report in reports) > 0.95
    assert reports[-1].loss < reports[0].loss
    assert all(0 <= report.quantisation_error <= 1 for report in reports)


@EVERY
def test_what_was_learned_is_a_hash_function_without_torch(name: str):
    trainer = trainer_of(name, epochs=3)
    for _ in trainer.run():
        pass
    features_ND = clusters().queries_QD
    expected_QK = trainer.network(features_ND).detach().numpy()
    found_QK = folded(trainer.network.layers, np.zeros(DIMENSIONS, np.float32)).outputs(features_ND.numpy())
    np.testing.assert_allclose(found_QK, expected_QK, atol=1e-4)


@EVERY
def test_a_run_taken_up_again_equals_one_never_stopped(name: str):
    whole, first, second = (trainer_of(name, epochs=4) for _ in range(3))
    for _ in whole.run():
        pass
    for report in first.run():
        if isinstance(report, EpochReport) and report.epoch == 2:
            break
    tensors, values = first.state()
    second.load_state({key: value.clone() for key, value in tensors.items()}, values)
    for _ in second.run():
        pass
    assert all_equal(parameters_of(whole), parameters_of(second))
