"""The x-update of StoM against a literal transcription of x, x_prev, y, z, and against torch's optimisers."""

from collections.abc import Generator

import pytest
import torch
from torch import Tensor

from engine.dualhash.momentum import Momentum
from engine.progress import finish
from engine.training.reports import LookReport, Report
from engine.training.updates import LossAndGradient
from tests.dualhash.toy_problems import gradient_at, loss_of, slopes, start

RATES = [0.02, 0.05, 0.05, 0.01, 0.03, 0.005]


def literal(alpha: float, beta: float, factors: list[float], rates: list[float]) -> list[list[Tensor]]:
    """The iterates x^1, x^2, ... of z = x + β(x - x_prev), y = x + α(x - x_prev), x_new = y - η G(z)."""
    x = [p.detach().clone() for p in start()]
    x_prev = [p.clone() for p in x]
    iterates = [x]
    for batch, rate in enumerate(rates):
        z = [p + beta * (p - q) for p, q in zip(x, x_prev, strict=True)]
        y = [p + alpha * (p - q) for p, q in zip(x, x_prev, strict=True)]
        g = slopes(z, batch)
        x_prev, x = x, [p - rate * f * s for p, f, s in zip(y, factors, g, strict=True)]
        iterates.append(x)
    return iterates


@pytest.mark.parametrize(
    ("alpha", "beta"), [(0.9, 0.9), (0.9, 0.0), (0.0, 0.0), (0.6, 0.3), (0.3, 0.8), (0.0, 0.5)]
)
@pytest.mark.parametrize("factors", [[1.0, 1.0], [1.0, 0.1], [0.0, 2.0]])
def test_every_alpha_and_beta_equals_the_transcription(alpha: float, beta: float, factors: list[float]):
    parameters = start()
    update = Momentum(parameters, factors, alpha, beta)
    iterates = literal(alpha, beta, factors, RATES)
    for batch, rate in enumerate(RATES):
        loss = finish(update.step(gradient_at(parameters, batch), rate))
        x, x_prev = iterates[batch + 1], iterates[batch]
        z = [p + beta * (p - q) for p, q in zip(x, x_prev, strict=True)]
        with update.at_iterate():
            torch.testing.assert_close([p.detach() for p in parameters], x)
        torch.testing.assert_close([p.detach() for p in parameters], z)
        if batch == 0:
            assert float(loss) == pytest.approx(float(loss_of(iterates[0], 0)))


@pytest.mark.parametrize(
    ("alpha", "beta", "options"),
    [
        (0.9, 0.0, {"momentum": 0.9}),
        (0.9, 0.9, {"momentum": 0.9, "nesterov": True}),  # its parameters, too, stand at z
        (0.0, 0.0, {}),
    ],
    ids=["heavy ball", "nesterov", "sgd"],
)
def test_the_special_cases_are_torchs_sgd_at_a_constant_rate(alpha: float, beta: float, options: dict):
    ours, theirs = start(), start()
    update = Momentum(ours, [1.0, 1.0], alpha, beta)
    optimiser = torch.optim.SGD(theirs, lr=0.03, **options)
    for batch in range(8):
        finish(update.step(gradient_at(ours, batch), 0.03))
        optimiser.zero_grad()
        loss_of(theirs, batch).backward()
        optimiser.step()
        torch.testing.assert_close(ours, theirs)


def test_showing_the_iterate_changes_nothing_to_the_last_bit():
    looked_at, left_alone = start(), start()
    one, other = (Momentum(p, [1.0, 1.0], 0.905, 0.905) for p in (looked_at, left_alone))
    for batch in range(20):
        finish(one.step(gradient_at(looked_at, batch), 0.01))
        finish(other.step(gradient_at(left_alone, batch), 0.01))
        with one.at_iterate():
            assert not torch.equal(looked_at[0], left_alone[0])
        assert all(torch.equal(p, q) for p, q in zip(looked_at, left_alone, strict=True))


def test_the_parameters_come_back_also_after_an_error():
    parameters = start()
    update = Momentum(parameters, [1.0, 1.0], 0.9, 0.9)
    finish(update.step(gradient_at(parameters, 0), 0.05))
    before = [p.detach().clone() for p in parameters]
    with pytest.raises(RuntimeError), update.at_iterate():
        raise RuntimeError
    assert all(torch.equal(p, q) for p, q in zip(parameters, before, strict=True))


def test_an_error_in_the_gradient_leaves_parameters_and_momentum_alone():
    parameters = start()
    update = Momentum(parameters, [1.0, 1.0], 0.9, 0.9)
    finish(update.step(gradient_at(parameters, 0), 0.05))
    before = [p.detach().clone() for p in parameters] + [v.clone() for v in update.state().values()]

    def failing(previous: bool) -> Generator[Report, None, LossAndGradient]:
        yield LookReport(1, 1, 1, 1)
        raise FloatingPointError

    with pytest.raises(FloatingPointError):
        finish(update.step(failing, 0.05))
    after = [p.detach() for p in parameters] + list(update.state().values())
    assert all(torch.equal(p, q) for p, q in zip(before, after, strict=True))


def test_a_loaded_state_goes_on_alike_and_is_not_shared():
    first, second = start(), start(seed=2)
    one, other = (Momentum(p, [1.0, 0.5], 0.8, 0.4) for p in (first, second))
    for batch in range(3):
        finish(one.step(gradient_at(first, batch), 0.02))
    with torch.no_grad():
        for p, q in zip(first, second, strict=True):
            q.copy_(p)
    other.load_state(one.state())
    for batch in range(3, 6):
        finish(one.step(gradient_at(first, batch), 0.02))
        finish(other.step(gradient_at(second, batch), 0.02))
    assert all(torch.equal(p, q) for p, q in zip(first, second, strict=True))


def test_when_finished_the_parameters_are_the_iterate_for_good():
    parameters = start()
    update = Momentum(parameters, [1.0, 1.0], 0.9, 0.6)
    for batch, rate in enumerate(RATES):
        finish(update.step(gradient_at(parameters, batch), rate))
    update.finish()
    x = literal(0.9, 0.6, [1.0, 1.0], RATES)[-1]
    torch.testing.assert_close([p.detach() for p in parameters], x)
    with update.at_iterate():
        torch.testing.assert_close([p.detach() for p in parameters], x)
