"""A run that is taken up again after any epoch goes on as if it had never stopped, to the last bit."""

import json

import pytest
import torch
from safetensors.torch import load, save
from torch import nn

from engine.training.reports import EpochReport
from engine.training.trainer import Trainer
from tests.training.clusters import (
    DIMENSIONS,
    clusters,
    epoch_reports,
    finished,
    indifferent_validation,
    small,
    trainer_on,
    validation_on,
)

DATA = clusters(count=72, spread=0.9)


def backbone() -> nn.Module:
    """With dropout, which draws from torch's own generator."""
    layer = nn.Linear(DIMENSIONS, DIMENSIONS)
    nn.init.eye_(layer.weight)
    nn.init.zeros_(layer.bias)
    return nn.Sequential(layer, nn.Dropout(0.2))


def a_trainer(instance: str, output: str, dual: str) -> Trainer:
    settings = small(
        instance=instance, output=output, dual=dual, epochs=5, batch=18, hand_over=0.4, continuation=3.0,
        measure_every=2, first_batch=1.0,
    )  # fmt: skip
    decisions = [(0, 1, True), (4, 8, False)]
    return trainer_on(DATA, settings, validation=validation_on(DATA), backbone=backbone(), decisions=decisions)


def without_time(report: EpochReport) -> tuple[object, ...]:
    return (report.epoch, report.rate, report.loss, report.validation_map, report.best, report.measures)


@pytest.mark.parametrize(
    ("instance", "output", "dual"),
    [("stom", "best", "orthant"), ("storm", "last", "orthant"), ("storm", "random", "envelope")],
)
def test_a_run_goes_on_to_the_last_bit_after_any_epoch(instance: str, output: str, dual: str):
    whole = a_trainer(instance, output, dual)
    saved, told = [], []
    for report in epoch_reports(whole.run()):
        tensors, values = whole.state()
        saved.append((save(tensors), json.dumps(values)))
        told.append(without_time(report))
    expected, expected_values = whole.state()
    assert len(saved) == 5
    for k, (tensors_saved, values_saved) in enumerate(saved, start=1):
        torch.manual_seed(k)
        resumed = a_trainer(instance, output, dual)
        resumed.load_state(load(tensors_saved), json.loads(values_saved))
        assert [without_time(report) for report in finished(resumed)] == told[k:]
        tensors, values = resumed.state()
        assert values == expected_values
        assert set(tensors) == set(expected)
        assert all(torch.equal(tensors[name], value) for name, value in expected.items())


def test_the_state_knows_b_and_the_dual_variable_only_after_the_hand_over():
    trainer = a_trainer("storm", "last", "orthant")
    known = ["objective.b" in trainer.state()[0] for _ in epoch_reports(trainer.run())]
    assert known == [False, False, True, True, True]


def test_what_was_loaded_is_not_shared_with_the_run():
    first = a_trainer("storm", "best", "orthant")
    running = epoch_reports(first.run())
    for _ in range(3):
        next(running)
    tensors, values = first.state()
    loaded = {name: value.clone() for name, value in tensors.items()}
    kept = {name: value.clone() for name, value in loaded.items()}
    second = a_trainer("storm", "best", "orthant")
    second.load_state(loaded, values)
    finished(second)
    assert all(torch.equal(loaded[name], value) for name, value in kept.items())


def test_the_patience_used_up_is_remembered():
    settings = small(epochs=30, hand_over=0.0, patience=3)
    whole = trainer_on(DATA, settings, validation=indifferent_validation(DATA))
    reports = []
    for report in epoch_reports(whole.run()):
        reports.append(report)
        if len(reports) == 3:  # the best was the first
            tensors, values = whole.state()
            saved = save(tensors)
    assert len(reports) == 4
    resumed = trainer_on(DATA, settings, validation=indifferent_validation(DATA))
    resumed.load_state(load(saved), values)
    assert [r.epoch for r in finished(resumed)] == [4]


def test_a_run_that_had_ended_stays_as_it_was():
    whole = a_trainer("stom", "last", "orthant")
    finished(whole)
    again = a_trainer("stom", "last", "orthant")
    again.load_state(*whole.state())
    assert finished(again) == []
    assert again.slope == whole.slope == 3
    expected = whole.network.state_dict()
    assert all(torch.equal(value, expected[name]) for name, value in again.network.state_dict().items())


def test_a_checkpoint_from_before_the_slope_was_saved_goes_on():
    whole = a_trainer("stom", "last", "orthant")
    running = epoch_reports(whole.run())
    next(running)
    tensors, values = whole.state()
    del values["slope"]
    again = a_trainer("stom", "last", "orthant")
    again.load_state({name: value.clone() for name, value in tensors.items()}, values)
    assert [report.epoch for report in finished(again)] == [2, 3, 4, 5]
    assert again.slope == 3
