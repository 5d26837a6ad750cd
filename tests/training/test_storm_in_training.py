"""StoRM in the training loop: its second gradient, the hand-over, the first batch."""

import pytest
import torch
from torch import Tensor, nn

from engine.dualhash.method import DualHash
from engine.training.pairs import LabelPairs
from engine.training.reports import EpochReport, LookReport, StepReport
from tests.training.clusters import (
    Masked,
    RecordingInputs,
    all_equal,
    clusters,
    epoch_reports,
    finished,
    outputs_of,
    parameters_of,
    small,
    trainer_on,
)

DATA = clusters()


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
    running = (report for report in trainer.run() if not isinstance(report, LookReport))
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


@pytest.mark.parametrize("hand_over", [1.0, 0.0], ids=["on the likelihood", "on the whole problem"])
def test_the_first_gradient_of_storm_is_the_mean_of_several_batches(hand_over: float):
    settings = small(
        "theory",
        instance="storm",
        epochs=1,
        batch=16,
        hand_over=hand_over,
        first_batch=1.5,
        step_rule="constant",
        learning_rate=0.3,
    )  # T = 6, ⌈1.5·6^⅓⌉ = 3
    inputs = RecordingInputs(DATA.features_ND)
    trainer = trainer_on(DATA, settings, inputs=inputs)
    twin = trainer_on(DATA, settings).network.train()
    running = (report for report in trainer.run() if not isinstance(report, LookReport))
    next(running)
    assert [len(rows) for rows in inputs.handed] == [16, 16, 16, 16]  # three for b_1, then the epoch's first batch
    assert len(torch.cat(inputs.handed[:3]).unique()) == 48
    method = DualHash(settings, LabelPairs(DATA.labels_NC), 1)
    method.begin_epoch(0, lambda: outputs_of(trainer_on(DATA, settings), DATA.features_ND))
    parameters = list(twin.parameters())
    mean = [settings.weight_decay * p.detach() for p in parameters]
    for rows_m in inputs.handed[:3]:
        g = torch.autograd.grad(method.loss(twin(DATA.features_ND[rows_m]), rows_m), parameters)
        mean = [m + each / 3 for m, each in zip(mean, g, strict=True)]
    expected = [p.detach() - 0.3 * m for p, m in zip(parameters, mean, strict=True)]
    torch.testing.assert_close(parameters_of(trainer), expected, rtol=1e-4, atol=1e-6)
    assert len(list(running)) == 5 + 1
    assert [len(rows) for rows in inputs.handed[4:]] == [16] * 5  # all others are ordinary


def test_after_a_large_first_batch_b_steps_as_after_any_other():
    settings = small("theory", instance="storm", epochs=1, batch=16, first_batch=1.5)
    inputs = RecordingInputs(DATA.features_ND)
    trainer = trainer_on(DATA, settings, inputs=inputs)
    start_NK = torch.tanh(outputs_of(trainer, DATA.features_ND))
    twin = trainer_on(DATA, settings).network.train()
    next(report for report in trainer.run() if isinstance(report, StepReport))
    rows_m = inputs.handed[-1]
    expected_NK = start_NK.clone()
    with torch.no_grad():
        u_mK = torch.tanh(twin(DATA.features_ND[rows_m]))
        expected_NK[rows_m] -= settings.tau * settings.gamma * (start_NK[rows_m] - u_mK)  # Λ is 0 yet
    torch.testing.assert_close(trainer.state()[0]["objective.b"], expected_NK, rtol=1e-4, atol=1e-6)


def test_without_a_hand_over_storms_estimate_lives_through_the_whole_run():
    """Against the recursion with the whole batch, over three epochs of one step each."""
    rate, settings = 0.4, small("theory", instance="storm", epochs=3, batch=96, step_rule="constant")
    settings = settings.changed(learning_rate=rate, weight_decay=0.0)
    trainer, twin = trainer_on(DATA, settings), trainer_on(DATA, settings)
    network, method = twin.network.train(), DualHash(settings, LabelPairs(DATA.labels_NC), 3)
    method.begin_epoch(0, lambda: outputs_of(twin, DATA.features_ND))
    parameters, every = list(network.parameters()), torch.arange(96)

    def found_at(x: list[Tensor]) -> tuple[list[Tensor], Tensor]:
        with torch.no_grad():
            for p, value in zip(parameters, x, strict=True):
                p.copy_(value)
        outputs_NK = network(DATA.features_ND)
        return list(torch.autograd.grad(method.loss(outputs_NK, every), parameters)), outputs_NK.detach()

    x, x_before, estimate = parameters_of(twin), list[Tensor](), list[Tensor]()
    for _ in epoch_reports(trainer.run()):
        g, outputs_NK = found_at(x)
        if estimate:
            g_before, _ = found_at(x_before)
            known = zip(g, estimate, g_before, strict=True)
            g = [new + (1 - settings.rho) * (old - before) for new, old, before in known]
        estimate, x_before = g, x
        x = [p - rate * each for p, each in zip(x, estimate, strict=True)]
        method.after_step(outputs_NK, every)
        torch.testing.assert_close(parameters_of(trainer), x, rtol=1e-4, atol=1e-5)
