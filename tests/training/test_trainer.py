"""The training loop: what follows from a seed, its batches, its reports, its rates."""

import math

import numpy as np
import pytest
import torch
from torch import nn

from engine.dualhash.method import DualHash
from engine.training.inputs import FeatureInputs
from engine.training.pairs import LabelPairs
from engine.training.plan import plan_of, steps_an_epoch
from engine.training.reports import EpochReport, LookReport, StepReport
from engine.training.validation import Validation
from tests.training.clusters import (
    DIMENSIONS,
    Masked,
    RecordingInputs,
    clusters,
    finished,
    outputs_of,
    small,
    trainer_on,
    validation_on,
)

DATA = clusters()
INSTANCES = pytest.mark.parametrize("instance", ["stom", "storm"])


@INSTANCES
def test_the_same_seed_gives_the_same_codes_and_another_seed_others(instance: str):
    made = []
    for seed in (5, 5, 6):
        torch.manual_seed(len(made))  # the world's random numbers do not matter
        trainer = trainer_on(DATA, small(instance=instance, epochs=3, seed=seed), backbone=Masked())
        finished(trainer)
        made.append(outputs_of(trainer, DATA.queries_QD))
    assert torch.equal(made[0], made[1])
    assert (made[0] >= 0).tolist() != (made[2] >= 0).tolist()


@INSTANCES
def test_validation_and_measuring_do_not_change_the_run(instance: str):
    settings = small(instance=instance, epochs=4, output="last")
    plain = trainer_on(DATA, settings, backbone=Masked())
    watched = trainer_on(
        DATA, settings.changed(measure_every=1, measure_rows=40), validation=validation_on(DATA), backbone=Masked()
    )
    finished(plain)
    for report in watched.run():
        if isinstance(report, StepReport):
            outputs_of(watched, DATA.queries_QD)
    names = plain.network.state_dict()
    assert all(torch.equal(value, watched.network.state_dict()[name]) for name, value in names.items())


@pytest.mark.parametrize(
    ("rows", "batch"), [(96, 32), (100, 32), (79, 32), (5, 32), (2, 2), (3, 2), (5, 2), (7, 2), (11, 2), (1000, 3)]
)
def test_an_epoch_has_batches_of_nearly_equal_size_and_none_of_one_row(rows: int, batch: int):
    sizes = [len(part) for part in torch.arange(rows).tensor_split(steps_an_epoch(rows, min(batch, rows)))]
    assert sum(sizes) == rows
    assert max(sizes) - min(sizes) <= 1
    assert 2 <= max(sizes) <= 1.5 * batch + 1
    assert min(sizes) >= 2


def test_every_row_is_seen_once_an_epoch_in_another_order_each_time():
    inputs = RecordingInputs(DATA.features_ND)
    finished(trainer_on(DATA, small(epochs=2), inputs=inputs))
    first, second = torch.cat(inputs.handed[:3]), torch.cat(inputs.handed[3:])
    assert sorted(first.tolist()) == sorted(second.tolist()) == list(range(96))
    assert first.tolist() != second.tolist()


@pytest.mark.parametrize(
    ("asked", "epochs", "every"), [(None, 10, 5), (None, 100, 5), (None, 250, 12), (0, 250, 0), (3, 250, 3)]
)
def test_a_long_run_looks_at_its_gradient_about_twenty_times(asked: int | None, epochs: int, every: int):
    settings = small(epochs=epochs, measure_every=asked)
    assert plan_of(settings, 100, rate=lambda _step: 0.1).measure_every == every


def test_a_batch_of_two_trains_an_odd_number_of_images():
    data = clusters(count=11, classes=2)
    assert len(finished(trainer_on(data, small(batch=2, epochs=2, learning_rate=0.01)))) == 2


@INSTANCES
def test_the_reports_count_epochs_and_steps(instance: str):
    settings = small(instance=instance, epochs=4, hand_over=0.5, measure_every=3, learning_rate=0.4)
    reports = list(trainer_on(DATA, settings, validation=validation_on(DATA)).run())
    steps = [r for r in reports if isinstance(r, StepReport)]
    epochs = [r for r in reports if isinstance(r, EpochReport)]
    assert [(r.epoch, r.step) for r in steps] == [(e, k) for e in (1, 2, 3, 4) for k in (1, 2, 3)]
    assert {(r.epochs, r.steps) for r in steps} == {(4, 3)}
    assert [r.epoch for r in epochs] == [1, 2, 3, 4]
    told = [type(r) for r in reports if not isinstance(r, LookReport)]
    assert told == [StepReport, StepReport, StepReport, EpochReport] * 4
    looks = [r for r in reports if isinstance(r, LookReport)]
    assert {r.epoch for r in looks} == {1, 2, 3, 4}, "validation is heard in each epoch"
    assert all(0 < r.done <= r.total for r in looks)
    for k, epoch in enumerate(epochs):
        assert (epoch.epochs, epoch.batch) == (4, 32)
        assert epoch.seconds >= 0
        assert epoch.rate == pytest.approx(0.4 * 0.5 ** ((30 * k + 20) // 12))
        assert epoch.loss == pytest.approx(sum(r.loss for r in steps[3 * k : 3 * k + 3]) / 3)
        assert 0 <= epoch.quantisation_error <= 1
        assert epoch.validation_map is not None
        assert 0 < epoch.validation_map <= 1
    residuals = {"residual_b", "residual_dual"}
    assert [set(r.measures) for r in epochs] == [
        set(),
        set(),
        residuals | {"residual_x"},
        residuals | {"residual_x"},
    ]
    assert all(math.isfinite(value) and value >= 0 for r in epochs for value in r.measures.values())


def test_without_validation_nothing_is_said_of_it():
    reports = finished(trainer_on(DATA, small(epochs=2)))
    assert [(r.validation_map, r.best) for r in reports] == [(None, False)] * 2


def test_queries_that_can_find_nothing_say_nothing_and_stop_nothing():
    data = validation_on(DATA)
    lost = Validation(
        data.queries, np.zeros_like(data.query_labels_QC), data.database_rows, data.database_labels_NC
    )
    reports = finished(trainer_on(DATA, small(epochs=4, hand_over=0.0, patience=1), validation=lost))
    assert [r.validation_map for r in reports] == [None] * 4


def test_the_gradients_norm_is_that_of_the_whole_problem_at_the_iterate():
    settings = small(epochs=1, batch=512, measure_every=1, measure_rows=0, hand_over=1.0, weight_decay=0.01)
    trainer = trainer_on(DATA, settings)
    (report,) = finished(trainer)
    method = DualHash(settings, LabelPairs(DATA.labels_NC), 1)
    trainer.network.train()  # BatchNorm normalises by the batch, as in training
    parameters = list(trainer.network.parameters())
    g = torch.autograd.grad(method.loss(trainer.network(DATA.features_ND), torch.arange(96)), parameters)
    expected = sum(float((a + 0.01 * p).detach().square().sum()) for a, p in zip(g, parameters, strict=True))
    assert report.measures["residual_x"] == pytest.approx(expected, rel=1e-3)


def test_a_backbone_learns_at_its_share_of_the_rate():
    backbone = nn.Linear(DIMENSIONS, DIMENSIONS)
    nn.init.eye_(backbone.weight)
    nn.init.zeros_(backbone.bias)
    settings = small(epochs=1, batch=96, backbone_rate=0.0, weight_decay=0.0)
    trainer = trainer_on(DATA, settings, backbone=backbone)
    finished(trainer)
    assert torch.equal(backbone.weight, torch.eye(DIMENSIONS))
    moved = []
    for share in (0.1, 0.2):
        nn.init.eye_(backbone.weight)
        finished(trainer_on(DATA, settings.changed(backbone_rate=share, momentum=0.0), backbone=backbone))
        moved.append(backbone.weight.detach() - torch.eye(DIMENSIONS))
        nn.init.zeros_(backbone.bias)
    torch.testing.assert_close(moved[1], 2 * moved[0], rtol=1e-3, atol=1e-6)


def test_validation_looks_at_its_own_queries_and_never_trains_on_them():
    asked: list[str] = []

    class Queries(FeatureInputs):
        def batches(self, rows, seed, part):
            asked.append("batches")
            return super().batches(rows, seed, part)

        def plain(self, rows):
            asked.append("plain")
            return super().plain(rows)

    plain = validation_on(DATA)
    queries = Queries(DATA.queries_QD, "cpu")
    watching = Validation(queries, plain.query_labels_QC, plain.database_rows, plain.database_labels_NC)
    finished(trainer_on(DATA, small(epochs=2), validation=watching))
    assert asked == ["plain"] * 2
