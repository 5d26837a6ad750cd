"""Which iterate a run keeps, and when it stops."""

import math

import pytest
import torch
from torch import Tensor, nn

from engine.training.gradients import DivergedError
from engine.training.inputs import FeatureInputs
from engine.training.network import folded
from engine.training.reports import EpochReport, StepReport
from engine.training.trainer import Trainer
from tests.training.clusters import (
    all_equal,
    clusters,
    epoch_reports,
    finished,
    indifferent_validation,
    outputs_of,
    parameters_of,
    small,
    trainer_on,
    validation_on,
)

DATA = clusters()
INSTANCES = pytest.mark.parametrize("instance", ["stom", "storm"])


def outputs_by_epoch(trainer: Trainer) -> tuple[list[EpochReport], list[Tensor]]:
    reports, outputs = [], []
    for report in epoch_reports(trainer.run()):
        reports.append(report)
        outputs.append(outputs_of(trainer, DATA.queries_QD))
    return reports, outputs


def test_the_best_is_the_first_of_the_highest_after_the_hand_over():
    settings = small(epochs=6, hand_over=0.5, output="best")
    trainer = trainer_on(DATA, settings, validation=indifferent_validation(DATA))
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


def test_training_stops_when_validation_has_not_improved_for_long():
    settings = small(epochs=40, hand_over=0.1, patience=3)
    reports = finished(trainer_on(DATA, settings, validation=indifferent_validation(DATA)))
    assert len(reports) == 4 + 1 + 3  # warm-up, the best one, three without a better one


def test_without_patience_it_goes_on_to_the_end():
    settings = small(epochs=9, hand_over=0.0, patience=0)
    assert len(finished(trainer_on(DATA, settings, validation=indifferent_validation(DATA)))) == 9


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
        def batches(self, rows, seed, part):
            try:
                yield from super().batches(rows, seed, part)
            finally:
                closed.append(True)

    running = trainer_on(DATA, small(epochs=2), inputs=Closing(DATA.features_ND, "cpu")).run()
    next(report for report in running if isinstance(report, StepReport))
    assert not closed
    running.close()
    assert closed


def test_a_random_iterate_may_lie_anywhere_so_that_patience_stops_nothing():
    settings = small(epochs=9, output="random", patience=1, learning_rate=1e-8, hand_over=0.0)
    assert len(finished(trainer_on(DATA, settings, validation=validation_on(DATA)))) == 9


def test_the_slope_of_what_is_kept_is_part_of_the_hash_function():
    settings = small(epochs=4, continuation=8.0, output="last")
    trainer = trainer_on(DATA, settings)
    finished(trainer)
    assert trainer.slope == pytest.approx(8.0)
    features_ND = DATA.features_ND
    function = folded(trainer.network.layers, features_ND.numpy().mean(axis=0), trainer.slope)
    c_NK = outputs_of(trainer, features_ND)
    torch.testing.assert_close(
        torch.from_numpy(function.outputs(features_ND.numpy())), 8 * c_NK, rtol=1e-3, atol=1e-3
    )


def test_the_slope_of_the_best_iterate_is_that_of_its_epoch():
    settings = small(epochs=5, continuation=16.0, hand_over=0.0, learning_rate=1e-8)
    trainer = trainer_on(DATA, settings, validation=validation_on(DATA))
    reports = finished(trainer)
    best = max(report.epoch for report in reports if report.best)
    assert trainer.slope == pytest.approx(16.0 ** ((best - 1) / 4))
