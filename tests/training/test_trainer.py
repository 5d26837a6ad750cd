"""The training loop: what follows from a seed, which iterate is kept, when it stops, what it reports."""

import math

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from engine.dualhash.method import DualHash
from engine.dualhash.pairs import LabelPairs
from engine.training.inputs import FeatureInputs
from engine.training.reports import EpochReport, StepReport
from engine.training.trainer import DivergedError, Trainer, steps_an_epoch
from engine.training.validation import Validation
from tests.training.clusters import (
    DIMENSIONS,
    RecordingInputs,
    all_equal,
    clusters,
    epoch_reports,
    finished,
    outputs_of,
    parameters_of,
    small,
    trainer_on,
    validation_on,
)

DATA = clusters()
INSTANCES = pytest.mark.parametrize("instance", ["stom", "storm"])


def codes_of(trainer: Trainer) -> list[list[bool]]:
    return (outputs_of(trainer, DATA.queries_QD) >= 0).tolist()


def indifferent_validation() -> Validation:
    """All share one label, so that the mAP is 1 whatever the codes."""
    return Validation(
        FeatureInputs(DATA.queries_QD, "cpu"),
        np.ones((len(DATA.queries_QD), 1), np.bool_),
        torch.arange(len(DATA.features_ND)),
        np.ones((len(DATA.features_ND), 1), np.bool_),
    )


class Masked(nn.Module):
    """Dropout that writes down what it drew."""

    def __init__(self) -> None:
        super().__init__()
        self.masks: list[Tensor] = []

    def forward(self, inputs: Tensor) -> Tensor:
        mask = nn.functional.dropout(torch.ones_like(inputs), 0.3, self.training)
        if self.training:
            self.masks.append(mask)
        return inputs * mask


# ---- seeds ----


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


# ---- batches ----


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


def test_a_batch_of_two_trains_an_odd_number_of_images():
    data = clusters(count=11, classes=2)
    assert len(finished(trainer_on(data, small(batch=2, epochs=2, learning_rate=0.01)))) == 2


# ---- reports ----


@INSTANCES
def test_the_reports_count_epochs_and_steps(instance: str):
    settings = small(instance=instance, epochs=4, hand_over=0.5, measure_every=3, learning_rate=0.4)
    reports = list(trainer_on(DATA, settings, validation=validation_on(DATA)).run())
    steps = [r for r in reports if isinstance(r, StepReport)]
    epochs = [r for r in reports if isinstance(r, EpochReport)]
    assert [(r.epoch, r.step) for r in steps] == [(e, k) for e in (1, 2, 3, 4) for k in (1, 2, 3)]
    assert {(r.epochs, r.steps) for r in steps} == {(4, 3)}
    assert [r.epoch for r in epochs] == [1, 2, 3, 4]
    assert [isinstance(r, EpochReport) for r in reports] == [False, False, False, True] * 4
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


# ---- what is kept ----


def outputs_by_epoch(trainer: Trainer) -> tuple[list[EpochReport], list[Tensor]]:
    reports, outputs = [], []
    for report in epoch_reports(trainer.run()):
        reports.append(report)
        outputs.append(outputs_of(trainer, DATA.queries_QD))
    return reports, outputs


def test_the_best_is_the_first_of_the_highest_after_the_hand_over():
    settings = small(epochs=6, hand_over=0.5, output="best")
    trainer = trainer_on(DATA, settings, validation=indifferent_validation())
    reports, outputs = outputs_by_epoch(trainer)
    assert [r.best for r in reports] == [False, False, False, True, False, False]
    assert torch.equal(outputs_of(trainer, DATA.queries_QD), outputs[3])
    assert not torch.equal(outputs[3], outputs[5])


def test_the_best_is_the_one_with_the_highest_validation_figure():
    data = clusters(spread=1.2)
    settings = small(epochs=8, hand_over=0.0, output="best")
    trainer = trainer_on(data, settings, validation=validation_on(data))
    reports, outputs = outputs_by_epoch(trainer)
    figures = [r.validation_map or 0 for r in reports]
    best = figures.index(max(figures))
    assert [k for k, r in enumerate(reports) if r.best][-1] == best
    assert [r.best for r in reports] == [f > max([-1.0, *figures[:k]]) for k, f in enumerate(figures)]
    assert torch.equal(outputs_of(trainer, DATA.queries_QD), outputs[best])


@INSTANCES
@pytest.mark.parametrize("output", ["best", "last"])
def test_the_last_is_kept_when_asked_for_or_when_nothing_tells_the_best(instance: str, output: str):
    validation = validation_on(DATA) if output == "last" else None
    trainer = trainer_on(DATA, small(instance=instance, epochs=3, output=output), validation=validation)
    _, outputs = outputs_by_epoch(trainer)
    assert torch.equal(outputs_of(trainer, DATA.queries_QD), outputs[-1])
    assert not trainer.network.training


@INSTANCES
def test_a_random_iterate_is_one_of_all_that_follow_a_step(instance: str):
    data = clusters(count=24)
    drawn = set()
    for seed in range(25):
        settings = small(instance=instance, epochs=2, batch=12, seed=seed, learning_rate=0.2)
        watched = trainer_on(data, settings.changed(output="last"))
        iterates = [
            outputs_of(watched, data.queries_QD) for report in watched.run() if isinstance(report, StepReport)
        ]
        trainer = trainer_on(data, settings.changed(output="random"))
        finished(trainer)
        kept = outputs_of(trainer, data.queries_QD)
        matches = [k for k, iterate in enumerate(iterates) if torch.equal(iterate, kept)]
        assert len(matches) == 1
        drawn |= set(matches)
    assert drawn == {0, 1, 2, 3}


def test_after_the_run_the_network_makes_the_outputs_that_the_trainer_shows():
    trainer = trainer_on(DATA, small(epochs=2))
    finished(trainer)
    with torch.no_grad():
        direct = trainer.network(DATA.queries_QD)
    assert torch.equal(outputs_of(trainer, DATA.queries_QD), direct)
    assert not trainer.network.training


# ---- stopping ----


def test_training_stops_when_validation_has_not_improved_for_long():
    settings = small(epochs=40, hand_over=0.1, patience=3)
    reports = finished(trainer_on(DATA, settings, validation=indifferent_validation()))
    assert len(reports) == 4 + 1 + 3  # warm-up, the best one, three without a better one


def test_without_patience_it_goes_on_to_the_end():
    settings = small(epochs=9, hand_over=0.0, patience=0)
    assert len(finished(trainer_on(DATA, settings, validation=indifferent_validation()))) == 9


class PoisonedInputs(FeatureInputs):
    """Healthy for some batches, then there is a value that is no number."""

    def __init__(self, features_ND: Tensor, healthy: int) -> None:
        super().__init__(features_ND, "cpu")
        self.left = healthy

    def plain(self, rows: Tensor) -> Tensor:
        inputs_mD = super().plain(rows).clone()
        if self.left <= 0:
            inputs_mD[0, 0] = math.nan
        self.left -= 1
        return inputs_mD


@INSTANCES
@pytest.mark.parametrize("healthy", [0, 5])
def test_a_loss_that_is_not_finite_stops_before_the_step(instance: str, healthy: int):
    settings = small(instance=instance, epochs=4, hand_over=1.0)
    trainer = trainer_on(DATA, settings, inputs=PoisonedInputs(DATA.features_ND, healthy))
    held = [parameters_of(trainer)]
    noting = (held.append(parameters_of(trainer)) for report in trainer.run() if isinstance(report, StepReport))
    with pytest.raises(DivergedError, match=r"^Training stopped: the loss is not finite any more\."):
        list(noting)
    assert len(held) == 1 + healthy
    assert all_equal(parameters_of(trainer), held[-1])
    assert all(bool(torch.isfinite(p).all()) for p in held[-1])


class SharpBackbone(nn.Module):
    """Its outputs are always finite, but the gradient of its n-th evaluation is not."""

    def __init__(self, healthy: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))
        self.left = healthy

    def forward(self, inputs: Tensor) -> Tensor:
        self.left -= self.training
        return inputs + (torch.sqrt(0 * self.weight) if self.left < 0 else 0 * self.weight)


@pytest.mark.parametrize("healthy", [5, 3], ids=["in the last step", "earlier"])
def test_a_network_that_is_not_finite_is_never_handed_over(healthy: int):
    """Where the last step spoils it, no later loss can tell."""
    trainer = trainer_on(DATA, small(epochs=2), backbone=SharpBackbone(healthy))
    with pytest.raises(DivergedError):
        finished(trainer)


def test_a_run_that_is_closed_halfway_closes_its_inputs():
    closed = []

    class Closing(FeatureInputs):
        def batches(self, rows, seed):
            try:
                yield from super().batches(rows, seed)
            finally:
                closed.append(True)

    running = trainer_on(DATA, small(epochs=2), inputs=Closing(DATA.features_ND, "cpu")).run()
    next(running)
    assert not closed
    running.close()
    assert closed


# ---- StoRM's second gradient ----


def test_the_second_gradient_draws_the_same_dropout_and_moves_no_statistics():
    masked = {instance: Masked() for instance in ("stom", "storm")}
    tracked = {}
    for instance, backbone in masked.items():
        trainer = trainer_on(DATA, small(instance=instance, epochs=2, hand_over=1.0), backbone=backbone)
        finished(trainer)
        tracked[instance] = int(trainer.network.state_dict()["layers.1.num_batches_tracked"])
    assert tracked == {"stom": 6, "storm": 6}
    plain, twice = masked["stom"].masks, masked["storm"].masks
    assert len(plain) == 6
    assert len(twice) == 1 + 2 * 5  # the first step has no previous iterate
    assert all_equal(twice[1::2], twice[2::2])
    assert all_equal([twice[0], *twice[1::2]], plain)  # and what is drawn next does not depend on it
    assert not torch.equal(plain[0], plain[1])


def test_storms_statistics_are_those_of_the_current_iterates_alone():
    """One step: a running mean that moved twice would show it."""
    settings = small(instance="storm", epochs=2, batch=96, hand_over=1.0)
    inputs = RecordingInputs(DATA.features_ND)
    trainer = trainer_on(DATA, settings, inputs=inputs)
    running = torch.zeros(24)
    layer = trainer.network.layers[0]
    weights = layer.weight.detach().clone(), layer.bias.detach().clone()
    for report in trainer.run():
        if isinstance(report, StepReport):  # the outputs of the first layer before this step's update
            batch_mean = nn.functional.linear(DATA.features_ND[inputs.handed[-1]], *weights).mean(dim=0)
            running = 0.9 * running + 0.1 * batch_mean
            weights = layer.weight.detach().clone(), layer.bias.detach().clone()
    torch.testing.assert_close(trainer.network.state_dict()["layers.1.running_mean"], running, rtol=1e-4, atol=1e-5)


def test_at_the_hand_over_storms_estimate_starts_afresh():
    """The first D after it is the plain gradient."""
    settings = small(
        instance="storm",
        epochs=2,
        hand_over=0.5,
        batch=96,
        step_rule="constant",
        learning_rate=0.5,
        weight_decay=0.0,
    )
    trainer = trainer_on(DATA, settings)
    running = trainer.run()
    assert isinstance(next(running), StepReport)
    assert isinstance(next(running), EpochReport)
    x = parameters_of(trainer)
    b_NK = torch.tanh(outputs_of(trainer, DATA.features_ND))
    next(running)  # begins the epoch of the hand-over
    method = DualHash(settings, LabelPairs(DATA.labels_NC), 2)
    method.load_state({"b": b_NK, "y": torch.zeros_like(b_NK)})
    twin = trainer_on(DATA, settings).network.train()
    with torch.no_grad():
        for p, q in zip(twin.parameters(), x, strict=True):
            p.copy_(q)
    g = torch.autograd.grad(method.loss(twin(DATA.features_ND), torch.arange(96)), list(twin.parameters()))
    expected = [p - 0.5 * each for p, each in zip(x, g, strict=True)]
    torch.testing.assert_close(parameters_of(trainer), expected, rtol=1e-4, atol=1e-5)


def test_the_first_gradient_of_storm_is_the_mean_of_several_batches():
    settings = small(
        instance="storm",
        epochs=1,
        batch=16,
        hand_over=1.0,
        first_batch=1.5,
        step_rule="constant",
        learning_rate=0.3,
    )  # T = 6, ⌈1.5·6^⅓⌉ = 3
    inputs = RecordingInputs(DATA.features_ND)
    trainer = trainer_on(DATA, settings, inputs=inputs)
    twin = trainer_on(DATA, settings).network.train()
    running = trainer.run()
    next(running)
    assert [len(rows) for rows in inputs.handed] == [16, 16, 16, 16]  # the epoch's first batch waits, three for b_1
    assert len(torch.cat(inputs.handed[1:]).unique()) == 48
    method = DualHash(settings, LabelPairs(DATA.labels_NC), 1)
    parameters = list(twin.parameters())
    mean = [settings.weight_decay * p.detach() for p in parameters]
    for rows_m in inputs.handed[1:]:
        g = torch.autograd.grad(method.loss(twin(DATA.features_ND[rows_m]), rows_m), parameters)
        mean = [m + each / 3 for m, each in zip(mean, g, strict=True)]
    expected = [p.detach() - 0.3 * m for p, m in zip(parameters, mean, strict=True)]
    torch.testing.assert_close(parameters_of(trainer), expected, rtol=1e-4, atol=1e-6)
    assert len(list(running)) == 5 + 1
    assert [len(rows) for rows in inputs.handed[4:]] == [16] * 5  # all others are ordinary


# ---- rates ----


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
        def batches(self, rows, seed):
            asked.append("batches")
            return super().batches(rows, seed)

        def plain(self, rows):
            asked.append("plain")
            return super().plain(rows)

    plain = validation_on(DATA)
    queries = Queries(DATA.queries_QD, "cpu")
    watching = Validation(queries, plain.query_labels_QC, plain.database_rows, plain.database_labels_NC)
    finished(trainer_on(DATA, small(epochs=2), validation=watching))
    assert asked == ["plain"] * 2
