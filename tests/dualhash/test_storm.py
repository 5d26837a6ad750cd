"""The x-update of StoRM against a literal transcription, and how near its estimate comes to the full gradient."""

from collections.abc import Generator

import pytest
import torch
from torch import Tensor

from engine.dualhash.storm import Storm
from engine.progress import finish
from engine.training.reports import LookReport, Report
from engine.training.updates import Gradient, LossAndGradient
from tests.dualhash.toy_problems import gradient_at, slopes, start

ROWS, DIMENSIONS, BATCH = 200, 10, 4


class LeastSquares:
    """mean (a·x - y)² / 2 over rows, with the gradients of mini-batches."""

    def __init__(self) -> None:
        random = torch.Generator().manual_seed(3)
        self.a = torch.randn(ROWS, DIMENSIONS, generator=random, dtype=torch.float64)
        self.y = self.a.sum(dim=1) + 2 * torch.randn(ROWS, generator=random, dtype=torch.float64)
        self.batches = [torch.randint(ROWS, (BATCH,), generator=random) for _ in range(600)]

    def slope(self, x: Tensor, rows: Tensor | None = None) -> Tensor:
        a, y = (self.a, self.y) if rows is None else (self.a[rows], self.y[rows])
        return a.T @ (a @ x - y) / len(y)

    def gradient_at(self, x: Tensor, rows: Tensor) -> Gradient:
        def gradient(previous: bool) -> Generator[Report, None, LossAndGradient]:
            yield LookReport(1, 1, 1, 1)
            return torch.zeros(()), [self.slope(x, rows)]

        return gradient


RHO, RATE = 0.02, 0.005


def errors_of_ours(problem: LeastSquares) -> list[float]:
    x = torch.zeros(DIMENSIONS, dtype=torch.float64)
    update = Storm([x], [1.0], RHO)
    errors = []
    for rows in problem.batches:
        full = problem.slope(x)
        finish(update.step(problem.gradient_at(x, rows), RATE))
        errors.append(float((update.state()["estimate.0"] - full).norm()))
    return errors


def test_with_both_gradients_on_one_batch_the_estimate_is_much_nearer_than_as_printed():
    problem = LeastSquares()
    x = torch.zeros(DIMENSIONS, dtype=torch.float64)
    printed_errors: list[float] = []
    d = g_last = torch.zeros(DIMENSIONS, dtype=torch.float64)
    for k, rows in enumerate(problem.batches):
        g = problem.slope(x, rows)
        # As printed: the old gradient is that of the old batch at the old x, which was computed a step ago.
        d = g if k == 0 else g + (1 - RHO) * (d - g_last)
        torch.testing.assert_close(d, g)  # everything telescopes: D is the plain gradient
        printed_errors.append(float((d - problem.slope(x)).norm()))
        g_last, x = g, x - RATE * d
    ours = errors_of_ours(problem)
    settled = slice(150, None)
    assert 5 * sum(ours[settled]) < sum(printed_errors[settled])


@pytest.mark.parametrize("factors", [[1.0, 1.0], [1.0, 0.1]])
@pytest.mark.parametrize("rho", [0.5, 0.05, 0.9999])
def test_the_steps_equal_the_transcription(factors: list[float], rho: float):
    rates = [0.05, 0.02, 0.03, 0.01, 0.04]
    parameters = start()
    update = Storm(parameters, factors, rho)
    x = [p.detach().clone() for p in parameters]
    x_prev, d = x, x
    for batch, rate in enumerate(rates):
        finish(update.step(gradient_at(parameters, batch), rate))
        g, g_prev = slopes(x, batch), slopes(x_prev, batch)
        d = g if batch == 0 else [a + (1 - rho) * (b - c) for a, b, c in zip(g, d, g_prev, strict=True)]
        x_prev, x = x, [p - rate * f * e for p, f, e in zip(x, factors, d, strict=True)]
        torch.testing.assert_close([p.detach() for p in parameters], x)
        with update.at_iterate():
            torch.testing.assert_close([p.detach() for p in parameters], x)


def test_the_second_gradient_is_asked_for_as_one_of_the_previous_iterate():
    parameters = start()
    update = Storm(parameters, [1.0, 1.0], 0.5)
    asked: list[tuple[bool, list[Tensor]]] = []

    def gradient(previous: bool) -> Generator[Report, None, LossAndGradient]:
        asked.append((previous, [p.detach().clone() for p in parameters]))
        return (yield from gradient_at(parameters, 0)(previous))

    finish(update.step(gradient, 0.05))
    finish(update.step(gradient, 0.05))
    assert [previous for previous, _ in asked] == [False, False, True]
    assert not torch.equal(asked[1][1][0], asked[0][1][0])
    assert torch.equal(asked[2][1][0], asked[0][1][0])


@pytest.mark.parametrize("cancelled", [False, True])
def test_an_error_or_a_cancel_at_the_previous_iterate_leaves_parameters_and_estimate_alone(cancelled: bool):
    parameters = start()
    update = Storm(parameters, [1.0, 1.0], 0.5)
    finish(update.step(gradient_at(parameters, 0), 0.05))
    before = [p.detach().clone() for p in parameters] + [d.clone() for d in update.state().values()]

    def failing(previous: bool) -> Generator[Report, None, LossAndGradient]:
        found = yield from gradient_at(parameters, 1)(previous)
        if previous:
            raise FloatingPointError
        return found

    step = update.step(failing, 0.05)
    next(step)  # at the iterate
    next(step)  # at the previous one
    assert torch.equal(parameters[0], update.state()["previous.0"])
    if cancelled:
        step.close()
    else:
        with pytest.raises(FloatingPointError):
            finish(step)
    after = [p.detach() for p in parameters] + list(update.state().values())
    assert all(torch.equal(p, q) for p, q in zip(before, after, strict=True))


def test_after_a_restart_the_estimate_is_the_plain_gradient_again():
    parameters = start()
    update = Storm(parameters, [1.0, 1.0], 0.1)
    for batch in range(3):
        finish(update.step(gradient_at(parameters, batch), 0.02))
    update.restart()
    assert update.state() == {}
    expected = slopes(parameters, 7)
    finish(update.step(gradient_at(parameters, 7), 0.02))
    torch.testing.assert_close([update.state()[f"estimate.{i}"] for i in range(2)], expected)


@pytest.mark.parametrize("steps", [0, 3])
def test_a_loaded_estimate_goes_on_alike_and_is_not_shared(steps: int):
    first, second = start(), start(seed=2)
    one, other = (Storm(p, [1.0, 0.5], 0.3) for p in (first, second))
    for batch in range(steps):
        finish(one.step(gradient_at(first, batch), 0.02))
    with torch.no_grad():
        for p, q in zip(first, second, strict=True):
            q.copy_(p)
    other.load_state(one.state())
    for batch in range(3, 6):
        finish(one.step(gradient_at(first, batch), 0.02))
        finish(other.step(gradient_at(second, batch), 0.02))
    assert all(torch.equal(p, q) for p, q in zip(first, second, strict=True))
